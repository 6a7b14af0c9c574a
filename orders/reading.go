package orders

import (
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
)

// Reading is a line being understood token by token from the front, for lines whose
// tokens mean what those before them say. The first mistake ends it: after it
// nothing more is there to read. Words are LettersAndDigits.
type Reading struct {
	Text    string
	Example string  // a good line, shown with a problem
	Tokens  []Token // those that are left
	Problem *Problem
}

// mostTokens is how many tokens most lines have at most.
const mostTokens = 8

// ReadLine reads a line with a function that takes its tokens; what it leaves is
// too much.
func ReadLine(text, example string, read func(*Reading) Order) (Order, []Problem) {
	r := &Reading{Text: text, Example: example, Tokens: make([]Token, 0, mostTokens)}
	s := scanner{text: text, words: LettersAndDigits}
	for t, _ := s.Next(); !t.EOF(); t, _ = s.Next() { // it never fails
		r.Tokens = append(r.Tokens, t)
	}
	o := read(r)
	if r.Problem == nil && len(r.Tokens) > 0 {
		p := Surplus(text, r.Tokens[0], example)
		r.Problem = &p
	}
	if r.Problem != nil {
		return nil, []Problem{*r.Problem}
	}
	return o, nil
}

// More tells whether a token is left.
func (r *Reading) More() bool { return r.Problem == nil && len(r.Tokens) > 0 }

// Peek gives the next token without taking it; an empty one at the end.
func (r *Reading) Peek() Token { return r.Ahead(0) }

// Ahead gives the token so many behind the next one without taking it; an empty one behind the end.
func (r *Reading) Ahead(n int) Token {
	if len(r.Tokens) <= n {
		return Token{}
	}
	return r.Tokens[n]
}

// Skip takes the next token, which was looked at.
func (r *Reading) Skip() {
	if len(r.Tokens) > 0 {
		r.Tokens = r.Tokens[1:]
	}
}

// Next takes the next token. Where there is none, what the sentence "want."+want
// names is missing.
func (r *Reading) Next(want string) (Token, bool) {
	if r.Problem != nil {
		return Token{}, false
	}
	if len(r.Tokens) == 0 {
		p := Missing(r.Text, "want."+want, r.Example)
		r.Problem = &p
		return Token{}, false
	}
	t := r.Tokens[0]
	r.Skip()
	return t, true
}

// Bad tells the first mistake of the line; the example is added.
func (r *Reading) Bad(at Token, what phrase.Phrase) {
	if r.Problem != nil {
		return
	}
	what.Args = append(what.Args, Sample(Shown), phrase.Str("example", r.Example))
	p := ErrorAt(r.Text, at, what)
	r.Problem = &p
}

// Unexpected: the token is not what was wanted there.
func (r *Reading) Unexpected(at Token, want string) {
	r.Bad(at, phrase.P("unexpected", phrase.Str("got", Clip(at.Value)), phrase.Key("want", "want."+want)))
}

// Number reads a whole number in [low, high]. In the words of a problem it is what the
// sentence "want."+want names.
func (r *Reading) Number(want string, low, high int64) int64 {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	if !IsNumber(t) {
		r.Unexpected(t, want)
		return 0
	}
	n, ok := Number(t)
	if !ok || n < low || n > high {
		r.OutOfRange(t, want, low, high)
	}
	return n
}

// OutOfRange: the number is none from low to high, as it has to be there.
func (r *Reading) OutOfRange(at Token, want string, low, high int64) {
	r.Bad(at, phrase.P("range", phrase.Str("got", Clip(at.Value)), phrase.Key("want", "want."+want),
		phrase.Num("low", low), phrase.Num("high", high)))
}

// IsNumber tells whether a token stands where a number is meant, though perhaps one
// that Number does not read: it begins with a digit, or with a minus and more.
func IsNumber(t Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsDigit(r) || (r == '-' || r == '–' || r == '−') && len(t.Value) > utf8.RuneLen(r)
}

// IsWord tells whether a token begins as a word does.
func IsWord(t Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsLetter(r) || r == '_'
}
