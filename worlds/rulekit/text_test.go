package rulekit

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

const pageText = `
head = "Head"
deep = "    deep words"
long = "{text}"
"report.refused" = "Line {line}: "
"report.refused-nowhere" = "Refused: "
"report.head" = "Realm {realm} {name}, {player}"
no = "no such army"
"legend.head.name" = "Name"
"legend.head.cost" = "GS"
`

// The parts of a text, as they are read.
func TestText(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(pageText))
	if err != nil {
		t.Fatal(err)
	}
	p := (&Reader{Book: book, Person: &Person{Number: 2, Name: "North", Player: "Ann"}}).Text()
	WriteHead(p)
	p.Refused("", []orders.Problem{{Position: orders.Position{Line: 3}, What: phrase.P("no")}, {What: phrase.P("no")}},
		"")
	p.Title("head")
	p.Say("", "deep")
	p.Say("  ", "deep")
	p.Wrap("  ", "")
	p.Blank()
	p.Drawn("a  ")
	WriteTable(p, 1, []string{"name", "cost"}, [][]string{{"Knight", Digits(5)}, {"Boat", Some(0)}})
	const want = `Realm 2 North, Ann
Line 3: no such army
Refused: no such army

Head
----
    deep words
      deep words
  

a
  Name    GS
  Knight   5
  Boat     -
`
	if got := string(p.Out); got != want {
		t.Errorf("the text is\n%s", got)
	}
	text := strings.Repeat("word ", 30)
	reader := &Reader{Book: book}
	narrow, broad := Text{Reader: reader}, Text{Reader: reader, Broad: true}
	narrow.Say("", "long", phrase.Str("text", text))
	broad.Say("", "long", phrase.Str("text", text))
	if strings.Count(string(narrow.Out), "\n") != 2 || strings.Count(string(broad.Out), "\n") != 1 {
		t.Errorf("wrapped as\n%s\n%s", narrow.Out, broad.Out)
	}
}

// An exact text keeps blanks and line ends, sets quotations in, and leaves out what has no room.
func TestExactText(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(pageText+`cut = "The rest is missing."
"report.letter" = "From {realm} {name}:"
`))
	if err != nil {
		t.Fatal(err)
	}
	p := Text{Reader: &Reader{Book: book, Person: &Person{Number: 1}, Name: func(int) string { return "N" }}, Exact: true}
	p.Say("", "long", phrase.Str("text", "two  blanks\nand a line"))
	p.Line("  ", phrase.P("no"), phrase.P("long", phrase.Str("text", strings.Repeat("x", 80))))
	p.Refused("", []orders.Problem{{Position: orders.Position{Line: 3}, What: phrase.P("no")}}, "$A\n\nK.M  9 ; x")
	p.Quote("one\n\n two")
	p.Section(len(p.Out)+50, "cut", func() {
		p.Post("", []PlayerMessage{{From: 2, To: 1, Text: "short"}, {From: 3, To: 1, Text: strings.Repeat("long ", 10)}})
	})
	p.Section(1<<10, "cut", func() { p.Refused("", []orders.Problem{{What: phrase.P("no")}}, "$A\n") })
	want := "two  blanks\n  and a line\n  no such\n    army" + strings.Repeat("x", 70) + `
    xxxxxxxxxx
Line 3: no such army
    > K.M  9
  one

   two

From 2 N:
  short

The rest is missing.

Refused: no such army
`
	if got := string(p.Out); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
	p.Out, p.Broad = nil, true
	p.Line("- ", phrase.P("no"), phrase.P("long", phrase.Str("text", strings.Repeat("x  ", 30))))
	if got := string(p.Out); got != "- no such army"+strings.Repeat("x  ", 30)+"\n" {
		t.Errorf("in the body of a mail: %q", got)
	}
}

// Each line that was not done is quoted once, below its last reason, with its blanks and no character that cannot be
// printed. No line is wider than a text, and each has the mark. Of a long line there are a hundred characters.
func TestRefusedLinesAreQuoted(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(pageText+`late = "too late"`))
	if err != nil {
		t.Fatal(err)
	}
	at := func(line int, code string) orders.Problem {
		return orders.Problem{Position: orders.Position{Line: line}, What: phrase.P(code)}
	}
	sheet := "$A\n  K.M\t9  A+\x1b[2J\u202e ; Grüße \n\n" + strings.Repeat("wort ", 13) + strings.Repeat("y", 20) + " " +
		strings.Repeat("z", 30) + "\n" + strings.Repeat("ä", 101) + "\n" + strings.Repeat("ö", 100)
	undone := []orders.Problem{at(0, "late"), at(2, "no"), at(2, "late"), at(3, "no"), at(4, "no"), at(5, "no"), at(6, "no"),
		at(7, "no")}
	want := `  Refused: too late
  Line 2: no such army
  Line 2: too late
      > K.M 9  A+[2J
  Line 3: no such army
  Line 4: no such army
      > wort wort wort wort wort wort wort wort wort wort wort wort wort
      > yyyyyyyyyyyyyyyyyyyy zzzzzzzzzzzzzz ...
  Line 5: no such army
      > ` + strings.Repeat("ä", 70) + "\n      > " + strings.Repeat("ä", 30) + ` ...
  Line 6: no such army
      > ` + strings.Repeat("ö", 70) + "\n      > " + strings.Repeat("ö", 30) + `
  Line 7: no such army
`
	reader := &Reader{Book: book}
	for _, exact := range []bool{false, true} {
		p := Text{Reader: reader, Exact: exact}
		if n := p.Refused("  ", undone, sheet); string(p.Out) != want || n != len(undone) {
			t.Errorf("exact %t: the text is\n%s\nand not\n%s", exact, p.Out, want)
		}
		notes := Notes{Reader: reader}
		notes.Refused(undone, true)
		if got := notes.Facts.Refused; len(got) != len(undone) || !got[2].Partly || got[2].Line != 2 || got[2].Text != "too late" {
			t.Errorf("exact %t: the facts are %+v", exact, got)
		}
	}
	p := Text{Reader: reader} // of a sheet that is another's, nothing is quoted
	if p.Refused("", undone[1:2], ""); string(p.Out) != "Line 2: no such army\n" {
		t.Errorf("the text is\n%s", p.Out)
	}
}

// eastward shows places as steps from field 70.
type eastward struct{}

func (eastward) AppendPlace(dst []byte, place int64) []byte {
	return append(strconv.AppendInt(dst, place-70, 10), "/0"...)
}

// A sentence as data has the arguments that can be read in it, as its reader counts fields, and no others: what a rule
// hands over beside them may be what nobody saw (law 6).
func TestSaidHasWhatIsRead(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(`
stopped = "{army} stops at {field}, {men} {men:man|men} in {kind}."
"kind.wood" = "a wood of {size} trees"
`))
	if err != nil {
		t.Fatal(err)
	}
	p := Reader{Book: book, Places: eastward{}}
	got := p.Said(phrase.P("stopped", phrase.Str("army", "1.K"), phrase.At("field", 77), phrase.Num("steps", 3),
		phrase.Num("men", 40), phrase.Key("kind", "kind.wood"), phrase.Num("size", 9), phrase.At("before", 12)))
	want := game.Said{Code: "stopped", Text: "1.K stops at 7/0, 40 men in a wood of 9 trees.",
		Args: map[string]game.FactValue{"army": worded("1.K"), "field": worded("7/0"), "men": {Number: 40},
			"kind": worded("kind.wood"), "size": {Number: 9}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%#v, want %#v", got, want)
	}
}

// A row of a report is in the facts with what can be read in it; money of one kind is one line, none is none, and what
// the treasury holds is said even of nothing.
func TestFiguresAndMoney(t *testing.T) {
	book, err := phrase.Load(phrase.En, []byte(`
army = "{army} in {field}: {men} men{busy}"
"busy.march" = ", on the march to {to}"
"busy.not" = ""
"money.land" = "land"
"money.gold" = "gold"
`))
	if err != nil {
		t.Fatal(err)
	}
	p := Notes{Reader: &Reader{Book: book, Places: eastward{}}}
	row := func(busy string) phrase.Phrase {
		return phrase.P("army", phrase.Str("army", "1.K"), phrase.At("field", 71), phrase.Num("men", 0),
			phrase.Key("busy", busy), phrase.At("to", 75), phrase.Num("unsaid", 8))
	}
	values, words := p.Figures(row("busy.march"), "army")
	if !reflect.DeepEqual(values, map[string]int64{"men": 0}) ||
		!reflect.DeepEqual(words, map[string]string{"field": "1/0", "busy": "on the march to 5/0", "to": "5/0"}) {
		t.Errorf("%v, %v", values, words)
	}
	if values, words = p.Figures(row("busy.not"), "army", "field", "men"); values != nil || words != nil {
		t.Errorf("%v, %v", values, words)
	}
	for _, n := range []int64{5, 0, 7} {
		p.Sum("income", "land", n)
	}
	p.Sum("outlay", "land", 0)
	p.Sum("treasury", "gold", 0)
	want := []game.FactMoney{{Kind: "income", Code: "land", Amount: 12, Text: "land"},
		{Kind: "treasury", Code: "gold", Text: "gold"}}
	if !reflect.DeepEqual(p.Facts.Money, want) {
		t.Errorf("%+v", p.Facts.Money)
	}
}
