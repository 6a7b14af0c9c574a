package orders

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

func placeOf(p Position) string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// A parseCase is an order text with the problems and the canonical print that the
// rules of the order file ask for, decided by hand.
type parseCase struct{ name, text, problems, printed string }

// cases are about lines of orders and what stands around them.
var cases = []parseCase{
	{name: "nothing"},
	{name: "nothing to read", text: "\x00\x00\x00", problems: "1:1 warning nothing-read\n"},
	{name: "only comments", text: "; leer\n\n", problems: "1:1 warning nothing-read\n"},
	{
		name:    "a section's letter may be small and the rest of its line is ignored",
		text:    "$a (rme) 1 2 3\nNord 3\n",
		printed: "$A\nNord 3\n",
	},
	{
		name:     "but not if it is an order, or another section: those would be lost",
		text:     "$A Nord 3\n$A: Nord 4 ; as yesterday\n$A after all\n$A rme $N #M Hi\n$N #2 Hi\n$N note\n$I 4 word $A Nord 3\n",
		problems: "1:1 error orders-behind\n2:1 error orders-behind\n4:1 error orders-behind\n5:1 error orders-behind\n7:1 error identity-crowded\n",
	},
	{
		name:    "sections repeat and come in any order",
		text:    "$K\nWir.\n$A\nNord 3\n$N\n#A\nHallo\n#E\n$A\nSued 4\n",
		printed: "$A\nNord 3\nSued 4\n$N\n#A\nHallo\n#E\n$K\nWir.\n",
	},
	{
		name:    "comments, blank lines, tabs and blanks at the end",
		text:    "; ein Brief\n\n$A\n\tNord\t3 \t; nach Norden\n   ; nur ein Kommentar\n",
		printed: "$A\nNord 3\n",
	},
	{
		name:     "orders before the first section are ignored with one warning",
		text:     "Hallo,\nSued 4\nNord 5\n$A\nNord 3\n",
		problems: "2:1 warning before-sections\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:    "words for a person before the first section are passed over",
		text:    "Hallo Spielleiter,\nhier mein Zug\n\nIch ziehe in Zug 4 nach Norden.\nVG\n$A\nNord 3\n",
		printed: "$A\nNord 3\n",
	},
	{
		name:     "a setting before the first section is no such words",
		text:     "Karte ja\n$A\nNord 3\n",
		problems: "1:1 warning before-sections\n",
		printed:  "$A\nNord 3\n",
	},
	{name: "only words for a person", text: "; leer\nHallo,\nwas nun?\n", problems: "2:1 warning before-sections\n"},
	{
		name:    "backticks around lines, as pages show them, are ignored",
		text:    "`$I 1 word`\n```\n`$A`\n`Nord 3` \n```\n$K\nWir `alle`.\n`Ihr`\n`$E`\n",
		printed: "$I 1 word\n$A\nNord 3\n$K\nWir `alle`.\n`Ihr`\n",
	},
	{
		name:     "an unknown section takes its lines with it",
		text:     "$X\nNord 3\nUnfug\n$A\nNord 4\n",
		problems: "1:1 error unknown-section\n",
		printed:  "$A\nNord 4\n",
	},
	{
		name:    "an indented head is one all the same, as our letters show it",
		text:    "$A\nNord 3\n  $K\nWir.\n",
		printed: "$A\nNord 3\n$K\nWir.\n",
	},
	{
		name:     "everything after $E is ignored, and the first section there is told",
		text:     "$A\nNord 3\n$Ende\nUnfug\n$5000\n $A\nSued 4\n$A\n$E\n",
		problems: "6:1 error below-end\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "the mark of a signature ends orders, and the first section below it is told",
		text:     "$A\nNord 3\n-- \nAnn\n$I 2 word\n$A\nSued 4\n",
		problems: "5:1 error below-signature\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:    "above all orders such a mark ends nothing",
		text:    "Hallo,\n-- \nAnn\n$I 1 word\n$A\nNord 3\n",
		printed: "$I 1 word\n$A\nNord 3\n",
	},
	{
		name:     "a head in $E that is no word for the end is told",
		text:     "$A\nNord 3\n$Erobern\nSued 4\n",
		problems: "3:1 warning end-word\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "lines of $S for whoever runs the game are no orders; a word alone means yes",
		text:     "$S\nEntwurf\n  draft\tNO\nEis;volk\nVorlage ja\nTemplate never\n",
		problems: "6:1 error setting-answer\n",
		printed:  "$S\nEis;volk\nEntwurf ja\nEntwurf nein\nVorlage ja\n",
	},
	{
		name:     "a drawn map is such a line, the map of the report is the rules'",
		text:     "$S\nKarte Bild\nMAP  picture no\nkarte bild vielleicht\n",
		problems: "4:1 error setting-answer\n",
		printed:  "$S\nKarte Bild ja\nKarte Bild nein\n",
	},
	{
		name:     "data and a table for programs are such lines",
		text:     "$S\ndata\nDATEN nein\nTisch ja\ntable  no\nTisch rund\n",
		problems: "6:1 error setting-answer\n",
		printed:  "$S\nDaten ja\nDaten nein\nTisch ja\nTisch nein\n",
	},
	{
		name:    "they need no order beside them",
		text:    "$s\nTEMPLATE no\n",
		printed: "$S\nVorlage nein\n",
	},
	{
		name:    "a mail's signature ends the file, even in a message",
		text:    "$N\n#2\nGruß\n-- \nGul Dahil\n",
		printed: "$N\n#2\nGruß\n#E\n",
	},
	{
		name:     "two lines about one thing: the last counts",
		text:     "$A\nNord 3\nSued 1\nNord 5\n",
		problems: "4:1 warning twice\n",
		printed:  "$A\nSued 1\nNord 5\n",
	},
	{
		name:     "every bad line is told, good ones count",
		text:     "$A\nNord\n3 Nord\nSued 4 + 7\nOst 1\n",
		problems: "2:5 error missing\n3:1 error unexpected\n4:10 error surplus\n",
		printed:  "$A\nOst 1\n",
	},
	{
		name:     "a greeting without $E above it is told once, and is no bad order",
		text:     "$A\nNord 3\n\nMit freundlichen Grüßen\nAnna\n",
		problems: "4:1 warning greeting\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "below a free text it is told, too, and is not part of it",
		text:     "$K\nWir sind stolz.\n\nViele Grüße\nAnna Adler\n",
		problems: "4:1 warning greeting\n",
		printed:  "$K\nWir sind stolz.\n",
	},
	{
		name:     "right below it, too, if nothing else can be meant",
		text:     "$K\nWir sind stolz.\n  LG Anna\n",
		problems: "3:3 warning greeting\n",
		printed:  "$K\nWir sind stolz.\n",
	},
	{
		name:    "$E above it ends the text, and what is above that is text",
		text:    "$K\nWir sind stolz.\n\nViele Grüße\nAnna\n$E\nLG\n",
		printed: "$K\nWir sind stolz.\n\nViele Grüße\nAnna\n$E\n",
	},
	{
		name:    "a section below it shows that it is text",
		text:    "$K\nWir sind stolz.\n\nViele Grüße\n$A\nNord 3\n",
		printed: "$A\nNord 3\n$K\nWir sind stolz.\n\nViele Grüße\n$E\n",
	},
	{
		name:    "so do long lines, more lines, and that there is nothing else",
		text:    "$K\nDanke sagen wir den Göttern, jeden Tag aufs Neue.\nViel Volk zog aus\nund kam ans Meer.\n",
		printed: "$K\nDanke sagen wir den Göttern, jeden Tag aufs Neue.\nViel Volk zog aus\nund kam ans Meer.\n",
	},
	{
		name:    "a text that only greets is a text",
		text:    "$K\nGruß an alle\n",
		printed: "$K\nGruß an alle\n",
	},
	{
		name:     "with an order below it it was none",
		text:     "$A\nLG Anna\nNord 3\n",
		problems: "2:4 error unexpected\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "nor with a section below it",
		text:     "$A\nNord 3\nDanke Euch\n$A\nOst 1\n",
		problems: "3:7 error unexpected\n",
		printed:  "$A\nNord 3\nOst 1\n",
	},
	{
		name:     "what is wrong above a greeting stays wrong",
		text:     "$A\nNord\nGruß Anna\nEna Ahoi\n",
		problems: "2:5 error missing\n3:1 warning greeting\n",
	},
	{
		name:     "below messages a greeting is told, too",
		text:     "$N\n#2\nAhoi\n#E\n\nViele Grüße\nHans\n",
		problems: "6:1 warning greeting\n",
		printed:  "$N\n#2\nAhoi\n#E\n",
	},
	{
		name:     "what is no greeting there is wrong",
		text:     "$N\n#2\nAhoi\n#E\nUnd noch etwas.\n",
		problems: "5:1 error message-outside\n",
		printed:  "$N\n#2\nAhoi\n#E\n",
	},
	{
		name:     "a message below it shows that it was none",
		text:     "$N\nLG Anna\n#2\nAhoi\n#E\n",
		problems: "2:1 error message-outside\n",
		printed:  "$N\n#2\nAhoi\n#E\n",
	},
	{
		name:     "words to a person are told once, and their name below",
		text:     "$A\nNord 3\nLiebe Leitung, wann endet das Spiel?\nHans\n",
		problems: "3:1 warning words-below\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "so is what is asked without an address",
		text:     "$A\nDarf ich die Frist verlängert haben?\n",
		problems: "2:1 warning words-below\n",
	},
	{
		name:     "an order with a question mark is none, nor one with a number",
		text:     "$A\nHallo Ihr 3\nNord Sued 4 ?\n",
		problems: "2:7 error unexpected\n3:6 error unexpected\n",
	},
	{
		name:     "columns count characters, not bytes",
		text:     "$A\nÄöü x\n",
		problems: "2:5 error unexpected\n",
	},
	{
		name:    "a semicolon is text where the section says so",
		text:    "$S\nEis;volk\n; ein Kommentar\n",
		printed: "$S\nEis;volk\n",
	},
	{
		name:     "the rest of a line that was broken",
		text:     "$A\n" + strings.Repeat(" ", 51) + "Nord\n  3 +\nSued 4\n", // 55 characters
		problems: "2:56 error missing\n3:3 error line-broken\n",
		printed:  "$A\nSued 4\n",
	},
	{
		name:     "and what was left of it is an order",
		text:     "$A\n" + strings.Repeat(" ", 51) + "Nord 3\n+\n",
		problems: "3:1 error line-broken\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:     "a line that is too short to be broken",
		text:     "$A\n" + strings.Repeat(" ", 50) + "Nord\n3 +\n",
		problems: "2:55 error missing\n3:1 error unexpected\n",
	},
	{
		name:     "together they are no order either",
		text:     "$A\n" + strings.Repeat(" ", 51) + "Nord\nx\n",
		problems: "2:56 error missing\n3:2 error missing\n",
	},
	{
		name:     "a line between, and a section",
		text:     "$A\n" + strings.Repeat(" ", 51) + "Nord\n\n3 +\n" + strings.Repeat(" ", 51) + "Nord\n$A\n3 +\n",
		problems: "2:56 error missing\n4:1 error unexpected\n5:56 error missing\n7:1 error unexpected\n",
	},
	{
		name:     "a line that is too long",
		text:     "$A\nNord " + strings.Repeat("3", 1000) + "\nSued 1 ;" + strings.Repeat("x", 5000) + "\n",
		problems: "2:1 error line-long\n",
		printed:  "$A\nSued 1\n",
	},
	{
		name:     "orders straight below the identity belong to no section",
		text:     "$I 4 geheim\nNord 3\nSued 4\n$A\nOst 1\n",
		problems: "2:1 error no-section\n",
		printed:  "$I 4 geheim\n$A\nOst 1\n",
	},
}

// allCases are those of all files.
func allCases() []parseCase { return slices.Concat(cases, textCases, identityCases, headCases) }

func TestParse(t *testing.T) {
	for _, c := range allCases() {
		t.Run(c.name, func(t *testing.T) {
			l := small()
			f := l.Parse(c.text)
			if got := told(f); got != c.problems {
				t.Errorf("problems:\n%swant:\n%s", got, c.problems)
			}
			if got := string(l.Print(nil, f)); got != c.printed {
				t.Errorf("printed:\n%swant:\n%s", got, c.printed)
			}
		})
	}
}

// Whatever made the line ends, and whatever an editor put in, the orders are
// the same.
func TestLineEnds(t *testing.T) {
	const text = "$I 4 geheim\n$A\nNord 3\n$N\n#2\nGruß\n\nEnde\n#E\n"
	l := small()
	want := string(l.Print(nil, l.Parse(text)))
	for name, other := range map[string]string{
		"CRLF":           strings.ReplaceAll(text, "\n", "\r\n"),
		"CR":             strings.ReplaceAll(text, "\n", "\r"),
		"BOM":            "\ufeff" + text,
		"BOM inside":     strings.ReplaceAll(text, "$", "\ufeff$"),
		"NBSP":           strings.ReplaceAll(text, " ", "\u00a0"),
		"tabs":           strings.ReplaceAll(text, " ", "\t"),
		"trailing blank": strings.ReplaceAll(text, "\n", " \n"),
		"NUL":            strings.Join(strings.Split(text, ""), "\x00"),
		"no end":         strings.TrimSuffix(text, "\n"),
	} {
		if got := string(l.Print(nil, l.Parse(other))); got != want {
			t.Errorf("%s:\n%swant:\n%s", name, got, want)
		}
	}
}

// Of many problems the first 200 are kept, the others counted, and a good line
// behind them still counts.
func TestManyProblems(t *testing.T) {
	f := small().Parse("$A\n" + strings.Repeat("7\n", 500) + strings.Repeat("N 1\n", 3) + "Nord 3\n")
	// 500 bad lines; `N 1` three times: three warnings "short", two "twice".
	if len(f.Problems) != Kept || f.DroppedErrors != 300 || f.DroppedWarnings != 5 || f.Errors() != 500 {
		t.Errorf("kept %d, dropped %d errors and %d warnings, %d errors in all", len(f.Problems), f.DroppedErrors,
			f.DroppedWarnings, f.Errors())
	}
	if len(f.Lines) != 2 {
		t.Errorf("%d good lines, want N 1 and Nord 3", len(f.Lines))
	}
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	const big = 5 << 20 // no mail is longer
	for name, text := range map[string]string{
		"NUL bytes":        strings.Repeat("\x00", big),
		"one endless line": "$A\n" + strings.Repeat("Nord 3 ", big/7),
		"all broken":       "$A\n" + strings.Repeat("???\n$Q\n$N\nx\n#x\n$A\n", big/20),
		"UTF-16":           "\xff\xfe$\x00A\x00\n\x00N\x00o\x00r\x00d\x00 \x003\x00\n\x00",
		"endless text":     "$K\n" + strings.Repeat("Wir. ", big/5),
		"dollars":          strings.Repeat("$", big),
	} {
		f := small().Parse(text)
		if len(f.Problems) > Kept {
			t.Errorf("%s: %d problems kept", name, len(f.Problems))
		}
	}
}

func TestScore(t *testing.T) {
	for text, want := range map[string]int{
		"Hallo, mir geht es gut.\nDas kostet\n$50\n": 0,
		"$A\nNord 3\nSued 1\n":                       3, // two lines, a head
		"$A\nkaputt\n":                               1, // a head
		"$I 4 geheim\n":                              1,
		"$I 4 geheim\n$N\n#2\nGruß\n#E\n":            3,
	} {
		if got := small().Score(text); got != want {
			t.Errorf("%q scores %d, want %d", text, got, want)
		}
	}
}

// Every code of the texts is produced by a case above or by a number read, and nothing else; both
// languages have the same codes with the same arguments.
func TestTexts(t *testing.T) {
	de, err := phrase.Load(phrase.De, Texts(phrase.De))
	if err != nil {
		t.Fatal(err)
	}
	en, err := phrase.Load(phrase.En, Texts(phrase.En))
	if err != nil {
		t.Fatal(err)
	}
	if a, b := de.Codes(), en.Codes(); strings.Join(a, " ") != strings.Join(b, " ") {
		t.Fatalf("codes differ:\n%v\n%v", a, b)
	}
	_, problems := ReadLine("10", "5", func(r *Reading) Order { return move{far: fmt.Sprint(r.Number("far", 2, 9))} })
	for _, c := range allCases() {
		problems = append(problems, small().Parse(c.text).Problems...)
	}
	problems = append(problems, foreign().Parse("$I 3 a\nwork\n$E\n$I 3 a\nwork\n").Problems...)
	lacks := Problem{Position: Position{3, 1}, Severity: Error, What: phrase.P("no-army", phrase.Str("army", "Sued"))}
	problems = append(problems, makers().Because("$A\nNord + Sued\nSued 3\n", []Problem{
		{Position: Position{2, 1}, Severity: Error, What: phrase.P("missing")}, lacks}, nil)[1])
	said := map[string]bool{}
	for _, p := range problems {
		said[p.What.Code] = true
		given := map[string]bool{}
		for _, a := range p.What.Args {
			given[a.Name] = true
		}
		for _, name := range de.Names(p.What.Code) {
			if !given[name] {
				t.Errorf("%s does not get {%s}", p.What.Code, name)
			}
		}
	}
	for _, code := range de.Codes() {
		if a, b := de.Names(code), en.Names(code); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Errorf("%s: arguments differ: %v, %v", code, a, b)
		}
		if !strings.Contains(code, ".") && !said[code] {
			t.Errorf("no case produces %s", code)
		}
	}
}
