package orders

import (
	"errors"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"weltentor/orders/phrase"
)

// Grammar reads one line into a T, a flat struct with a participle grammar in
// its tags over the tokens Word, Number, Sign and Mark. A field tagged
// `want:"x"` must be there; when it is missing, the problem says that the
// sentence "want.x" of the rulebook was expected:
//
//	type recruitLine struct {
//		Fit  orders.Token `parser:"@Sign?"`
//		Unit orders.Token `parser:"@Word" want:"unit"`
//	}
type Grammar[T any] struct {
	parser  *participle.Parser[T]
	steps   []step // nil: the grammar is more than one token behind the other, and what is left of the line
	words   Words
	wants   []want
	example string
}

// want is a field that must be there.
type want struct {
	index int
	key   string
}

// step is a field of T: a token of a line whose grammar is one behind the other, or all that are left.
type step struct {
	kind     lexer.TokenType
	optional bool
	rest     bool
}

// restOfLine is the grammar of the last field of a T that takes whatever is left.
const restOfLine = "@((Word | Number | Sign | Mark)*)"

// stepsOf reads the grammars of fields that are `@Kind`, `@Kind?`, or at the end restOfLine; nil if one is anything else.
func stepsOf(t reflect.Type) (steps []step) {
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("parser")
		if tag == restOfLine && f.Type == reflect.TypeFor[[]Token]() && i == t.NumField()-1 {
			return append(steps, step{rest: true})
		}
		name, optional := strings.CutSuffix(tag, "?")
		kind, known := symbols[strings.TrimPrefix(name, "@")]
		if !known || name[0] != '@' || f.Type != reflect.TypeFor[Token]() {
			return nil
		}
		steps = append(steps, step{kind: kind, optional: optional})
	}
	return steps
}

// NewGrammar builds a grammar; example is a good line, shown with its
// problems. A T that is no grammar is our bug and panics.
func NewGrammar[T any](words Words, example string) *Grammar[T] {
	g := &Grammar[T]{
		parser:  participle.MustBuild[T](participle.Lexer(tokens{words})),
		words:   words,
		example: example,
	}
	t := reflect.TypeFor[T]()
	g.steps = stepsOf(t)
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("want"); key != "" {
			g.wants = append(g.wants, want{index: i, key: "want." + key})
		}
	}
	return g
}

// Parse reads a line. What was understood before a mistake is filled in, so
// that the caller can say something better about it than the problem given
// (nil if the line is of the grammar's form).
func (g *Grammar[T]) Parse(text string) (*T, *Problem) {
	if g.steps != nil {
		return g.walk(text)
	}
	return g.parse(text)
}

// walk is parse without participle, where the grammar has steps: a turn has tens of thousands of lines, and anybody
// can mail as many bad ones.
func (g *Grammar[T]) walk(text string) (*T, *Problem) {
	s := scanner{text: text, words: g.words}
	line := new(T)
	fields := reflect.ValueOf(line).Elem()
	next, _ := s.Next()
	for i, step := range g.steps {
		switch {
		case step.rest:
			rest := fields.Field(i).Addr().Interface().(*[]Token)
			*rest = []Token{} // as participle has it
			for ; !next.EOF(); next, _ = s.Next() {
				*rest = append(*rest, next)
			}
		case next.Type == step.kind:
			*fields.Field(i).Addr().Interface().(*Token) = next
			next, _ = s.Next()
		case !step.optional:
			return line, g.problem(text, line, next.Pos.Offset)
		}
	}
	if !next.EOF() {
		return line, g.problem(text, line, next.Pos.Offset)
	}
	return line, nil
}

// parse reads any line.
func (g *Grammar[T]) parse(text string) (*T, *Problem) {
	lex, err := lexer.Upgrade(&scanner{text: text, words: g.words})
	if err != nil {
		panic(err) // the scanner never fails
	}
	line, err := g.parser.ParseFromLexer(lex)
	if err == nil {
		return line, nil
	}
	if line == nil {
		line = new(T)
	}
	var wrong participle.Error
	if !errors.As(err, &wrong) {
		panic(err) // a mistake in the grammar, not in the line
	}
	return line, g.problem(text, line, wrong.Position().Offset)
}

// problem says what was expected at an offset of the line.
func (g *Grammar[T]) problem(text string, line *T, offset int) *Problem {
	s := scanner{text: text, at: offset, words: g.words}
	found, _ := s.Next()
	key := "want.more"
	v := reflect.ValueOf(line).Elem()
	for _, w := range g.wants {
		if v.Field(w.index).IsZero() {
			key = w.key
			break
		}
	}
	var p Problem
	switch {
	case found.EOF():
		p = Missing(text, key, g.example)
	case key == "want.more":
		p = Surplus(text, found, g.example)
	default:
		p = ErrorAt(text, found, phrase.P("unexpected", phrase.Str("got", Clip(found.Value)), phrase.Key("want", key),
			Sample(Shown), phrase.Str("example", g.example)))
	}
	return &p
}

// Missing is an error at the end of the line: what the sentence key names is
// not there.
func Missing(text, key, example string) Problem {
	end := Token{Pos: lexer.Position{Offset: len(text)}}
	return ErrorAt(text, end, phrase.P("missing", phrase.Key("want", key), Sample(Shown),
		phrase.Str("example", example)))
}

// Surplus is an error for what follows a complete order, from a token on.
func Surplus(text string, from Token, example string) Problem {
	return ErrorAt(text, from, phrase.P("surplus", phrase.Str("got", Clip(trim(text[from.Pos.Offset:]))),
		Sample(WithComment), phrase.Str("example", example)))
}

// ErrorAt is an error at a token of the line text; Parse adds the line number.
func ErrorAt(text string, at Token, what phrase.Phrase) Problem {
	return Problem{Position: Position{Col: Column(text, at.Pos.Offset)}, Severity: Error, What: what}
}

// How a problem shows its example: a sentence has the place {sample} for it.
const (
	Shown       = "sample.shown"   // the example
	WithComment = "sample.comment" // the example, and how a comment begins
)

// Sample is the argument that shows the argument "example", as Shown or
// WithComment say.
func Sample(how string) phrase.Arg { return phrase.Key("sample", how) }

// SpeakExamples puts the examples of problems into the words of whoever reads them: keys
// name the sentences for lines that have words.
func SpeakExamples(problems []Problem, keys map[string]string) {
	for _, p := range problems {
		for i, a := range p.What.Args {
			if key := keys[a.S]; a.Name == "example" && key != "" {
				p.What.Args[i] = phrase.Key("example", key)
			}
		}
	}
}

// Brief is a problem's phrase without its example: a receipt teaches, a report
// only tells what did not count.
func Brief(p phrase.Phrase) phrase.Phrase {
	for i, a := range p.Args {
		if a.Name == "sample" {
			p.Args = append([]phrase.Arg(nil), p.Args...)
			p.Args[i].S = "sample.none"
		}
	}
	return p
}

// WarningAt is a warning at a token of the line text.
func WarningAt(text string, at Token, what phrase.Phrase) Problem {
	p := ErrorAt(text, at, what)
	p.Severity = Warning
	return p
}

// Column turns an offset in bytes into a column, counted in characters from 1.
func Column(text string, offset int) int {
	return utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
}

// clipped is how many characters of a player's words a problem repeats.
const clipped = 30

// Clip shortens what a player wrote for a problem that repeats it.
func Clip(s string) string {
	n := 0
	for i := range s {
		if n == clipped {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
