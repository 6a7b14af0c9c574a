package mime

import (
	"testing"
)

// A file's name has nothing that could confuse a mail program.
func TestASCIIName(t *testing.T) {
	for in, want := range map[string]string{
		"ERGEBNIS.TXT": "ERGEBNIS.TXT", "karte-1_2.bin": "karte-1_2.bin", "Größe Öl Übel.txt": "Groesse_Oel_Uebel.txt",
		"Ärger ähnlich üblich ößt": "Aerger_aehnlich_ueblich_oesst", "u\u0308bel": "uebel", "Čech é.txt": "Cech_e.txt",
		"a/b\\c:d\"e\r\nf": "a_b_c_d_e__f", "日本": "__", "..hidden": "hidden", "...": "file", "": "file", "a..": "a..",
		"٣": "_", "Ωx": "_x",
	} {
		if got := AsciiName(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Characters that an old charset lacks are written with those it has.
func TestSubstitutes(t *testing.T) {
	for _, c := range []struct {
		to       Charset
		in, want string
	}{
		{CP437, "a\u007fb", "a\u007fb\r"}, {CP437, "→ ≤ ≥", "-> \xf3 \xf2\r"}, {CP437, "§5 © ×", "Par.5 (c) x\r"},
		{Latin1, "→ ≤ ≥ ─│┼ █▒░", "-> <= >= -|+ #:."}, {Latin1, "§5 © × ½", "\xa75 \xa9 \xd7 \xbd"},
		{Latin1, "Łódź Œuvre", "L\xf3dz OEuvre"},
		{Latin1, "ﬁx ⑤ ĳ", "fix 5 ij"},         // letters in one, a number in a ring
		{Latin1, "a\u200bb\ufeff", "ab"},       // these are invisible
		{Latin1, "日\U0001f600 \u0301", "?? ?"}, // a mark alone has no letter
		{Latin1, "x\u0323", "x?"},              // nor has one that its letter does not take
		{CP437, "“a” – ‚b‘…", "\"a\" - 'b'...\r"}, {"KOI8-R", "ä–", "ä–"}, {"", "ä", "ä"},
	} {
		want := c.want
		if c.to == CP437 {
			want += "\n"
			c.in += "\n"
		}
		if got := string(EncodeText(c.in, c.to)); got != want {
			t.Errorf("%s: %q: %q, want %q", c.to, c.in, got, want)
		}
	}
}

// A text is sent in an old charset only if that has all its characters.
func TestWhollyIn(t *testing.T) {
	for _, c := range []struct {
		charset  Charset
		in, want string
		whole    bool
	}{
		{Latin1, "Käse\n", "K\xe4se\r\n", true}, {Latin1, "a\u0308\r\n", "\xe4\r\n", true},
		{CP437, "Käse│\n", "K\x84se\xb3\r\n", true},
		{Latin1, "3 €", "", false}, {CP437, "3 €", "", false}, {UTF8, "Kase", "", false}, {"", "Kase", "", false},
		{Latin1, "", "", true},
	} {
		if got, whole := WhollyIn(c.charset, c.in); string(got) != c.want || whole != c.whole {
			t.Errorf("%s: %q: %q, %v", c.charset, c.in, got, whole)
		}
	}
}
