package part

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// common are the parts that all rulebooks have.
var common = map[string][]Part{
	"number": {numbers[int](), numbers[int64]()},
}

// numbers are numbers from `min` to `max`. The sentence "order."+want says of another that it is none; where lines are
// taken step by step, the sentences of all games do.
func numbers[N int | int64]() Part {
	return &Kind[N]{
		Tokens: "@Number", Form: ":number",
		Read: func(r *Reading, f *Field, t []orders.Token) N {
			return N(r.Number(t[0], "order."+f.Want, f.Min, f.Max))
		},
		Take:  func(r *orders.Reading, f *Field) N { return N(r.Number(f.Want, f.Min, f.Max)) },
		Print: func(dst []byte, n N, _ phrase.Lang) []byte { return strconv.AppendInt(dst, int64(n), 10) },
	}
}
