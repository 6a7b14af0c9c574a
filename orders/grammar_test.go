package orders

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// walked are grammars of one token behind the other, as rulebooks have them.
type (
	firmLine struct {
		What Token `parser:"@Word" want:"unit"`
		X    Token `parser:"@Number" want:"x"`
		Y    Token `parser:"@Number" want:"y"`
	}
	looseLine struct {
		Fit    Token `parser:"@Sign?"`
		Unit   Token `parser:"@Word" want:"unit"`
		ID     Token `parser:"@Number" want:"id"`
		Flag   Token `parser:"@Sign?"`
		Word   Token `parser:"@Word?"`
		First  Token `parser:"@Number?"`
		Second Token `parser:"@Number?"`
	}
	openLine struct {
		What Token   `parser:"@Word" want:"unit"`
		X    Token   `parser:"@Number?"`
		Rest []Token `parser:"@((Word | Number | Sign | Mark)*)"`
	}
)

// A line that is read without participle is read as participle reads it: a good one, and of a bad one what was
// understood and what is wrong.
func TestLinesAreWalkedAsTheyAreParsed(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 7))
	bits := []string{"K.M", "kavallerie", "Größe", "1", "12", "1.000", "-3", "+", "-", "V+", "V-12", "\u2013", ".",
		"ab2", "\u00a0", "", ";"}
	good := 0
	firm, loose := NewGrammar[firmLine](LettersOnly, ""), NewGrammar[looseLine](LettersAndDigits, "")
	open := NewGrammar[openLine](LettersOnly, "")
	for range 50_000 {
		var words []string
		for range dice.IntN(9) {
			words = append(words, bits[dice.IntN(len(bits))])
		}
		line := strings.Join(words, " ")
		good += sameWalk(t, firm, line) + sameWalk(t, loose, line) + sameWalk(t, open, line)
	}
	if good < 1000 {
		t.Errorf("only %d of the lines were good", good)
	}
}

func sameWalk[T any](t *testing.T, g *Grammar[T], line string) int {
	t.Helper()
	want, wrong := g.parse(line)
	got, problem := g.walk(line)
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
	type manyLine struct {
		What Token   `parser:"@Word"`
		Rest []Token `parser:"@((Word | Number)*)"`
	}
	type namedLine struct {
		What Token `parser:"'x' @Word"`
	}
	if g := NewGrammar[manyLine](LettersOnly, ""); g.steps != nil {
		t.Error("several tokens in a field are walked")
	}
	if g := NewGrammar[namedLine](LettersOnly, ""); g.steps != nil {
		t.Error("a word that must be there is walked")
	}
}
