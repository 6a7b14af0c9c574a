package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// reading is a line being understood, token by token, up to its first mistake.
type reading struct{ *orders.Reading }

// reader makes a section's Line of what understands its tokens. The example that a
// problem shows is in the words of who reads it.
func reader(example string, say func(*reading) orders.Order) func(string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		o, problems := orders.ReadLine(text, example, func(r *orders.Reading) orders.Order { return say(&reading{r}) })
		orders.SpeakExamples(problems, exampleKeys)
		return o, problems
	}
}

// exampleKeys name the sentences that are lines of orders with words.
var exampleKeys = map[string]string{armyExample: "example.army", settingExample: "example.setting"}

// bad tells the first mistake of the line.
func (r *reading) bad(at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
}

// is tells whether a token is a keyword, German or English.
func (n named) is(t orders.Token) bool {
	return orders.Among(t.Value, []string{n.De, n.En})
}

// begins tells whether a token is the keyword or at least three letters of it.
func (n named) begins(t orders.Token) bool {
	got := orders.Fold(t.Value)
	return len(got) >= 3 && (strings.HasPrefix(orders.Fold(n.De), got) || strings.HasPrefix(orders.Fold(n.En), got))
}

// number reads a number in [low, high].
func (r *reading) number(want, code string, low, high int64) int64 {
	t, ok := r.Next(want)
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
		out[i] = w.De
	}
	return strings.Join(out, ", ")
}

func englishWords(words []named) string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.En
	}
	return strings.Join(out, ", ")
}

// both are the German and the English words, to guess from.
func both(words []named) []string {
	var out []string
	for _, w := range words {
		out = append(out, w.De, w.En)
	}
	return out
}
