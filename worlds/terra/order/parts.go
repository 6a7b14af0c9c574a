package order

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// parts are what lines of several kinds are made of. Their canonical forms have German words, one blank between them,
// and numbers without marks. What a realm is shown of its own orders has the words of its language.
var parts = &part.Set{Steps: true, Spoken: map[string]string{armyExample: "example.army"},
	Parts: part.Kinds{"number": numberPart}}

// numberPart is a number: the sentence "order."+want says of another that it is none.
var numberPart = &part.Kind[int]{
	Take: func(r *orders.Reading, f *part.Field) int {
		return int(number(r, f.Want, "order."+f.Want, f.Min, f.Max))
	},
	Print: printInt[int],
}

func printInt[N int | int64](dst []byte, n N, _ phrase.Lang) []byte {
	return strconv.AppendInt(dst, int64(n), 10)
}

// number reads a number in [low, high].
func number(r *orders.Reading, want, code string, low, high int64) int64 {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		reject(r, t, code, nil, phrase.Num("low", low), phrase.Num("high", high))
		return 0
	}
	return n
}

// reject tells the first mistake of the line.
func reject(r *orders.Reading, at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
}
