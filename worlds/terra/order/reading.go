package order

import (
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
var exampleKeys = map[string]string{armyExample: "example.army"}

// bad tells the first mistake of the line.
func (r *reading) bad(at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
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
