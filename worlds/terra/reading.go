package terra

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// tokenLine is any line: what its tokens mean, reading tells.
type tokenLine struct {
	All []tokenItem `parser:"@@*"`
}

type tokenItem struct {
	Token orders.Token `parser:"@(Word | Number | Sign | Mark)"`
}

var lineGrammar = orders.NewGrammar[tokenLine](orders.LettersAndDigits, "1 Vorruecken 223")

// reading is a line being understood, token by token, up to its first mistake.
type reading struct {
	text    string
	example string
	tokens  []orders.Token
	at      int
	problem *orders.Problem
}

// reader makes a section's Line of what understands its tokens.
func reader(example string, say func(*reading) orders.Order) func(string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		line, wrong := lineGrammar.Parse(text)
		r := &reading{text: text, example: example, problem: wrong}
		for _, item := range line.All {
			r.tokens = append(r.tokens, item.Token)
		}
		o := say(r)
		if r.problem == nil && r.at < len(r.tokens) {
			p := orders.Surplus(text, r.tokens[r.at], example)
			r.problem = &p
		}
		if r.problem != nil {
			return nil, []orders.Problem{*r.problem}
		}
		return o, nil
	}
}

// bad tells the first mistake of the line.
func (r *reading) bad(at orders.Token, code string, guess []string, args ...phrase.Arg) {
	if r.problem != nil {
		return
	}
	args = append(args, phrase.Str("got", orders.Clip(at.Value)), orders.Sample(orders.Shown), phrase.Str("example", r.example))
	p := orders.ErrorAt(r.text, at, orders.Guessed(code, guess, args...))
	r.problem = &p
}

// more tells whether a token is left.
func (r *reading) more() bool { return r.problem == nil && r.at < len(r.tokens) }

// take gives the next token; missing ones are told as "want."+want.
func (r *reading) take(want string) (orders.Token, bool) {
	if r.problem != nil {
		return orders.Token{}, false
	}
	if r.at >= len(r.tokens) {
		p := orders.Missing(r.text, "want."+want, r.example)
		r.problem = &p
		return orders.Token{}, false
	}
	r.at++
	return r.tokens[r.at-1], true
}

// peek gives the next token without taking it; empty at the end.
func (r *reading) peek() orders.Token {
	if r.at < len(r.tokens) {
		return r.tokens[r.at]
	}
	return orders.Token{}
}

// is tells whether a token is a keyword, German or English.
func (n named) is(t orders.Token) bool {
	got := orders.Fold(t.Value)
	return got == orders.Fold(n.de) || got == orders.Fold(n.en)
}

// begins tells whether a token is the keyword or at least three letters of it.
func (n named) begins(t orders.Token) bool {
	got := orders.Fold(t.Value)
	return len(got) >= 3 && (strings.HasPrefix(orders.Fold(n.de), got) || strings.HasPrefix(orders.Fold(n.en), got))
}

// number reads a number in [low, high].
func (r *reading) number(want, code string, low, high int64) int64 {
	t, ok := r.take(want)
	if !ok {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		r.bad(t, code, nil, phrase.Num("low", low), phrase.Num("high", high))
		return 0
	}
	return n
}

func isNumber(t orders.Token) bool { _, ok := orders.Number(t); return ok }

// germanWords lists keywords for a sentence.
func germanWords(words []named) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.de
	}
	return strings.Join(out, ", ")
}

func englishWords(words []named) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.en
	}
	return strings.Join(out, ", ")
}

// both are the German and the English words, to guess from.
func both(words []named) []string {
	var out []string
	for _, w := range words {
		out = append(out, w.de, w.en)
	}
	return out
}
