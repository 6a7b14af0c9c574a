package orders

import (
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// headCases are about what opens a section and what is text with a `$`.
var headCases = []parseCase{
	{
		name:    "three letters of a section's name open it, even in a text",
		text:    "$K\nWir.\n$Arm\nNord 3\n",
		printed: "$A\nNord 3\n$K\nWir.\n",
	},
	{
		name:    "two are text there",
		text:    "$K\nWir.\n$Ar\nNord 3\n",
		printed: "$K\nWir.\n$Ar\nNord 3\n",
	},
	{
		name:    "what follows the letter at once, and is neither blank nor bracket, makes it text",
		text:    "$K\nWir.\n$A) eins\n$A.\n",
		printed: "$K\nWir.\n$A) eins\n$A.\n",
	},
	{
		name:     "an indented sign that names no section is a bad order",
		text:     "$A\n  $5\nNord 3\n",
		problems: "2:3 error unexpected\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:    "what is no letter has no section's letter",
		text:    "$K\nWir.\n$1\n$[\n$@\n",
		printed: "$K\nWir.\n$1\n$[\n$@\n",
	},
	{
		name:     "the section after a full line begins anew, and so does what is wrong with text below $I",
		text:     "$I 4\nNord 3\n$I 4\nSued 4\n",
		problems: "2:1 error no-section\n4:1 error no-section\n",
		printed:  "$I 4\n",
	},
	{
		name:     "problems are told in the order of the text, whenever they were found",
		text:     "$N\n" + strings.Repeat("#2\nGruß\n", 51) + "#E\n$A\nNord\n",
		problems: "102:1 error messages-many\n106:5 error missing\n",
		printed:  "$N\n" + strings.Repeat("#2\nGruß\n", 50) + "#E\n",
	},
	{
		name:    "text is as long as it may be",
		text:    "$K\n" + strings.Repeat("x", 1<<16) + "\n",
		printed: "$K\n" + strings.Repeat("x", 1<<16) + "\n",
	},
	{
		name:     "a letter more is too much",
		text:     "$K\n" + strings.Repeat("x", 1<<16+1) + "\n",
		problems: "1:1 error text-long\n",
	},
	{
		name:     "a line of orders has up to 1000 bytes",
		text:     "$A\nNord 3" + strings.Repeat(" ", 993) + "+\nNord 4" + strings.Repeat(" ", 994) + "+\n",
		problems: "3:1 error line-long\n",
		printed:  "$A\nNord 3 +\n",
	},
}

// A misspelt head names the sections it may have meant, and no others.
func TestNearSections(t *testing.T) {
	l := small()
	for word, want := range map[string]string{
		"Amree": "$A", "Kultr": "$K", "Messagse": "$N", "Kamel": "",
		"Armey": "$A", // Army and Armee are as near, and one section
	} {
		if got := strings.Join(l.near(word), " "); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
	if got, want := l.heads(), "$A (Armee, Army), $N (Nachrichten, Messages), $K (Kultur, Culture), $S (Spezial), "+
		"$I (Identität, Identity), $E (Ende, End)"; got != want {
		t.Errorf("heads are %s, want %s", got, want)
	}
}

// A malformed recipient is answered with the one that may have been meant.
func TestNearRecipient(t *testing.T) {
	for line, want := range map[string]string{
		"#Reich 3": "#3", "# 12 und 13": "#12", "#12x": "#12", "#master": "#M", "#Ende": "#E", "#Alle": "",
		"#geheim": "", "#Graumark": "", "#Arrak": "", "#Marienburg": "", "#Eisenfels": "",
		"#x": "", "#": "", "#0": "", "#99999": "", "# 10000 x": "", "#Reich 9999!": "#9999",
	} {
		if got := strings.Join(nearRecipient(line), " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// What is the rest of a broken line names the line it was broken from.
func TestBrokenLineNamesTheOneAbove(t *testing.T) {
	f := small().Parse("$A\nSued 1\n" + strings.Repeat(" ", 51) + "Nord\n3 +\n")
	if n := len(f.Problems); n != 2 || !slices.Contains(f.Problems[1].What.Args, phrase.Num("line", 3)) {
		t.Errorf("%d problems: %v; want the second to name line 3", n, f.Problems)
	}
}

// Where the orders begin and end is told by line; 0 is nowhere.
func TestStartsAndEnds(t *testing.T) {
	for text, want := range map[string][2]int{
		"Hallo\n\n$I 4\n$A\nNord 3\n$E\nGruß\n": {3, 6},
		"$A\nNord 3\n":                          {1, 0},
		"Hallo\n":                               {0, 0},
	} {
		if f := small().Parse(text); f.Starts != want[0] || f.Ends != want[1] {
			t.Errorf("%q: from %d to %d, want %v", text, f.Starts, f.Ends, want)
		}
	}
}

// A player's words are repeated up to thirty characters, umlauts counted once.
func TestClip(t *testing.T) {
	thirty := strings.Repeat("ä", 30)
	for text, want := range map[string]string{"": "", "Nord": "Nord", thirty: thirty, thirty + "ö": thirty + "…",
		thirty + "öx": thirty + "…"} {
		if got := Clip(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Lines end in LF, CR or both, and the last needs no end.
func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"":                nil,
		"a":               {"a"},
		"a\nb\r\nc\rd\n":  {"a", "b", "c", "d"},
		"\n\ra\r\r\n":     {"", "", "a", ""},
		"\ufeffa\u2029b;": {"a", "b;"},
	} {
		if got := Split(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
