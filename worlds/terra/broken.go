package terra

import (
	"fmt"

	"weltentor/worlds/game"
)

// damaged tells what keeps a state from being read at all: numbers that point
// nowhere. "" when it can be played.
func (w *World) damaged() string {
	s := w.state
	if s.Turn < 1 || s.Round < 1 || s.Width < 1 || s.Height < 1 || len(s.Fields) != s.Width*s.Height || s.Globe && s.Height%2 != 0 {
		return fmt.Sprintf("turn %d, round %d, %d fields for %d by %d", s.Turn, s.Round, len(s.Fields), s.Width, s.Height)
	}
	if s.Phase != inOrders && s.Phase != inResults {
		return fmt.Sprintf("phase %q", s.Phase)
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Terrain >= terrains || f.Owner < 0 || f.Owner > len(s.Realms) {
			return fmt.Sprintf("field %d has terrain %d, owner %d", i, f.Terrain, f.Owner)
		}
	}
	place := func(p game.Place) bool { return p == game.Nowhere || p >= 0 && int(p) < len(s.Fields) }
	for i := range s.Realms {
		r := &s.Realms[i]
		if r.Number != i+1 || !place(r.Capital) {
			return fmt.Sprintf("realm %d has number %d, capital %d", i+1, r.Number, r.Capital)
		}
		for k := range r.Armies {
			if a := &r.Armies[k]; !place(a.At) || !place(a.Target) || a.Command >= commands {
				return fmt.Sprintf("army %d of realm %d is at %d, its command %d", k+1, i+1, a.At, a.Command)
			}
		}
	}
	for i := range s.Battles {
		b := &s.Battles[i]
		if !place(b.At) || b.Favours < 0 || b.Favours > 1 || b.Bonus < 0 || b.Bonus > len(w.tables.Bonus) || b.Verdict > Computed {
			return fmt.Sprintf("battle %d at %d, bonus %d for %d, verdict %d", i+1, b.At, b.Bonus, b.Favours, b.Verdict)
		}
		for _, side := range b.Sides {
			if side.Role > Mercenaries || side.Owner < 0 || side.Owner > len(s.Realms) || side.Player < 0 || side.Player > len(s.Realms) ||
				side.Role == Standing && (side.Owner == 0 || side.Army < 1) {
				return fmt.Sprintf("battle %d: a side of role %d, owner %d, army %d, player %d", i+1, side.Role, side.Owner, side.Army, side.Player)
			}
		}
	}
	return ""
}

// Broken lists what contradicts the rules or itself; empty when all is well.
func (w *World) Broken() []string {
	if d := w.damaged(); d != "" {
		return []string{d}
	}
	a := audit{w: w}
	for i := range w.state.Fields {
		a.field(game.Place(i))
	}
	for i := range w.state.Realms {
		a.realm(&w.state.Realms[i])
	}
	return a.found
}

// audit collects contradictions.
type audit struct {
	w     *World
	found []string
}

func (a *audit) say(what string) { a.found = append(a.found, what) }

// field: a garrison is within its terrain's limit; at most two armies stand there.
func (a *audit) field(at game.Place) {
	f := &a.w.state.Fields[at]
	if most := a.w.tables.Terrain[f.Terrain].Garrison; f.Garrison < 0 || f.Garrison > most {
		a.say(fmt.Sprintf("field %d has a garrison of %d, most %d", at, f.Garrison, most))
	}
	there := a.w.state.armies(at)
	if len(there) > 2 {
		a.say(fmt.Sprintf("field %d holds %d armies", at, len(there)))
	}
	if len(there) == 2 && there[0].Realm == there[1].Realm {
		a.say(fmt.Sprintf("field %d holds two armies of realm %d", at, there[0].Realm))
	}
}

// realm: nothing is below zero, a king without land has neither fields nor armies.
func (a *audit) realm(r *Realm) {
	if r.Treasury < 0 {
		a.say(fmt.Sprintf("realm %d has %d points in its treasury", r.Number, r.Treasury))
	}
	if n := a.w.state.fields(r.Number); r.King && n+len(r.Armies) > 0 {
		a.say(fmt.Sprintf("realm %d is a king without land, with %d fields and %d armies", r.Number, n, len(r.Armies)))
	}
	for i := range r.Armies {
		if army := &r.Armies[i]; army.Status < 0 || army.Status > a.w.tables.Rules.ArmySize {
			a.say(fmt.Sprintf("army %d of realm %d has status %d", i+1, r.Number, army.Status))
		}
	}
}
