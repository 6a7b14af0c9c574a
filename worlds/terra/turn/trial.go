package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
)

// Trial is a turn of orders as a receipt plays it, with one order for an army in place of what its nation's text says
// of that army.
type Trial struct {
	*Turn
	nation int
	order  order.ArmyOrder
}

// tried is the line of the order that is tried: behind all others.
const tried = 1 << 30

// Try plays the orders of a nation's text with another order for an army; without a number there is none.
func Try(p realm.Position, nation int, text string, o order.ArmyOrder) *Trial {
	t := Begin(p, p.State.Clone(), []game.Sheet{{Realm: nation, Turn: p.State.Turn, Text: text}}, game.Seed{})
	t.ForReceipt, t.Quiet, t.receipt = true, true, &receipt{realm: nation, seen: sight.Seen(p, nation)}
	if o.Army > 0 {
		sh := &t.sheets[nation]
		sh.Lines = slices.DeleteFunc(slices.Clone(sh.Lines), func(l orders.Line) bool {
			other, is := l.Order.(order.ArmyOrder)
			return is && other.Army == o.Army
		})
		sh.Lines = append(sh.Lines, orders.Line{Position: orders.Position{Line: tried}, Section: 'A', Order: o})
	}
	t.Run(Planned)
	return &Trial{t, nation, o}
}

// Ordered is the command that a nation's text gives an army: Advance, if it says nothing.
func Ordered(p realm.Position, nation, army int, text string) tables.Command {
	out := tables.Advance
	each(Begin(p, p.State, []game.Sheet{{Realm: nation, Turn: p.State.Turn, Text: text}}, game.Seed{}), nation,
		func(_ orders.Position, o order.ArmyOrder) {
			if o.Army == army {
				out = o.Command
			}
		})
	return out
}

// Why says why the order is not possible as a whole, or "" if it is.
func (t *Trial) Why() phrase.Phrase {
	for _, no := range t.Refused[t.nation] {
		if no.Line == tried && no.Severity == orders.Error {
			return counted(t.Position, t.nation, no.What)
		}
	}
	return phrase.Phrase{}
}

// Doubts are what the receipt warns of, and whom and what the army meets.
func (t *Trial) Doubts() (out []phrase.Phrase) {
	together(t.Turn)
	for _, doubt := range t.Refused[t.nation] {
		if doubt.Line == tried && doubt.Severity != orders.Error {
			out = append(out, counted(t.Position, t.nation, doubt.What))
		}
	}
	for _, f := range t.InForce {
		switch {
		case f.Line != tried, f.What.Code == "will-move", f.What.Code == "will-stay":
		default:
			out = append(out, counted(t.Position, t.nation, f.What))
		}
	}
	return out
}

// Pace is a step of an army: where it ends, how many moves it takes, and how many are left then.
type Pace struct {
	At         game.Place
	Cost, Left int
	Met        bool // somebody else's army is there
}

// Paces are the steps that the army takes on the clock, if no army of others comes in its way.
func (t *Trial) Paces() []Pace {
	p := PlanOf(withoutOthers(t.Turn, game.Seed{}), realm.Unit{Realm: t.nation, Army: t.order.Army})
	if p == nil {
		return nil
	}
	return paces(t.Position, t.nation, t.receipt.seen, p.Passed, t.Tables.Command[t.order.Command].Moves)
}

func paces(p realm.Position, nation int, seen []bool, passed []game.Place, left int) (out []Pace) {
	for _, at := range passed {
		cost := moves(p, at, seen[at])
		left -= cost
		out = append(out, Pace{At: at, Cost: cost, Left: left, Met: p.State.Enemies(nation, at)})
	}
	return out
}

// Found is a field to which an army can come.
type Found struct {
	Pace
	Way []game.Direction
}

// Roam lists the fields to which an army of the nation can come under a command behind the steps that it has, those that
// leave most moves first.
func Roam(p realm.Position, nation int, text string, o order.ArmyOrder) []Found {
	from := Found{Pace{At: p.State.Realms[nation-1].Army(o.Army).At, Left: p.Tables.Command[o.Command].Moves}, o.Steps}
	walk := func(way []game.Direction) []Pace {
		o.Steps = way
		t := Try(p, nation, text, o)
		if t.Why().Code != "" {
			return nil
		}
		return t.Paces()
	}
	if n := len(from.Way); n > 0 {
		paces := walk(from.Way)
		if len(paces) < n {
			return nil
		}
		from.Pace = paces[n-1]
	}
	return roam(p, from, walk)
}

// roam follows ways from one on, as long as walk can go them to their end.
func roam(p realm.Position, from Found, walk func([]game.Direction) []Pace) (out []Found) {
	edge := map[int][]Found{from.Left: {from}}
	known := map[game.Place]bool{from.At: true}
	for left := from.Left; left > 0; left-- {
		for i := 0; i < len(edge[left]); i++ {
			here := edge[left][i]
			on := len(here.Way) > len(from.Way)
			if on && known[here.At] {
				continue
			}
			if known[here.At] = true; on {
				out = append(out, here)
			}
			if here.Met {
				continue
			}
			for d := game.Direction(1); d <= 6; d++ {
				if q := p.State.Grid().Step(here.At, d); q == game.Nowhere || known[q] {
					continue
				}
				way := append(slices.Clone(here.Way), d)
				if paces := walk(way); len(paces) == len(way) {
					last := paces[len(paces)-1]
					edge[last.Left] = append(edge[last.Left], Found{last, way})
				}
			}
		}
	}
	for _, last := range edge[0] {
		if !known[last.At] {
			known[last.At] = true
			out = append(out, last)
		}
	}
	return out
}

// Stranger is where an army of another nation can come from a field at most: with the moves of its fastest command,
// over its own land and whatever the reader does not see. On other land it stops, if its nation is known.
type Stranger struct {
	p     realm.Position
	whose int
	seen  []bool
	most  int
}

// StrangerOf is a nation's army as the reader can know it.
func StrangerOf(p realm.Position, reader, whose int) Stranger {
	s := Stranger{p, whose, sight.Seen(p, reader), 0}
	for i := range p.Tables.Command {
		s.most = max(s.most, p.Tables.Command[i].Moves)
	}
	return s
}

// tireless is more moves than any way on a map takes.
const tireless = 1 << 10

// Someday lists where an army of the reader could come if no step tired it.
func Someday(p realm.Position, reader int, from game.Place) []Found {
	s := StrangerOf(p, reader, 0)
	s.most = tireless
	return s.Roam(from)
}

// Follow says how far it comes on a way.
func (s Stranger) Follow(from game.Place, way []game.Direction) []Pace {
	var passed []game.Place
	left := s.most
	for _, d := range way {
		if from != game.Nowhere {
			from = s.p.State.Grid().Step(from, d)
		}
		if from == game.Nowhere {
			break
		}
		if left -= moves(s.p, from, s.seen[from]); left < 0 {
			break
		}
		if passed = append(passed, from); s.whose > 0 && s.seen[from] && s.p.State.Fields[from].Owner != s.whose {
			break
		}
	}
	return paces(s.p, s.whose, s.seen, passed, s.most)
}

// Roam lists where it can come.
func (s Stranger) Roam(from game.Place) []Found {
	return roam(s.p, Found{Pace: Pace{At: from, Left: s.most}}, func(way []game.Direction) []Pace { return s.Follow(from, way) })
}
