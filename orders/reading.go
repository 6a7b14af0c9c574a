package orders

import (
	"unicode"
	"unicode/utf8"

	"weltentor/orders/phrase"
)

// Reading reads a line token by token from the front, for lines whose tokens depend on those before them. The first
// mistake ends it, as if no tokens were left. Words are LettersAndDigits.
type Reading struct {
	Text    string
	Example string  // a good line, which is shown with a problem
	Tokens  []Token // the tokens that are left
	Problem *Problem
}

// mostTokens is enough for most lines.
const mostTokens = 8

// ReadLine reads a line with a function that takes its tokens. Tokens that it leaves are an error.
func ReadLine(text, example string, read func(*Reading) Order) (Order, []Problem) {
	r := &Reading{Text: text, Example: example, Tokens: make([]Token, 0, mostTokens)}
	s := scanner{text: text, words: LettersAndDigits}
	for t, _ := s.Next(); !t.EOF(); t, _ = s.Next() { // the scanner never fails
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

// More reports whether a token is left.
func (r *Reading) More() bool { return r.Problem == nil && len(r.Tokens) > 0 }

// Peek returns the next token without taking it, and an empty one at the end.
func (r *Reading) Peek() Token { return r.Ahead(0) }

// Ahead returns the token that many places after the next one without taking it, and an empty one past the end.
func (r *Reading) Ahead(n int) Token {
	if len(r.Tokens) <= n {
		return Token{}
	}
	return r.Tokens[n]
}

// Skip takes the next token, which the caller has looked at.
func (r *Reading) Skip() {
	if len(r.Tokens) > 0 {
		r.Tokens = r.Tokens[1:]
	}
}

// Next takes the next token. If there is none, the sentence "want."+want says what is missing.
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

// Bad reports the first mistake of the line, and adds the example.
func (r *Reading) Bad(at Token, what phrase.Phrase) {
	if r.Problem != nil {
		return
	}
	what.Args = append(what.Args, Sample(Shown), phrase.Str("example", r.Example))
	p := ErrorAt(r.Text, at, what)
	r.Problem = &p
}

// Unexpected reports that a token is not what was wanted there.
func (r *Reading) Unexpected(at Token, want string) {
	r.Bad(at, phrase.P("unexpected", phrase.Str("got", Clip(at.Value)), phrase.Key("want", "want."+want)))
}

// Number reads a whole number in [low, high]. In a problem, the sentence "want."+want says what it is.
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

// OutOfRange reports that a number is not between low and high.
func (r *Reading) OutOfRange(at Token, want string, low, high int64) {
	r.Bad(at, phrase.P("range", phrase.Str("got", Clip(at.Value)), phrase.Key("want", "want."+want),
		phrase.Num("low", low), phrase.Num("high", high)))
}

// IsNumber reports whether a token is meant as a number, although Number may not be able to read it: it begins with a
// digit, or with a minus and something more.
func IsNumber(t Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsDigit(r) || (r == '-' || r == '–' || r == '−') && len(t.Value) > utf8.RuneLen(r)
}

// IsWord reports whether a token begins like a word.
func IsWord(t Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsLetter(r) || r == '_'
}
