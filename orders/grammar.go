package orders

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"weltentor/orders/phrase"
)

// Grammar splits one line into its tokens, slot by slot. Each slot has a participle grammar over the tokens Word,
// Number, Sign and Mark.
type Grammar struct {
	slots   []Slot
	steps   []step // nil: the grammar is not simply one token after another, and then the rest of the line
	words   Words
	example string

	// Participle's parsers for the first slot, the first two, and so on: they show what was understood before a
	// mistake. They are not needed if there are steps.
	parsers []parser
}

// parser is a parser of participle. Whoever knows its type has it compiled once more.
type parser interface {
	ParseFromLexer(*lexer.PeekingLexer, ...participle.ParseOption) (*sentence, error)
}

// Slot is one token of a line, or none.
type Slot struct {
	Grammar string // `@Word`, `@Number?`; in the last slot also RestOfLine
	Want    string // if the token is missing, the sentence "want."+Want says what was expected; "": it may be missing
}

// RestOfLine is the grammar of a last slot that takes the rest of the line.
const RestOfLine = "@((Word | Number | Sign | Mark)*)"

// Tokens are the tokens of a line, by slot. A missing one is empty.
type Tokens struct {
	Each []Token
	Rest []Token // for RestOfLine
}

// step is a slot of a simple grammar: one token, or all that are left.
type step struct {
	kind     lexer.TokenType
	optional bool
	rest     bool
}

// stepsOf reads slots whose grammars are `@Kind`, `@Kind?`, or RestOfLine at the end. It returns nil if there are
// others.
func stepsOf(slots []Slot) []step {
	steps := make([]step, 0, len(slots))
	for i, slot := range slots {
		if slot.Grammar == RestOfLine && i == len(slots)-1 {
			return append(steps, step{rest: true})
		}
		name, optional := strings.CutSuffix(slot.Grammar, "?")
		kind, known := symbols[strings.TrimPrefix(name, "@")]
		if !known || name[0] != '@' {
			return nil
		}
		steps = append(steps, step{kind: kind, optional: optional})
	}
	return steps
}

// NewGrammar builds a grammar. The example is a good line, which is shown with problems. An invalid grammar of a slot
// is a fault of the program, and panics.
func NewGrammar(words Words, example string, slots ...Slot) *Grammar {
	g := &Grammar{slots: slots, steps: stepsOf(slots), words: words, example: example}
	if g.steps == nil {
		g.build()
	}
	return g
}

// sentence is what participle parses: a struct with a field for each slot, after a token without letters. That token
// is needed because participle accepts no struct that may be empty.
type sentence struct {
	Line any `parser:"@@"`
}

// started is a line after such a token.
type started struct {
	scanner
	begun bool
}

// Next returns the next token.
func (s *started) Next() (lexer.Token, error) {
	if !s.begun {
		s.begun = true
		return lexer.Token{Type: tokenStart}, nil
	}
	return s.scanner.Next()
}

// build makes participle's parsers of structs with a field for each slot.
func (g *Grammar) build() {
	var fields []reflect.StructField
	for i, slot := range append([]Slot{{Grammar: "@Start"}}, g.slots...) {
		f := reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[Token](),
			Tag: reflect.StructTag("parser:" + strconv.Quote(slot.Grammar))}
		if slot.Grammar == RestOfLine {
			f.Type = reflect.TypeFor[[]Token]()
		}
		if fields = append(fields, f); i > 0 {
			line := reflect.Zero(reflect.StructOf(fields)).Interface()
			g.parsers = append(g.parsers, participle.MustBuild[sentence](participle.Lexer(tokens{g.words}),
				participle.Union(line)))
		}
	}
}

// Parse splits a line into its tokens, and returns nil if the line fits the grammar. Otherwise the tokens have what
// was understood before the mistake, so that the caller can say something better than the problem returned.
func (g *Grammar) Parse(text string, line *Tokens) *Problem {
	line.Each = slices.Grow(line.Each[:0], len(g.slots))[:len(g.slots)]
	clear(line.Each)
	line.Rest = line.Rest[:0]
	if g.steps != nil {
		return g.walk(text, line)
	}
	return g.parse(text, line)
}

// walk is parse without participle, for a grammar with steps. A turn has tens of thousands of lines, and anybody can
// mail as many bad ones.
func (g *Grammar) walk(text string, line *Tokens) *Problem {
	s := scanner{text: text, words: g.words}
	next, _ := s.Next()
	for i, step := range g.steps {
		switch {
		case step.rest:
			for ; !next.EOF(); next, _ = s.Next() {
				line.Rest = append(line.Rest, next)
			}
		case next.Type == step.kind:
			line.Each[i] = next
			next, _ = s.Next()
		case !step.optional:
			return g.problem(text, line, next.Pos.Offset)
		}
	}
	if !next.EOF() {
		return g.problem(text, line, next.Pos.Offset)
	}
	return nil
}

// parse parses with participle.
func (g *Grammar) parse(text string, line *Tokens) *Problem {
	var first error
	for n := len(g.slots); n > 0; n-- { // fewer slots, until everything before the mistake is understood
		lex, err := lexer.Upgrade(&started{scanner: scanner{text: text, words: g.words}})
		if err != nil {
			panic(err) // the scanner never fails
		}
		parsed, err := g.parsers[n-1].ParseFromLexer(lex, participle.AllowTrailing(first != nil))
		if err != nil {
			if first == nil {
				first, n = err, n+1 // again, with trailing tokens allowed
			}
			continue
		}
		fields := reflect.ValueOf(parsed.Line)
		for i := range n {
			switch v := fields.Field(i + 1).Interface().(type) {
			case Token:
				line.Each[i] = v
			case []Token:
				line.Rest = append(line.Rest, v...)
			}
		}
		break
	}
	if first == nil {
		return nil
	}
	var wrong participle.Error
	if !errors.As(first, &wrong) {
		panic(first) // a mistake in the grammar, not in the line
	}
	return g.problem(text, line, wrong.Position().Offset)
}

// problem says what was expected at an offset of the line.
func (g *Grammar) problem(text string, line *Tokens, offset int) *Problem {
	s := scanner{text: text, at: offset, words: g.words}
	found, _ := s.Next()
	key := "want.more"
	for i, slot := range g.slots {
		if slot.Want != "" && line.Each[i] == (Token{}) {
			key = "want." + slot.Want
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

// Missing is an error at the end of the line: what the sentence key names is missing.
func Missing(text, key, example string) Problem {
	end := Token{Pos: lexer.Position{Offset: len(text)}}
	return ErrorAt(text, end, phrase.P("missing", phrase.Key("want", key), Sample(Shown),
		phrase.Str("example", example)))
}

// Surplus is an error about what follows a complete order, from a token on.
func Surplus(text string, from Token, example string) Problem {
	return ErrorAt(text, from, phrase.P("surplus", phrase.Str("got", Clip(trim(text[from.Pos.Offset:]))),
		Sample(WithComment), phrase.Str("example", example)))
}

// ErrorAt is an error at a token of a line. Parse adds the line number.
func ErrorAt(text string, at Token, what phrase.Phrase) Problem {
	return Problem{Position: Position{Col: Column(text, at.Pos.Offset)}, Severity: Error, What: what}
}

// The ways in which a problem shows its example, at the place {sample} of its sentence.
const (
	Shown       = "sample.shown"   // the example
	WithComment = "sample.comment" // the example, and the sign that begins a comment
)

// Sample is the argument that shows the argument "example" in one of these ways.
func Sample(how string) phrase.Arg { return phrase.Key("sample", how) }

// SpeakExamples puts the examples of problems into the words of their reader. The keys name the sentences of lines
// that have words.
func SpeakExamples(problems []Problem, keys map[string]string) {
	for _, p := range problems {
		for i, a := range p.What.Args {
			if key := keys[a.S]; a.Name == "example" && key != "" {
				p.What.Args[i] = phrase.Key("example", key)
			}
		}
	}
}

// WarningAt is a warning at a token of a line.
func WarningAt(text string, at Token, what phrase.Phrase) Problem {
	p := ErrorAt(text, at, what)
	p.Severity = Warning
	return p
}

// Column turns an offset in bytes into a column, in characters from 1.
func Column(text string, offset int) int {
	return utf8.RuneCountInString(text[:min(offset, len(text))]) + 1
}

// clipped is how many characters of a player's words a problem repeats.
const clipped = 30

// Clip shortens a player's text for a problem that repeats it.
func Clip(s string) string { return ClipTo(s, clipped, "…") }

// ClipTo keeps so many characters of a text, with a mark behind them if there were more.
func ClipTo(s string, most int, mark string) string {
	for i := range s {
		if most--; most < 0 {
			return s[:i] + mark
		}
	}
	return s
}
