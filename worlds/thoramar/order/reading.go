package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// reading is a line being understood: its tokens are looked at one by one, and
// every bad one is told. Tokens that are not there are passed over.
type reading struct {
	text     string
	example  string // a good line, shown with a problem
	problems []orders.Problem
	failed   bool
}

func (r *reading) bad(at orders.Token, p phrase.Phrase) {
	r.badly(at, p, orders.Shown)
}

// badly is bad with a word on how the example is shown.
func (r *reading) badly(at orders.Token, p phrase.Phrase, how string) {
	p.Args = append(p.Args, orders.Sample(how), phrase.Str("example", r.example))
	r.add(orders.ErrorAt(r.text, at, p))
}

func (r *reading) warn(at orders.Token, p phrase.Phrase) {
	r.add(orders.WarningAt(r.text, at, p))
}

func (r *reading) add(p orders.Problem) {
	r.problems = append(r.problems, p)
	r.failed = r.failed || p.Severity == orders.Error
}

// result is what a section's Line gives: the order if nothing is wrong with it.
// What is wrong with a token says more than where the grammar stopped.
func (r *reading) result(o orders.Order, wrong *orders.Problem) (orders.Order, []orders.Problem) {
	if wrong != nil && !r.failed {
		if p, ok := r.slashed(); ok {
			wrong = &p
		}
		r.add(*wrong)
	}
	if r.failed {
		return nil, r.problems
	}
	return o, r.problems
}

// readLine reads a line of a grammar whose tokens say all: what they mean, and what
// is wrong with them.
func readLine[L any](g *orders.Grammar[L], text, example string, say func(*reading, *L) orders.Order) (orders.Order,
	[]orders.Problem) {
	line, wrong := g.Parse(text)
	r := &reading{text: text, example: example}
	return r.result(say(r, line), wrong)
}

// slashed finds a position written as reports do, `0/0`, or as `0,0`: orders
// part its numbers by a blank.
func (r *reading) slashed() (orders.Problem, bool) {
	for i := 1; i+1 < len(r.text); i++ {
		if !strings.ContainsRune("/,:", rune(r.text[i])) || !tables.IsDigit(r.text[i-1]) {
			continue
		}
		from, to := i-1, i+1
		for from > 0 && tables.IsDigit(r.text[from-1]) {
			from--
		}
		if from > 0 && r.text[from-1] == '-' {
			from--
		}
		if r.text[to] == '-' {
			to++
		}
		end := to
		for end < len(r.text) && tables.IsDigit(r.text[end]) {
			end++
		}
		if end == to {
			continue
		}
		got := r.text[from:end]
		right := r.text[from:i] + " " + r.text[i+1:end]
		p := phrase.P("order.slashed", phrase.Str("got", orders.Clip(got)), phrase.Str("right", orders.Clip(right)))
		return orders.Problem{Position: orders.Position{Col: orders.Column(r.text, from)}, Severity: orders.Error,
			What: p}, true
	}
	return orders.Problem{}, false
}

// number reads a number in [low, high].
func (r *reading) number(t orders.Token, code string, low, high int64) int64 {
	if t.Value == "" {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		r.bad(t, phrase.P(code, phrase.Str("got", orders.Clip(t.Value)), phrase.Num("low", low),
			phrase.Num("high", high)))
	}
	return n
}

// realm reads the number of another realm; realm 0 makes no treaties and takes
// neither gold nor land.
func (r *reading) realm(t orders.Token) int {
	return int(r.number(t, "order.realm", 1, tables.MaxRealm))
}

// farthest is the greatest coordinate, well beyond the size of any world.
const farthest = 9999

// xy reads a position. In odd rows x = 0 does not exist (manual, "Das Karten-
// und Koordinatensystem").
func (r *reading) xy(x, y orders.Token) realm.XY {
	at := realm.XY{
		X: int(r.number(x, "order.coordinate", -farthest, farthest)),
		Y: int(r.number(y, "order.coordinate", -farthest, farthest)),
	}
	if y.Value != "" && at.X == 0 && at.Y%2 != 0 && !r.failed {
		r.bad(x, orders.Guessed("order.odd-row",
			[]string{xyText(realm.XY{X: -1, Y: at.Y}), xyText(realm.XY{X: 1, Y: at.Y})},
			phrase.XY("field", at.X, at.Y)))
	}
	return at
}

// direction reads one direction, 1 to 6.
func (r *reading) direction(t orders.Token) game.Direction {
	return game.Direction(r.number(t, "order.direction", 1, 6))
}

// unit reads a kind of army: `K.M`, `k.m`, `KM`.
func (r *reading) unit(t orders.Token) tables.Unit {
	if t.Value == "" {
		return tables.Unit{}
	}
	u, ok := tables.ParseUnit(t.Value)
	if !ok {
		r.bad(t, orders.Guessed("order.unit", tables.NearUnits(t.Value), phrase.Str("got", orders.Clip(t.Value))))
	}
	return u
}

// army reads an army's name.
func (r *reading) army(unit, id orders.Token) realm.ArmyName {
	return realm.ArmyName{Unit: r.unit(unit), ID: int32(r.number(id, "order.army-id", 1, tables.MaxID))}
}
