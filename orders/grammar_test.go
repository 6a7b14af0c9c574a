package orders

import (
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// Grammars of one token behind the other, as rulebooks have them.
var (
	firmSlots  = []Slot{{"@Word", "unit"}, {"@Number", "x"}, {"@Number", "y"}}
	looseSlots = []Slot{{"@Sign?", ""}, {"@Word", "unit"}, {"@Number", "id"}, {"@Sign?", ""}, {"@Word?", ""},
		{"@Number?", ""}, {"@Number?", ""}}
	openSlots = []Slot{{"@Word", "unit"}, {"@Number?", ""}, {RestOfLine, ""}}
)

// A line that is read without participle is read as participle reads it: a good one, and of a bad one what was
// understood and what is wrong.
func TestLinesAreWalkedAsTheyAreParsed(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(7, 7))
	bits := []string{"K.M", "kavallerie", "Größe", "1", "12", "1.000", "-3", "+", "-", "V+", "V-12", "\u2013", ".",
		"ab2", "\u00a0", "", ";"}
	good := 0
	firm, loose := NewGrammar(LettersOnly, "", firmSlots...), NewGrammar(LettersAndDigits, "", looseSlots...)
	open := NewGrammar(LettersOnly, "", openSlots...)
	for _, g := range []*Grammar{firm, loose, open} {
		g.build()
	}
	lines := 15_000
	if os.Getenv("LAWS") == "full" {
		lines = 50_000
	}
	for range lines {
		var words []string
		for range dice.IntN(9) {
			words = append(words, bits[dice.IntN(len(bits))])
		}
		line := strings.Join(words, " ")
		good += sameWalk(t, firm, line) + sameWalk(t, loose, line) + sameWalk(t, open, line)
	}
	if good < lines/50 {
		t.Errorf("only %d of the lines were good", good)
	}
}

func sameWalk(t *testing.T, g *Grammar, line string) int {
	t.Helper()
	want, got := Tokens{Each: make([]Token, len(g.slots))}, Tokens{Each: make([]Token, len(g.slots))}
	wrong, problem := g.parse(line, &want), g.walk(line, &got)
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(problem, wrong) {
		t.Fatalf("%q: walked as %+v, %v, parsed as %+v, %v", line, got, problem, want, wrong)
	}
	if wrong == nil {
		return 1
	}
	return 0
}

// What is more than one token behind the other is left to participle.
func TestOtherGrammarsAreParsed(t *testing.T) {
	g := NewGrammar(LettersOnly, "Lauf 3", Slot{"@Word", "word"}, Slot{"@(Number | Word)?", ""})
	if g.steps != nil {
		t.Error("a token of several kinds is walked")
	}
	for line, want := range map[string]string{"Lauf 3": "", "Lauf weit": "", "Lauf": "", "3": "unexpected",
		"": "missing", "Lauf 3 4": "surplus"} {
		var got Tokens
		wrong := g.Parse(line, &got)
		if wrong == nil && want == "" && got.Each[0].Value == "Lauf" {
			continue
		}
		if wrong == nil || wrong.What.Code != want {
			t.Errorf("%q is parsed as %v, %v, want %q", line, got, wrong, want)
		}
	}
	if g := NewGrammar(LettersOnly, "", Slot{"'x' @Word", ""}); g.steps != nil {
		t.Error("a word that must be there is walked")
	}
}
