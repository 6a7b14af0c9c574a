package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
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
func readLine[L any](g *orders.Grammar[L], text, example string, say func(*reading, *L) orders.Order) (orders.Order, []orders.Problem) {
	line, wrong := g.Parse(text)
	r := &reading{text: text, example: example}
	return r.result(say(r, line), wrong)
}

// slashed finds a position written as reports do, `0/0`, or as `0,0`: orders
// part its numbers by a blank.
func (r *reading) slashed() (orders.Problem, bool) {
	for i := 1; i+1 < len(r.text); i++ {
		if !strings.ContainsRune("/,:", rune(r.text[i])) || !isDigit(r.text[i-1]) {
			continue
		}
		from, to := i-1, i+1
		for from > 0 && isDigit(r.text[from-1]) {
			from--
		}
		if from > 0 && r.text[from-1] == '-' {
			from--
		}
		if r.text[to] == '-' {
			to++
		}
		end := to
		for end < len(r.text) && isDigit(r.text[end]) {
			end++
		}
		if end == to {
			continue
		}
		got := r.text[from:end]
		right := r.text[from:i] + " " + r.text[i+1:end]
		p := phrase.P("order.slashed", phrase.Str("got", orders.Clip(got)), phrase.Str("right", orders.Clip(right)))
		return orders.Problem{Position: orders.Position{Col: orders.Column(r.text, from)}, Severity: orders.Error, What: p}, true
	}
	return orders.Problem{}, false
}

// isDigit tells whether the byte is a decimal digit.
func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// number reads a number in [low, high].
func (r *reading) number(t orders.Token, code string, low, high int64) int64 {
	if t.Value == "" {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		r.bad(t, phrase.P(code, phrase.Str("got", orders.Clip(t.Value)), phrase.Num("low", low), phrase.Num("high", high)))
	}
	return n
}

// realm reads the number of another realm; realm 0 makes no treaties and takes
// neither gold nor land.
func (r *reading) realm(t orders.Token) int { return int(r.number(t, "order.realm", 1, maxRealm)) }

// farthest is the greatest coordinate, well beyond the size of any world.
const farthest = 9999

// xy reads a position. In odd rows x = 0 does not exist (manual, "Das Karten-
// und Koordinatensystem").
func (r *reading) xy(x, y orders.Token) XY {
	at := XY{
		X: int(r.number(x, "order.coordinate", -farthest, farthest)),
		Y: int(r.number(y, "order.coordinate", -farthest, farthest)),
	}
	if y.Value != "" && at.X == 0 && at.Y%2 != 0 && !r.failed {
		r.bad(x, orders.Guessed("order.odd-row", []string{xyText(XY{-1, at.Y}), xyText(XY{1, at.Y})}, phrase.XY("field", at.X, at.Y)))
	}
	return at
}

// direction reads one direction, 1 to 6.
func (r *reading) direction(t orders.Token) game.Direction {
	return game.Direction(r.number(t, "order.direction", 1, 6))
}

// unit reads a kind of army: `K.M`, `k.m`, `KM`.
func (r *reading) unit(t orders.Token) Unit {
	if t.Value == "" {
		return Unit{}
	}
	u, ok := parseUnit(t.Value)
	if !ok {
		r.bad(t, orders.Guessed("order.unit", nearUnits(t.Value), phrase.Str("got", orders.Clip(t.Value))))
	}
	return u
}

// army reads an army's name.
func (r *reading) army(unit, id orders.Token) ArmyName {
	return ArmyName{Unit: r.unit(unit), ID: int32(r.number(id, "order.army-id", 1, maxID))}
}

// parseUnit reads a kind of army; ok tells whether there is such a kind.
func parseUnit(s string) (Unit, bool) {
	if len(s) == 3 && s[1] == '.' {
		s = s[:1] + s[2:]
	}
	if len(s) != 2 {
		return Unit{}, false
	}
	s = strings.ToUpper(s)
	if len(s) != 2 {
		return Unit{}, false
	}
	u := Unit{Type: s[0], Class: s[1]}
	return u, strings.IndexByte(classes(u.Type), u.Class) >= 0
}

// types are the kinds of armies, in the order of the manual's tables and of its
// army table.
const types = "KRFSPZDHVM"

// priced are those T04 has a price for: they are recruited, and accelerated.
const priced = "KRFSPZH"

// classes gives the classes of a type (manual T01 and "Verschiedene Monster").
func classes(kind byte) string {
	switch kind {
	case 'K', 'R', 'F', 'S':
		return "LMS"
	case 'P':
		return "KH"
	case 'Z':
		return "SMB"
	case 'D':
		return "NE"
	case 'H':
		return "KS"
	case 'V':
		return "LS"
	case 'M':
		return "LSKMENBH"
	}
	return ""
}

// nearUnits guesses what kinds of army a word meant: all of its type, else all
// of its class, else those written alike. A plain word of two letters, such as
// "an", means none.
func nearUnits(got string) []string {
	letters := strings.ToUpper(strings.ReplaceAll(got, ".", ""))
	if len(got) > 1 && letters != got && !strings.Contains(got, ".") && len(letters) <= 2 {
		return nil
	}
	var all, ofClass []string
	for i := range len(types) {
		list := classes(types[i])
		var ofType []string
		for j := range len(list) {
			u := Unit{types[i], list[j]}.String()
			ofType = append(ofType, u)
			if len(letters) == 2 && letters[1] == list[j] {
				ofClass = append(ofClass, u)
			}
		}
		if len(letters) <= 2 && len(letters) > 0 && letters[0] == types[i] {
			return ofType
		}
		all = append(all, ofType...)
	}
	if ofClass != nil {
		return ofClass
	}
	return orders.Nearest(got, all)
}
