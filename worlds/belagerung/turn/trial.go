package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// Trial is a turn as it is when an order is carried out: after its preparation and the walks before it. Orders are
// tried one by one, each by the rehearsal that a receipt makes, so that no rule is told twice.
type Trial struct {
	*Turn
	outset realm.Position
	before []orders.Line
}

// Behind stands for a unit whose line is behind all walks.
var Behind = order.Name{Number: tried}

// Try begins a trial of an order of the realm whose turn it is. Of a text of orders the walks of other units that
// stand before the line of this one are walked first; without a unit none are.
func Try(p realm.Position, text string, unit order.Name) *Trial {
	var before []orders.Line
	if text != "" && unit.Number != 0 {
		said, _ := lines(p, p.Rules.Language().Parse(text), p.State.Next)
		for _, l := range said {
			walk, is := l.Order.(order.MoveOrder)
			if is && matter(walk, p.State.Next) == unit.String() {
				break
			}
			if is {
				before = append(before, l)
			}
		}
	}
	return try(p, before)
}

// TryBehind begins a trial behind the walks and the recruits of a text.
func TryBehind(p realm.Position, text string) *Trial {
	said, _ := lines(p, p.Rules.Language().Parse(text), p.State.Next)
	return try(p, slices.DeleteFunc(said, func(l orders.Line) bool {
		_, walks := l.Order.(order.MoveOrder)
		_, recruits := l.Order.(order.RecruitOrder)
		return !walks && !recruits
	}))
}

// try begins a trial behind lines, of which the walks are walked.
func try(p realm.Position, before []orders.Line) *Trial {
	t := begin(p, rulekit.Sheet{Came: true, Lines: before}, game.Seed{}, fight.Best)
	for _, do := range []func(*Turn){settings, prepare, move} {
		do(t)
	}
	return &Trial{t, p, before}
}

// Recruits are the units that a text recruits, as they stand on the walls, if no die changes that.
func Recruits(p realm.Position, text string) (out []*realm.Unit) {
	said, _ := lines(p, p.Rules.Language().Parse(text), p.State.Next)
	t := begin(p, rulekit.Sheet{Came: true, Lines: said}, game.Seed{}, fight.Best)
	for _, do := range []func(*Turn){settings, prepare, move, recruit} {
		do(t)
	}
	for _, u := range t.State.Of(t.Me.Number) {
		if t.fresh[u] {
			out = append(out, u)
		}
	}
	return out
}

// Torn reports whether dice were thrown before the order.
func (t *Trial) Torn() bool { return t.fights.Thrown }

// tried is the line of an order that is tried: behind all others.
const tried = 1 << 30

// Order says why an order is impossible, whatever the dice, or "" if it is not.
func (t *Trial) Order(section byte, o orders.Order) phrase.Phrase {
	at := orders.Position{Line: tried}
	r := rehearse(t.outset, rulekit.Sheet{Came: true,
		Lines: append(slices.Clone(t.before), orders.Line{Position: at, Section: section, Order: o})})
	if r.void(at) {
		return r.why[at][0]
	}
	return phrase.Phrase{}
}

// Own is a unit as orders of its realm name it.
func Own(u *realm.Unit) order.Name { return order.Name{Settler: u.Settler, Number: u.Number} }

// Pace is a step of a way: where it ends, what it costs, and what is left then.
type Pace struct {
	At         game.Place
	Cost, Left int64
	Foe        *realm.Unit // whom the unit fights there
}

// Follow says how far a unit comes on a way, and why it does not come to the end.
func (t *Trial) Follow(u *realm.Unit, way []game.Direction) (paces []Pace, stops phrase.Phrase) {
	for n := len(way); n > 0; n-- {
		no := t.Order('A', order.MoveOrder{Unit: Own(u), Way: way[:n]})
		if no.Code == "engine-unsaid" { // the way can be gone, and the line needs a word more
			no = phrase.Phrase{}
		}
		if n == len(way) {
			stops = no
		}
		if no.Code == "" {
			return t.paces(u, way[:n]), stops
		}
	}
	return nil, stops
}

// paces are the steps of a way that a unit can go.
func (t *Trial) paces(u *realm.Unit, way []game.Direction) (out []Pace) {
	at, left := u.At, t.State.Steps(t.Tables, u)
	for _, d := range way {
		at = t.State.Grid.Step(at, d)
		cost := stepCost(t.Board, at)
		left -= cost
		out = append(out, Pace{At: at, Cost: cost, Left: left})
	}
	out[len(out)-1].Foe = t.foe(u, at)
	return out
}

// foe is the enemy in a place; nil: there is none.
func (t *Trial) foe(u *realm.Unit, at game.Place) *realm.Unit {
	if on := t.State.On(at); len(on) > 0 && on[0].Realm != u.Realm {
		return on[0]
	}
	return nil
}

// Found is a place to which a unit can come, with the way that leaves it most of its speed.
type Found struct {
	At   game.Place
	Left int64
	Way  []game.Direction
	Foe  *realm.Unit
	With *realm.Unit // an own unit with which it builds there
}

// Roam lists the places to which a unit can come in the turn behind a way, the nearest first. engine is what it builds
// where it meets a horseman.
func (t *Trial) Roam(u *realm.Unit, engine tables.Kind, way []game.Direction) []Found {
	from, speed := stand{u.At, way}, t.State.Steps(t.Tables, u)
	for _, d := range way {
		if from.at = t.State.Grid.Step(from.at, d); from.at == game.Nowhere {
			return nil
		}
		speed -= stepCost(t.Board, from.at)
	}
	return t.roam(u, engine, from, speed)
}

// stand is where a unit is behind a way.
type stand struct {
	at  game.Place
	way []game.Direction
}

// tireless is more steps than any way on a board takes.
const tireless = 1 << 10

// Someday lists the places to which a unit could come if no step tired it.
func (t *Trial) Someday(u *realm.Unit) []Found {
	return t.roam(u, tables.Catapult, stand{at: u.At}, tireless)
}

// roam lists the places to which a unit comes from a stand with so much speed.
func (t *Trial) roam(u *realm.Unit, engine tables.Kind, start stand, speed int64) (out []Found) {
	w := walker{u: u, from: u.At, engine: t.State.Leads(t.Tables, u)}
	passed, ended := map[game.Place]bool{}, map[game.Place]bool{}
	edge := map[int64][]stand{0: {start}} // by what the way has cost
	for cost := int64(0); cost <= speed; cost++ {
		for i := 0; i < len(edge[cost]); i++ {
			from := edge[cost][i]
			if passed[from.at] {
				continue
			}
			passed[from.at] = true
			for d := game.Direction(1); d <= 6; d++ {
				to := t.State.Grid.Step(from.at, d)
				if to == game.Nowhere || cost+stepCost(t.Board, to) > speed {
					continue
				}
				way := append(slices.Clone(from.way), d)
				w.from, w.last = from.at, false
				if now := cost + stepCost(t.Board, to); cannotStep(t.Board, w, to) == "" {
					edge[now] = append(edge[now], stand{to, way})
				}
				w.last = true
				if ended[to] || cannotStep(t.Board, w, to) != "" {
					continue
				}
				f := Found{At: to, Left: speed - cost - stepCost(t.Board, to), Way: way, Foe: t.foe(u, to)}
				o := order.MoveOrder{Unit: Own(u), Way: way}
				if on := t.State.On(to); len(on) > 0 && f.Foe == nil {
					f.With = on[0]
					if f.With.Has(tables.Shoe) {
						o.Engine = engine
					}
				}
				if ended[to] = speed == tireless || t.Order('A', o).Code == ""; ended[to] {
					out = append(out, f)
				}
			}
		}
	}
	return out
}
