package mime

import (
	"fmt"
	"strings"
	"testing"
)

// A charset is found by any name that mails use for it.
func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		" 'Latin1' ": "ISO-8859-1", `"ISO-8859-1"`: "ISO-8859-1", "ansi": "windows-1252", "DOS": "CP437",
		"850": "CP850", "cp858": "CP858", "utf8mb4": "UTF-8", "ascii": "US-ASCII",
		"utf-16be": "UTF-16", "KOI8-R": "koi8-r", "latin-9": "iso-8859-15", "latin2": "iso-8859-2", "ibm852": "ibm852",
		"unknown-8bit": "", "": "",
	} {
		if _, got, known := lookup(name); got != want || !known {
			t.Errorf("%q: %q, %v, want %q", name, got, known, want)
		}
	}
	if enc, got, known := lookup("x-nonsense"); enc != nil || got != "" || known {
		t.Errorf("nonsense is %q", got)
	}
}

// wideHead returns UTF-16LE that fills the 4096 octets whose zeros are counted, and one character more. It has this
// many zeros at even places, of which a tenth of 2048 is too many.
func wideHead(even int) string {
	return strings.Repeat("\x00\x01", even) + strings.Repeat("a\x00", 2048-even) + "\x00\x01"
}

// Octets are read as what they are, and a wrong declaration is noted.
func TestDecode(t *testing.T) {
	for _, c := range []struct{ raw, declared, text, charset, notes string }{
		{"\xef\xbb\xbf$A", "iso-8859-1", "$A", "ISO-8859-1", ""}, {"\xef\xbb\xbfK\xc3\xa4se", "", "Käse", "UTF-8", ""},
		{"K\xe4se", "utf-8", "Käse", "ISO-8859-1", "charset-wrong UTF-8, charset-guessed ISO-8859-1"},
		{"K\xe4se", "", "Käse", "ISO-8859-1", "charset-guessed ISO-8859-1"},
		{"K\xe4se", "iso-8859-1", "Käse", "ISO-8859-1", ""}, {"K\xe4se", "iso-8859-15", "Käse", "iso-8859-15", ""},
		{"K\xe4se", "us-ascii", "Käse", "ISO-8859-1", "charset-wrong US-ASCII, charset-guessed ISO-8859-1"},
		{"K\x84se", "iso-8859-1", "Käse", "CP437", "charset-wrong ISO-8859-1, charset-guessed CP437"},
		{"K\x84se", "cp850", "Käse", "CP850", ""},
		{"K\xc3\xa4se", "iso-8859-1", "Käse", "UTF-8", "charset-wrong ISO-8859-1"},
		{"K\xc3\xa4se", "koi8-r", "Käse", "UTF-8", "charset-wrong koi8-r"},
		{"K\xc3\xa4se", "utf-8", "Käse", "UTF-8", ""},
		{"K\xe4se", "x-nonsense", "Käse", "ISO-8859-1", "charset-unknown x-nonsense, charset-guessed ISO-8859-1"},
		{"Kase", "x-nonsense", "Kase", "UTF-8", "charset-unknown x-nonsense"},
		{"\xcb\xc1", "koi8-r", "ка", "koi8-r", ""}, {"abc", "koi8-r", "abc", "koi8-r", ""},
		{"abc", "", "abc", "UTF-8", ""}, {"abc", "unknown-8bit", "abc", "UTF-8", ""},
		{"K\xc3\xa4se\nK\xe4se\nx\n", "", "Käse\nKäse\nx\n", "UTF-8", "charset-mixed "},
		{"3 \xa4", "ibm437", "3 ñ", "CP437", ""}, {"3 \xa4", "", "3 ¤", "ISO-8859-1", "charset-guessed ISO-8859-1"},
		{"\xfe\xff\x20\xac", "", "€", "UTF-16BE", ""}, {"\xff\xfe\xac\x20", "", "€", "UTF-16LE", ""},
		{"\x00abc", "", "\x00abc", "UTF-8", ""}, {"\x00AAA", "utf-16le", "\u4100\u4141", "UTF-16LE", ""},
		{"\x00aAA", "utf-16be", "a\u4141", "UTF-16BE", ""},
		{wideHead(204), "", strings.Repeat("\u0100", 204) + strings.Repeat("a", 1844) + "\u0100", "UTF-16LE", ""},
		{wideHead(205), "", wideHead(205), "UTF-8", ""}, {"a\x00bc", "", "a\x00bc", "UTF-8", ""},
		{"\x00a\x00b", "", "ab", "UTF-16BE", ""}, {"a\x00b\x00", "", "ab", "UTF-16LE", ""},
		{"\x00a", "", "\x00a", "UTF-8", ""}, {"+AOQ-", "utf-7", "ä", "UTF-7", ""},
		{"+AOQ-", "utf-8", "+AOQ-", "UTF-8", ""},
		{"+AOQ-\xe4 ", "utf-7", "+AOQ-ä ", "ISO-8859-1", "charset-unknown utf-7, charset-guessed ISO-8859-1"},
	} {
		text, charset, notes := Decode([]byte(c.raw), c.declared, "")
		got := ""
		for i, n := range notes {
			if i > 0 {
				got += ", "
			}
			got += fmt.Sprintf("%s %s", n.Code, n.Word)
		}
		if text != c.text || charset != c.charset || got != c.notes {
			t.Errorf("%q as %q: %q, %s, %q; want %q, %s, %q", c.raw, c.declared, text, charset, got, c.text,
				c.charset, c.notes)
		}
	}
}
