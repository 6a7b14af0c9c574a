package orders

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// textCases are about messages and free texts.
var textCases = []parseCase{
	{
		name: "messages to a realm, the master, all, as a rumour",
		text: "$Nachrichten\n#2 ; an Reich 2\n\n  Hiermit erklären Wir\n\nden Krieg; so!\n\n#m\nHilfe\n#A\nAlle\n" +
			"#g\nMan sagt\n#E\n",
		printed: "$N\n#2\n  Hiermit erklären Wir\n\nden Krieg; so!\n#M\nHilfe\n#A\nAlle\n#G\nMan sagt\n#E\n",
	},
	{
		name:     "text outside a message",
		text:     "$N\nvorher\nnoch mehr\n#2\nGruß\n#E\nnachher\n",
		problems: "2:1 error message-outside\n7:1 error message-outside\n",
		printed:  "$N\n#2\nGruß\n#E\n",
	},
	{
		name:     "the text after a malformed recipient goes to nobody",
		text:     "$N\n#2\nGruß\n#Reich 3\nGeheim\n#3\nOffen\n#0\nNiemand\n",
		problems: "4:1 error message-header\n8:1 error message-header\n",
		printed:  "$N\n#2\nGruß\n#3\nOffen\n#E\n",
	},
	{
		name:     "a forgotten #E does not swallow the orders",
		text:     "$N\n#2\nGib mir\n$50\n$ Geld\n$Aber gern\n$Armee\nNord 3\n",
		problems: "7:1 warning message-open\n",
		printed:  "$A\nNord 3\n$N\n#2\nGib mir\n$50\n$ Geld\n$Aber gern\n#E\n",
	},
	{
		name:     "a misspelt head in a text is text, and told",
		text:     "$N\n#2\nGruß\n$Amree\nNord 3\n#E\n",
		problems: "4:1 warning dollar-in-text\n",
		printed:  "$N\n#2\nGruß\n$Amree\nNord 3\n#E\n",
	},
	{
		name:    "a section ends a free text, # and ; are part of it",
		text:    "$Kultur\nWir sind; stolz.\n#E\n$A\nNord 3\n",
		printed: "$A\nNord 3\n$K\nWir sind; stolz.\n#E\n",
	},
	{
		name:     "of two free texts the last counts",
		text:     "$K\nAlt.\n$K\nNeu.\n",
		problems: "3:1 warning twice\n",
		printed:  "$K\nNeu.\n",
	},
	{
		name:     "no text",
		text:     "$K\n\n$N\n#2\n\n#3\nGruß\n",
		problems: "1:1 warning text-empty\n4:1 warning text-empty\n",
		printed:  "$N\n#3\nGruß\n#E\n",
	},
	{
		name:     "a text that is too long",
		text:     "$N\n#2\n" + strings.Repeat("Krieg! ", 10000) + "\n#3\nGruß\n",
		problems: "2:1 error text-long\n",
		printed:  "$N\n#3\nGruß\n#E\n",
	},
	{
		name:     "no more than 50 messages",
		text:     "$N\n" + strings.Repeat("#2\nGruß\n", 52), // the 51st begins in line 1 + 50*2 + 1
		problems: "102:1 error messages-many\n",
		printed:  "$N\n" + strings.Repeat("#2\nGruß\n", 50) + "#E\n",
	},
	{
		name:     "no more than 65536 bytes in all messages", // 40,000 + 30,000 are too many, 40,000 + 4 not
		text:     "$N\n#2\n" + strings.Repeat("x", 40_000) + "\n#3\n" + strings.Repeat("y", 30_000) + "\n#4\nGru!\n",
		problems: "4:1 error messages-many\n",
		printed:  "$N\n#2\n" + strings.Repeat("x", 40_000) + "\n#4\nGru!\n#E\n",
	},
	{
		name:     "a password that slipped into a message is masked",
		text:     "$N\n#2\nGruß\n $I 4 geheim 12\n#E\n",
		problems: "4:1 warning text-masked\n",
		printed:  "$N\n#2\nGruß\n $I 4 *** 12\n#E\n",
	},
}

func TestScrub(t *testing.T) {
	for text, want := range map[string]string{
		"$I 4 geheim\r\n$A\r\nNord 3":          "$I 4 ***\n$A\nNord 3",
		"$I 4 geheim 12\n":                     "$I 4 *** 12\n",
		"$i4\tgeheim ; Passwort geheim\n":      "$i4 ***\n",
		"\ufeff$Identität 4 geheim":            "$Identität 4 ***",
		"> $I 4 geheim\n>> $ I 4 geheim 12":    "> $I 4 ***\n>> $ I 4 *** 12",
		"$I geheim 4\n":                        "$I ***\n",
		"$I: 4 geheim\n":                       "$I: 4 ***\n",
		"$I Reich 4 Passwort geheim":           "$I Reich 4 ***",
		"$I: 7abc-defg-hijkl\n":                "$I ***\n",
		"$I 4 geheim 12 x":                     "$I 4 *** ***",
		"$Igeheim\n":                           "$I***\n",
		"$I00 geheim\n":                        "$I***\n",
		"$Ident geheim 4\n":                    "$Ident ***\n",
		"$Identity, geheim\n":                  "$Identity***\n",
		"$I\n; noch\n4 geheim\n$A\nNord 3\n":   "$I\n; noch\n***\n$A\nNord 3\n",
		"$I 4\ngeheim\n":                       "$I 4\n***\n",
		"$E\n$I 4 geheim\n-- \n$I 4 geheim":    "$E\n$I 4 ***\n-- \n$I 4 ***",
		"$\x00I\x00 \x004\x00 geheim":          "$I 4 ***",
		"$A\nNord 3 ; $I 4\n$N\n#2\nHallo\n#E": "$A\nNord 3 ; $I 4\n$N\n#2\nHallo\n#E",
		"":                                     "",
	} {
		got := Scrub(text, nil)
		if got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
		if again := Scrub(got, nil); again != got {
			t.Errorf("%q scrubbed again is %q", got, again)
		}
	}
}

// The players' page blanks passwords as well: both sides are held to the same cases.
func TestScrubOfBothSides(t *testing.T) {
	raw, err := os.ReadFile("testdata/scrub.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text        string
		Gone, Stays []string
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 60 {
		t.Fatalf("%d cases, %v", len(cases), err)
	}
	for _, c := range cases {
		got := Scrub(c.Text, nil)
		for _, s := range c.Gone {
			if strings.Contains(got, s) {
				t.Errorf("%q gives %q, with %q", c.Text, got, s)
			}
		}
		for _, s := range c.Stays {
			if !strings.Contains(got, s) {
				t.Errorf("%q gives %q, without %q", c.Text, got, s)
			}
		}
	}
}

// What a report shows of a player's text has no line ends but its own, nothing that
// cannot be seen and nothing that turns the writing.
func TestLegible(t *testing.T) {
	if got := Legible("a\tb\nc\u2028d\u2029e\u0085f\u202eg\u2067h\u200bi"); got != "a b\nc d e fghi" {
		t.Errorf("%q", got)
	}
}

// TestCleanDropsWhatNoKeyboardMeans: what may stay is left as it is, what may not
// goes, alone and among other characters.
func TestCleanDropsWhatNoKeyboardMeans(t *testing.T) {
	for text, want := range map[string]string{
		"$A\tä–„\u00a0\r\n": "$A\tä–„\u00a0\r\n", "\ufeff$A": "$A", "$\u200bA": "$A", "$A\u2060": "$A", "$\x00A": "$A",
		"ü\x7f":             "ü",
		"a\u2028$T\u2029G1": "a\n$T\nG1", "a\u2029$T": "a\n$T", "a\u2028$T": "a\n$T",
		"a\u202eb\u2066c\u2069\u200fd\u061c": "abcd", "👩\u200d🌾": "👩\u200d🌾",
		"ü\u0085": "ü", "ü\u009f\u00a0": "ü\u00a0", "a\xffb": "a\ufffdb", "\ufffd": "\ufffd", "": "",
	} {
		if got := clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
