package order

import (
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// Reading is a line being understood, token by token from the front; the first
// mistake ends it.
type Reading struct{ *orders.Reading }

// readLine reads a line with a function that takes its tokens; what it leaves is
// too much. The example that a problem shows is in the words of who reads it.
func readLine(text, example string, read func(*Reading) orders.Order) (orders.Order, []orders.Problem) {
	o, problems := orders.ReadLine(text, example, func(r *orders.Reading) orders.Order { return read(&Reading{r}) })
	orders.SpeakExamples(problems, exampleKeys)
	return o, problems
}

// exampleKeys name the sentences that are lines of orders with words.
var exampleKeys = map[string]string{
	"S1 33 Balliste": "example.engine", "Schwert": "example.recruit", "S2 Steinbruch": "example.build",
	"E3 > 4/2 Gebaeude": "example.aim", "E7 > 5/1 schwaechen E12 E14 E12": "example.weaken",
	"Freigabe": "example.setting", "Festung Kraft 10 Reichweite 5": "example.fortress",
	"Konter Maschine": "example.counter",
}

// Unknown: the word is none of those that may stand there; the nearest are guessed.
func (r *Reading) Unknown(at orders.Token, code string, words []string) {
	r.Bad(at, orders.Guessed(code, orders.Meant(at.Value, words, otherWords), phrase.Str("got", orders.Clip(at.Value))))
}

// isUnit tells whether a word has the form of a unit: E or S and digits.
func isUnit(word string) bool {
	if len(word) < 2 || word[0]|0x20 != 'e' && word[0]|0x20 != 's' {
		return false
	}
	_, err := strconv.ParseUint(word[1:], 10, 32)
	return err == nil
}

// Unit reads `E3`, `S1` or `2.S1`.
func (r *Reading) Unit() Name {
	t, ok := r.Next("unit")
	if !ok {
		return Name{}
	}
	whose := 0
	if orders.IsNumber(t) {
		n, ok := orders.Number(t)
		if !r.More() || r.Tokens[0].Value != "." || !ok || n < 1 || n > mostRealm {
			r.Unexpected(t, "unit")
			return Name{}
		}
		r.Skip()
		whose = int(n)
		if t, ok = r.Next("unit"); !ok {
			return Name{}
		}
	}
	if !orders.IsWord(t) {
		r.Unexpected(t, "unit")
		return Name{}
	}
	if !isUnit(t.Value) {
		r.Bad(t, phrase.P("order.unit", phrase.Str("got", orders.Clip(t.Value))))
		return Name{}
	}
	number, _ := strconv.ParseUint(t.Value[1:], 10, 32)
	out := Name{Settler: t.Value[0]|0x20 == 's', Realm: whose, Number: int(number)}
	most := mostUnit
	if out.Settler {
		most = mostSettler
	}
	switch {
	case out.Number < 1 || out.Number > most:
		r.OutOfRange(t, "unit", 1, int64(most))
	case !out.Settler && whose != 0:
		r.Bad(t, phrase.P("order.unit-realm", phrase.Str("got", orders.Clip(t.Value))))
	}
	return out
}

// way reads steps, digits 1 to 6, in one number or several.
func (r *Reading) way() []game.Direction {
	var way []game.Direction
	t, ok := r.Next("way")
	for ok {
		if !orders.IsNumber(t) {
			r.Unexpected(t, "way")
			return nil
		}
		for _, c := range []byte(t.Value) {
			if c < '1' || c > '6' {
				r.Bad(t, phrase.P("order.way", phrase.Str("got", orders.Clip(t.Value))))
				return nil
			}
			way = append(way, game.Direction(c-'0'))
		}
		if len(way) > longestWay {
			r.Bad(t, phrase.P("order.way-long", phrase.Num("most", longestWay)))
			return nil
		}
		if !r.More() || !orders.IsNumber(r.Tokens[0]) {
			return way
		}
		t, ok = r.Next("way")
	}
	return way
}

// Symbol reads a training.
func (r *Reading) Symbol() tables.Symbol {
	t, ok := r.Next("symbol")
	if !ok {
		return ""
	}
	var all []string
	for _, y := range tables.Symbols {
		if orders.Among(t.Value, SymbolWords[y]) {
			return y
		}
		all = append(all, SymbolWords[y]...)
	}
	r.Unknown(t, "order.symbol", append(all, settlerWords...))
	return ""
}

// Field reads `4/2`.
func (r *Reading) Field() Field {
	x := r.Number("field", 1, realm.MostField)
	if t, ok := r.Next("field"); ok && t.Value != "/" {
		r.Unexpected(t, "field")
	}
	return Field{X: int(x), Y: int(r.Number("field", 1, realm.MostField))}
}

// receivers reads who gets the dice of a catapult: at least one, at most as many as
// a receipt may list.
func (r *Reading) receivers() []Name {
	var out []Name
	for {
		at := orders.Token{}
		if r.More() {
			at = r.Tokens[0]
		}
		out = append(out, r.Unit())
		if len(out) > MostTargets {
			r.Bad(at, phrase.P("order.targets-many", phrase.Num("most", MostTargets)))
		}
		if !r.More() {
			return out
		}
	}
}
