package orders

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// foreign is a language of free lines, as a game has whose players' programs write heads of their own.
func foreign() *Language {
	return &Language{Opens: 'B',
		Clients: []Client{{`#atlantis {faction} "{password}"`, "#end"}, {`ERESSEA {faction} "{password}"`, "NÄCHSTER"},
			{`PARTEI {faction} "{password}"`, "NÄCHSTER"}, {`#GALAXY {} {faction} {password} {}`, "#END"}},
		Sections: []Section{
			{Letter: 'B', Names: []string{"Befehle"}, Line: readName, Raw: func(string) bool { return true }},
			{Letter: 'N', Names: []string{"Nachrichten"}, Kind: Messages},
		}}
}

// A client's head and end are `$I` and `$E` in the same line, and the lines between are orders as they are.
func TestClientsHeads(t *testing.T) {
	for _, c := range []parseCase{
		{name: "Atlantis", text: "#atlantis 3 \"geheim\"\nunit 5\nname unit \"Anna's men\" ; really\n#end\n",
			printed: "$I 3 geheim\n$B\nunit 5\nname unit \"Anna's men\" ; really\n"},
		{name: "words above it are for a person, and orders below the end are none",
			text: "Hello,\n\n#ATLANTIS 3 geheim\nunit 5\n#End\nBye\n", printed: "$I 3 geheim\n$B\nunit 5\n"},
		{name: "Eressea, with an end that has an umlaut", text: "eressea 101 \"geheim\"\nEINHEIT x\nNaechster\nEINHEIT y\n",
			printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "quotes of a telephone, a comment, a tick", text: "`PARTEI 101 „geheim“ ; ich`\nEINHEIT x\n",
			printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "a game, a password without quotes, a turn", text: "#galaxy Orion 3 geheim 12\no GREETINGS\n#end\n",
			printed: "$I 3 geheim\n$B\no GREETINGS\n"},
		{name: "our own head", text: "$I 3 geheim 7\nunit 5\n$N\n#M\nHi\n#E\n$B\nwork\n",
			printed: "$I 3 geheim 7\n$B\nunit 5\nwork\n$N\n#M\nHi\n#E\n"},
		{name: "no password", text: "#atlantis 3\nunit 5\n", printed: "$I 3\n$B\nunit 5\n"},
		{name: "below a head that cannot be read, nothing is anybody's", text: "ERESSEA 1o1 \"geheim\"\nEINHEIT x\nERESSEA 101 \"geheim\"\nEINHEIT y\n",
			problems: "1:1 error identity-form\n", printed: "$I 101 geheim\n$B\nEINHEIT y\n"},
		{name: "nor below another's", text: "ERESSEA 101 \"geheim\"\nEINHEIT x\nPARTEI 10z \"anders\"\nEINHEIT y\n",
			problems: "3:1 error identity-twice\n", printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "nor below one with a turn too many", text: "ERESSEA 101 \"geheim\"\nEINHEIT x\nPARTEI 102 \"anders\" 12\nEINHEIT y\n",
			problems: "3:1 error identity-twice\n", printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "nor below the end", text: "ERESSEA 101 \"geheim\"\nEINHEIT x\nNÄCHSTER\nPARTEI 102 \"anders\"\nEINHEIT y\n",
			problems: "4:1 error identity-twice\n", printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "a second head of the same", text: "ERESSEA 101 \"geheim\"\nEINHEIT x\nNÄCHSTER\nBye\nERESSEA 101 \"geheim\"\nEINHEIT y\n",
			problems: "5:1 error below-end-head\n", printed: "$I 101 geheim\n$B\nEINHEIT x\n"},
		{name: "orders to a faction and about one", text: "ERESSEA 101 \"geheim\"\nBOTSCHAFT PARTEI 102 \"Hallo zusammen\"\nBENENNE FREMDE PARTEI 2t \"Feinde\"\n",
			printed: "$I 101 geheim\n$B\nBOTSCHAFT PARTEI 102 \"Hallo zusammen\"\nBENENNE FREMDE PARTEI 2t \"Feinde\"\n"},
		{name: "orders and prose that begin with such a word", text: "Partei heute Abend bei \"Anna\", kommt ihr?\nERESSEA 101 \"geheim\"\nPARTEI\npartei name \"Foes\" x y\n",
			printed: "$I 101 geheim\n$B\nPARTEI\npartei name \"Foes\" x y\n"},
	} {
		l := foreign()
		f := l.Parse(c.text)
		if got := string(l.Print(nil, f)); got != c.printed || told(f) != c.problems {
			t.Errorf("%s: printed\n%swith problems\n%swant\n%swith\n%s", c.name, got, told(f), c.printed, c.problems)
		}
		if ours := l.Parse(l.Ours(c.text)); !reflect.DeepEqual(ours.Lines, f.Lines) || !reflect.DeepEqual(ours.Identity, f.Identity) {
			t.Errorf("%s: as our own %v of %v, want %v of %v", c.name, ours.Lines, ours.Identity, f.Lines, f.Identity)
		}
	}
	if got, end := foreign().ClientHead(7, "abc"); got != `#atlantis 7 "abc"` || end != "#end" {
		t.Errorf("a head for realm 7 is %s", got)
	}
	for _, l := range []*Language{{Clients: []Client{{`#GALAXY {} {faction} {password} {}`, "#END"}}}, small()} {
		if head, end := l.ClientHead(7, "abc"); head+end != "" {
			t.Error("there is a head with a word that nobody knows, or without clients")
		}
	}
	if got := small().Ours("#atlantis 3 \"geheim\"\n#end"); got != "#atlantis 3 \"geheim\"\n#end" {
		t.Errorf("a game without clients reads %q", got)
	}
}

// Heads of any game lose their passwords by their form, in whatever place. What only looks a little like one stays.
func TestScrubMasksHeads(t *testing.T) {
	for text, want := range map[string]string{
		"#atlantis 3 \"abc\"\nunit 1\n#end\n":                "#atlantis 3 \"***\"\nunit 1\n#end\n",
		"Hello\nERESSEA 101 \"a-b\"\r\nEINHEIT x\n":          "Hello\nERESSEA 101 \"***\"\nEINHEIT x\n",
		"> #atlantis 3 \"abc\"\n> unit 1\n":                  "> #atlantis 3 \"***\"\n> unit 1\n",
		">> Partei 10z \"abc\"\n":                            ">> Partei 10z \"***\"\n",
		"see: ERESSEA 4x \"abc\" as I wrote\n":               "see: ERESSEA 4x \"***\" as I wrote\n",
		"see: #atlantis 3 \"abc\" as I wrote\n":              "see: #atlantis 3 \"***\" as I wrote\n",
		"Report 101 \"abc\"":                                 "Report 101 \"***\"",
		"#GALAXY Orion 3 abc 12\n":                           "#GALAXY Orion 3 ***\n",
		"#GALAXY Orion Klingon abc 12\n":                     "#GALAXY ***\n",
		"it was #GALAXY Orion 3 abc 12, I think\n":           "it was #GALAXY Orion 3 *** 12, I think\n",
		"#atlantis 3 \"a b c\n":                              "#atlantis 3 \"***\n",
		"#atlantis \"abc\"\n":                                "#atlantis \"***\"\n",
		"ERESSEA \"abc\"\n":                                  "ERESSEA \"***\"\n",
		"PARTEI 101 „abc“ ; it is me\n":                      "PARTEI 101 „***“ ; it is me\n",
		"Hello\nunit 5\nname unit \"Anna's men\"\n":          "Hello\nunit 5\nname unit \"Anna's men\"\n",
		"faction war 2 trade 1\nname faction \"Foes\"\n":     "faction war 2 trade 1\nname faction \"Foes\"\n",
		"Hallo\nmeine Armee 3 \"Adler\" ist bei Dir\n":       "Hallo\nmeine Armee 3 \"Adler\" ist bei Dir\n",
		"Hallo\nArmee 3 \"Adler\"\nArmee 4 \"Falke\"\n":      "Hallo\nArmee 3 \"Adler\"\nArmee 4 \"Falke\"\n",
		"Das ist SEHR \"schön\", sagt die NATO \"alle\".\n":  "Das ist SEHR \"schön\", sagt die NATO \"alle\".\n",
		"#12 is first\n#M\n# Plan 3\n#Metoo is a movement\n": "#12 is first\n#M\n# Plan 3\n#Metoo is a movement\n",
		"$N\n#2\nERESSEA 101 \"abc\"\n#Lied 3 \"abc\"\n":     "$N\n#2\nERESSEA 101 \"abc\"\n#Lied 3 \"abc\"\n",
		"$I 3 abc\nBUY 5 \"grain\"\n$E\nERESSEA 1 \"abc\"":   "$I 3 ***\nBUY 5 \"grain\"\n$E\nERESSEA 1 \"***\"",
	} {
		got := Scrub(text, small().Parse(text).Identity)
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if again := Scrub(got, nil); again != got && !strings.Contains(text, "$") && !strings.Contains(text, "BUY") {
			t.Errorf("%q, scrubbed again, is %q", got, again)
		}
	}
	l := foreign() // which knows its clients' words, also among orders, and that quotes are orders' own
	for text, want := range map[string]string{
		"#atlantis 3 \"abc\"\nBUY 5 \"grain\"\nsell 5 \"iron\"\n":                "$I 3 ***\nBUY 5 \"grain\"\nsell 5 \"iron\"\n",
		"Eressea 101 abc\nBUY 5 \"grain\"\n":                                     "$I 101 ***\nBUY 5 \"grain\"\n",
		"Eressea 101 abc\nBOTSCHAFT PARTEI 102 \"Hallo\" ; Partei 102 \"abc\"\n": "$I 101 ***\nBOTSCHAFT PARTEI 102 \"Hallo\" ; Partei 102 \"***\"\n",
		"$I 101 abc\n; once Partei 102 \"abc\"\n$N\n#2\nEressea 1 x \"abc\"":     "$I 101 ***\n; once Partei 102 \"***\"\n$N\n#2\nEressea 1 x \"abc\"",
	} {
		if got := Scrub(l.Ours(text), l.Parse(text).Identity); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// FuzzHeads: no password of a head survives Scrub, wherever the head is, and what is left is read as the same orders. One
// that is quoted has its form: between quotes, or with its sign.
func FuzzHeads(f *testing.F) {
	l := foreign()
	heads := []string{"#atlantis 3 \"PW\"", "ERESSEA 101 \"PW\"", "Partei 101 \"PW\"", "#galaxy Orion 3 PW 12", "#atlantis 3 PW",
		"eressea 101 PW", "ERESSEA 1o1 \"PW\"", "#atlantis x \"PW\"", "PARTEI \"PW\"", "#atlantis \"PW\" 3", "#GALAXY 3 PW", "$I 3 PW"}
	around := []string{"HEAD", "Hello,\nHEAD\nunit 5\n", "$I 7 other\nunit 4\nHEAD\nunit 5\n", "Hello,\n> HEAD\n> unit 5\n",
		"#atlantis 7 \"other\"\nunit 4\n#end\nHEAD\nunit 5\n#end\n", "\t HEAD ; it is me\n", "`HEAD`", "$N\n#2\nHEAD\n", "$B\nwork\nHEAD"}
	for h := range heads {
		for a := range around {
			f.Add(uint(h), uint(a), "geheim7Wort")
		}
	}
	f.Fuzz(func(t *testing.T, h, a uint, password string) {
		password = strings.Map(func(r rune) rune {
			if 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' || r == '-' {
				return r
			}
			return -1
		}, password)
		if len(password) < 4 || isRealm(password) {
			return
		}
		head := strings.ReplaceAll(heads[h%uint(len(heads))], "PW", "\x01")
		text := strings.ReplaceAll(around[a%uint(len(around))], "HEAD", head)
		if strings.Contains(strings.ReplaceAll(text, "\x01", ""), password) {
			return // a word of the text itself
		}
		text = strings.ReplaceAll(text, "\x01", password)
		if strings.Contains(text, "> eressea 101 ") {
			return
		}
		if quoted := Scrub(strings.ReplaceAll(text, "$", ""), nil); slices.Contains([]uint{0, 1, 3}, h%uint(len(heads))) && strings.Contains(quoted, password) {
			t.Fatalf("%q, quoted, becomes %q", text, quoted)
		}
		file := l.Parse(text)
		got := Scrub(l.Ours(text), file.Identity)
		if strings.Contains(got, password) {
			t.Fatalf("%q becomes %q", text, got)
		}
		if slices.ContainsFunc(file.Lines, func(o Line) bool { return strings.Contains(string(o.Order.Print(nil, "de")), password) }) {
			t.Fatalf("%q has an order with it", text)
		}
		if again := l.Parse(got); !reflect.DeepEqual(again.Lines, file.Lines) {
			t.Fatalf("%q is read as %v, scrubbed as %v", text, file.Lines, again.Lines)
		}
	})
}

// A mail for several realms becomes a text for each, with the same line numbers.
func TestApart(t *testing.T) {
	l := foreign()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"Hi\n#atlantis 3 \"a\"\nunit 5\n#end\n", nil},
		{"ERESSEA 3 \"a\"\nx\nPARTEI 3 \"a\"\ny\n", nil},
		{"Hi\nERESSEA 3 \"a\"\nx\nNÄCHSTER\nERESSEA 4 \"b\"\ny\n$N\n#M\nz\n",
			[]string{"Hi\nERESSEA 3 \"a\"\nx\nNÄCHSTER\n\n\n\n\n\n", "\n\n\n\nERESSEA 4 \"b\"\ny\n$N\n#M\nz\n"}},
		{"ERESSEA 3 \"a\"\nx\n$I 4 b\ny\nERESSEA 3 \"a\"\nz\n-- \nERESSEA 5 \"c\"\n",
			[]string{"ERESSEA 3 \"a\"\nx\n\n\nERESSEA 3 \"a\"\nz\n-- \nERESSEA 5 \"c\"\n", "\n\n$I 4 b\ny\n\n\n\n\n"}},
		{"ERESSEA 3 \"a\"\nERESSEA 1o \"b\"\nx\nERESSEA 3 \"c\"\ny\n", // bad heads are somebody else's
			[]string{"ERESSEA 3 \"a\"\n\n\nERESSEA 3 \"c\"\ny\n", "\nERESSEA 1o \"b\"\nx\n\n\n"}},
		{"ERESSEA 3 \"a\"\nERESSEA 4 \"b\"\nERESSEA 5 \"c\"\nERESSEA 6 \"d\"\nx\n", // three at most
			[]string{"ERESSEA 3 \"a\"\n\n\n\n\n", "\nERESSEA 4 \"b\"\n\n\n\n", "\n\nERESSEA 5 \"c\"\nERESSEA 6 \"d\"\nx\n"}},
	} {
		if got := l.Apart(c.text, 3); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
	if got := small().Apart("$I 3 a\n$A\nNord 3\n$I 4 b\n$A\nNord 3\n", 3); got != nil {
		t.Errorf("a game without clients: %q", got)
	}
}

// A text is headless if its first line is neither a section nor a head, also one that cannot be read. Where orders need a
// section, a head above them helps nothing.
func TestHeadless(t *testing.T) {
	for text, want := range map[string]bool{"\n sow 1\n$B\n": true, "; sow\n": true, "$B\nsow 1\n": false, " $I x\nsow 1\n": false,
		"#ATLANTIS seven x\nsow 1\n": false, "\n \n": false} {
		if got := foreign().Headless(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
		if small().Headless(text) {
			t.Errorf("%q, where orders need a section", text)
		}
	}
}
