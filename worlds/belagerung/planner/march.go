package planner

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// movers are the trials of the units that a mover may be, and those units. Others walk when it is their turn: then the
// board may have changed, and it is taken as it is.
func movers(p realm.Position, m game.Mover, text string) (*turn.Trial, []*realm.Unit) {
	if m.Army != "" {
		u := find(p.State.Of(p.State.Next), func(u *realm.Unit) bool {
			return u.Name() == m.Army || realm.Board{Position: p, Me: p.State.Realm(p.State.Next)}.Called(u) == m.Army
		})
		if u == nil {
			return nil, nil
		}
		t := turn.Try(p, text, turn.Own(u[0]))
		return t, find(t.State.Of(t.Me.Number), func(v *realm.Unit) bool { return v.Name() == u[0].Name() })
	}
	seen := func(s *realm.State) []*realm.Unit {
		return find(s.Units, func(u *realm.Unit) bool {
			return game.Counted(realm.Column(s.Grid, u.At)) == m.At && (m.Realm == 0 || u.Realm == m.Realm) &&
				(m.Kind == "" || m.Kind == realm.CardOf(p.Tables, u).Card)
		})
	}
	there := seen(p.State)
	if there == nil {
		return nil, nil
	}
	theirs := p.State.Clone()
	theirs.Next = there[0].Realm
	t := turn.Try(p.With(theirs), "", order.Name{})
	return t, seen(t.State)
}

// find lists units; nil: there are none.
func find(list []*realm.Unit, is func(*realm.Unit) bool) (out []*realm.Unit) {
	for _, u := range list {
		if is(u) {
			out = append(out, u)
		}
	}
	return out
}

// March is how far a mover comes on a way, behind the walks of a text of orders.
func (p Planner) March(whose int, m game.Mover, way []game.Direction, text string, lang phrase.Lang) (out game.March) {
	if !p.Plans(whose) {
		return out
	}
	said := func(what phrase.Phrase) *game.Said { return rulekit.Why(p.Rules.Words(lang), nil, what) }
	t, units := movers(p.Position, m, text)
	if units == nil && m.Army != "" {
		out.Stops = said(phrase.P("no-such-unit", phrase.Str("unit", m.Army)))
	}
	for i, u := range units {
		paces, stops := t.Follow(u, way)
		if i > 0 && len(paces) <= len(out.Steps) {
			continue
		}
		out = game.March{}
		for _, pace := range paces {
			step := game.Step{At: game.Counted(realm.Column(p.State.Grid, pace.At)), Cost: pace.Cost, Left: pace.Left}
			step.H, step.Y = p.State.Grid.HY(pace.At)
			if pace.Foe != nil {
				step.Says = append(step.Says, *said(phrase.P("desk.storms", realm.UnitArg("unit", pace.Foe))))
			}
			out.Steps = append(out.Steps, step)
		}
		if n := len(out.Steps); n > 0 && t.Torn() {
			out.Steps[n-1].Says = append(out.Steps[n-1].Says, *said(phrase.P("depends")))
		}
		out.Stops = said(stops)
	}
	return out
}

// Reach lists where a mover can come, behind the walks of a text of orders.
func (p Planner) Reach(whose int, m game.Mover, text string) (out []game.Reached) {
	if !p.Plans(whose) {
		return nil
	}
	t, units := movers(p.Position, m, text)
	for _, u := range units {
		found := t.Someday(u)
		if !m.Tireless {
			found = t.Roam(u, tables.Catapult, m.Steps())
		}
		for _, f := range found {
			r := game.Reached{At: game.Counted(realm.Column(p.State.Grid, f.At)), Left: f.Left,
				Way: order.WayText(f.Way), Meets: f.Foe != nil}
			if slices.ContainsFunc(out, func(o game.Reached) bool { return o.At == r.At }) {
				continue
			}
			r.H, r.Y = p.State.Grid.HY(f.At)
			out = append(out, r)
		}
	}
	return out
}

// Survey is what a field costs to enter on which nobody is and nothing is built.
func (p Planner) Survey(whose int, at string, lang phrase.Lang) []game.Amount {
	q := realm.Labelled(p.State.Grid, at)
	if whose != p.Realm || q == game.Nowhere || game.Counted(realm.Column(p.State.Grid, q)) != at {
		return nil
	}
	if wall, _ := p.State.WallAt(q); wall != nil || p.State.On(q) != nil || p.State.Building(q) != nil ||
		p.State.CastleAt(q) != nil {
		return nil
	}
	enter := p.Tables.GroundOf(p.State.Terrain[q]).Steps
	return []game.Amount{rulekit.Sum(p.Rules.Words(lang), "enter", "desk.enter", enter)}
}
