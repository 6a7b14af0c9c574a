package part_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// Side is where ships lie.
type Side byte

// set are the parts of the orders here.
var set = &part.Set{Words: orders.LettersOnly, Instead: dashed, Spoken: map[string]string{"K.M 1 20": "example.raise"}, Parts: part.Kinds{
	"army": &part.Kind[string]{
		Tokens: "@Word @Number", Wants: "unit id", Form: "army:army~&",
		Read: func(r *part.Reading, _ *part.Field, t []orders.Token) string {
			if t[0].Value == "X" {
				r.Bad(t[0], phrase.P("unit"))
				r.Stop()
			}
			return t[0].Value + " " + t[1].Value
		},
		Print: func(dst []byte, name string, _ phrase.Lang) []byte { return append(dst, name...) },
	},
	"fit": &part.Kind[bool]{
		Tokens: "@Sign?", Form: "?=+",
		Read: func(_ *part.Reading, _ *part.Field, t []orders.Token) bool { return t[0].Value == "+" },
		Print: func(dst []byte, fit bool, _ phrase.Lang) []byte {
			return append(dst, map[bool]string{true: "+"}[fit]...)
		},
	},
	"side": &part.Kind[Side]{
		Tokens: "@Word", Form: "=N/north|S/south",
		Print: func(dst []byte, s Side, lang phrase.Lang) []byte {
			switch {
			case s == 0:
				return dst
			case lang == phrase.En:
				return append(dst, map[Side]string{'N': "north", 'S': "south"}[s]...)
			}
			return append(dst, byte(s))
		},
	},
}}

// rest is a part of one order alone.
var rest = part.Kinds{
	"rest": &part.Kind[string]{
		Tokens: orders.RestOfLine, Form: "name:text?",
		Read: func(r *part.Reading, _ *part.Field, t []orders.Token) string {
			if len(t) == 0 {
				return ""
			}
			return r.Text[t[0].Pos.Offset:]
		},
		Print: func(dst []byte, text string, _ phrase.Lang) []byte { return append(dst, text...) },
	},
}

// dashed knows better what is wrong with a line that has an equals sign.
func dashed(text string) (orders.Problem, bool) {
	return orders.Problem{Severity: orders.Error, What: phrase.P("dashed")}, strings.Contains(text, "=")
}

// Raise is an order with all there is: a sign, two tokens, a number, an optional part that Check reads.
type Raise struct {
	Fit   bool   `part:"fit"`
	Army  string `part:"army" key:""`
	Count int64  `part:"number" want:"count" min:"1" max:"50"`
	Side  Side   `part:"side?" want:"side"`
	Note  string // no part of the line
}

var raises = part.New[Raise](set, "K.M 1 20", "K.M 1 20", "+K.M 1 20 N")

// Print appends `+K.M 1 20 N`.
func (o Raise) Print(dst []byte, lang phrase.Lang) []byte { return raises.Print(dst, o, lang) }

// Check reads the side, and joins numbers that belong together.
func (o *Raise) Check(r *part.Reading) {
	o.Note = "checked"
	if r.Wrong != nil && strings.HasSuffix(r.Text, " 0") {
		if r.Otherwise(strings.TrimSuffix(r.Text, " 0") + "0") {
			r.Only(r.Of("Count")[0], phrase.P("joined"))
		}
		return
	}
	switch t := r.Of("Side")[0]; {
	case t.Value == "":
	case t.Value == "N" || t.Value == "S":
		o.Side = Side(t.Value[0])
	default:
		r.Warn(t, phrase.P("side"))
	}
}

// Name is an order with the rest of its line and a key of its own.
type Name struct {
	Number int    `part:"number" want:"number"`
	Text   string `part:"rest"`
}

var namings = part.New[Name](set.With(rest), "1 Rom")

// Print appends `1 Rom`.
func (o Name) Print(dst []byte, _ phrase.Lang) []byte { return namings.Print(dst, o, phrase.De) }

// Key is the same for all.
func (Name) Key() string { return "name" }

// Forms are two.
func (Name) Forms() []string { return []string{"number:number", "number:number name:text"} }

func TestLines(t *testing.T) {
	for text, want := range map[string]string{
		"K.M 1 20":      "{false K.M 1 20 0 checked} | K.M 1 20 | K.M 1 20 []",
		"+ K.M 1 020 N": "{true K.M 1 20 78 checked} | +K.M 1 20 N | +K.M 1 20 north []",
		"K.M 1 20 Ost":  "{false K.M 1 20 0 checked} | K.M 1 20 | K.M 1 20 [warning side 10]",
		"":              "[error missing 1 want.unit example.raise]",
		"K.M 1":         "[error missing 6 want.count example.raise]",
		"1 K.M":         "[error unexpected 1 want.unit example.raise]",
		"K.M 1 20 N N":  "[error surplus 12 example.raise]",
		"K.M 1 51":      "[error order.count 7 example.raise]",
		"K.M 1 0 N N":   "[error order.count 7 example.raise]", // it says more than where the grammar stopped
		"X 1 0":         "[error unit 1 example.raise]",
		"K.M 1 = 3":     "[error dashed 0]",
		"K.M 1 2 0":     "[error joined 7 example.raise]",
		"K.M 1 50 0":    "[error surplus 10 example.raise]",
	} {
		o, problems := raises.Read(text)
		got := ""
		if o != nil {
			got = fmt.Sprintf("%v | %s | %s ", o, o.Print(nil, phrase.De), o.Print(nil, phrase.En))
		}
		if got += shown(problems); got != want {
			t.Errorf("%q is read as\n%s, want\n%s", text, got, want)
		}
	}
	if got := string(Raise{Army: "K.M 1", Count: 3, Side: 'N'}.Print([]byte("; "), phrase.De)); got != "; K.M 1 3 N" {
		t.Errorf("printed behind something: %q", got)
	}
}

// shown are problems in few words: what, where, and the words that stand for what is missing and for the example.
func shown(problems []orders.Problem) string {
	var out []string
	for _, p := range problems {
		s := fmt.Sprint(p.Severity, " ", p.What.Code, " ", p.Col)
		for _, a := range p.What.Args {
			if a.Name == "want" || a.Name == "example" {
				s += " " + a.S
			}
		}
		out = append(out, s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func TestSections(t *testing.T) {
	s := part.Section(orders.Section{Letter: 'R'}, raises)
	if o, _ := s.Line("+K.M 1 20"); s.Key(o) != "K.M 1" {
		t.Errorf("the key of %v is %q", o, s.Key(o))
	}
	want := orders.Shape("?=+ army:army~& count:number side?=N/north|S/south")
	if got := fmt.Sprint(s.Forms); got != fmt.Sprint([]orders.Form{want}) {
		t.Errorf("forms %s", got)
	}
	for _, e := range s.Examples {
		if o, problems := s.Line(e); o == nil || len(problems) > 0 || !s.Forms[0].Fits(e) {
			t.Errorf("%q is no good example: %v", e, problems)
		}
	}
	two := part.Section(orders.Section{Letter: 'N', Line: namings.Read}, raises, namings)
	o, _ := two.Line("1 Rom am Tiber")
	got := fmt.Sprint(o, two.Key(o), len(two.Forms), two.Examples)
	if got != "{1 Rom am Tiber}name3 [K.M 1 20 +K.M 1 20 N 1 Rom]" {
		t.Errorf("two kinds of lines in a section: %s", got)
	}
}

// A line that was read leaves nothing behind for the next.
func TestLinesAreReadAnew(t *testing.T) {
	raises.Read("+K.M 1 99 N N")
	namings.Read("1 Rom")
	first, _ := raises.Read("+R.L 2 7 S")
	second, problems := raises.Read("K.M 1 20")
	if got := fmt.Sprint(first, second, problems); got != "{true R.L 2 7 83 checked} {false K.M 1 20 0 checked} []" {
		t.Error(got)
	}
	if o, _ := namings.Read("2"); o != (Name{Number: 2}) {
		t.Errorf("%#v", o)
	}
}

// bad has a part that nobody has.
type bad struct {
	Field string `part:"number" want:"x"`
}

func (bad) Print(dst []byte, _ phrase.Lang) []byte { return dst }

func TestWrongTagsPanic(t *testing.T) {
	defer func() {
		if said := fmt.Sprint(recover()); said != `part_test.bad.Field: no part "number" means a string` {
			t.Error(said)
		}
	}()
	part.New[bad](set, "1").Read("1")
}
