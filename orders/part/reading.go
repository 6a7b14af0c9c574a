package part

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Reading is a line being understood: its parts are looked at one by one, and every bad one is told.
type Reading struct {
	Text     string
	Example  string          // a good line, shown with a problem
	Wrong    *orders.Problem // where the grammar stopped; parts behind that are not there. Nil: they are as they should be
	Problems []orders.Problem
	Failed   bool // there is an error among them

	made    *made
	tokens  orders.Tokens
	stopped bool
	again   bool
	line    *line
}

// Of gives the tokens of a field; one that is not there is empty.
func (r *Reading) Of(field string) []orders.Token {
	for i := range r.made.fields {
		if f := &r.made.fields[i]; f.Name == field {
			return f.of(r.tokens)
		}
	}
	panic("no part " + field)
}

// Bad tells what is wrong with a token; the example is added.
func (r *Reading) Bad(at orders.Token, what phrase.Phrase) { r.Badly(at, what, orders.Shown) }

// Badly is Bad with a word on how the example is shown.
func (r *Reading) Badly(at orders.Token, what phrase.Phrase, how string) {
	what.Args = append(what.Args, orders.Sample(how), phrase.Str("example", r.Example))
	r.Add(orders.ErrorAt(r.Text, at, what))
}

// Warn tells that a token may not mean what it should.
func (r *Reading) Warn(at orders.Token, what phrase.Phrase) {
	r.Add(orders.WarningAt(r.Text, at, what))
}

// Add tells a problem.
func (r *Reading) Add(p orders.Problem) {
	r.Problems = append(r.Problems, p)
	r.Failed = r.Failed || p.Severity == orders.Error
}

// Stop ends the reading: what is told explains the rest of the line, too.
func (r *Reading) Stop() { r.stopped = true }

// Only tells a problem in place of all others.
func (r *Reading) Only(at orders.Token, what phrase.Phrase) {
	r.Problems, r.Wrong = nil, nil
	r.Bad(at, what)
}

// Otherwise tells whether another text would be a line of the kind without a problem. Of a text that is asked about
// it is always false.
func (r *Reading) Otherwise(text string) bool {
	if r.again {
		return false
	}
	_, problems := r.line.read(text, true)
	return len(problems) == 0
}

// Number reads a number from low to high; the sentence code says that it is none.
func (r *Reading) Number(t orders.Token, code string, low, high int64) int64 {
	if t.Value == "" {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		r.Bad(t, phrase.P(code, phrase.Str("got", orders.Clip(t.Value)), phrase.Num("low", low),
			phrase.Num("high", high)))
	}
	return n
}
