package realm

import (
	"fmt"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/tables"
)

// Damaged says why a state cannot be read at all: it has numbers that point nowhere. It returns "" if the state can be
// played.
func (s *State) Damaged(t *tables.Tables) string {
	if s.Turn < 1 || s.Round < 1 || s.Width < 1 || s.Height < 1 || len(s.Fields) != s.Width*s.Height || s.Globe &&
		s.Height%2 != 0 {
		return fmt.Sprintf("turn %d, round %d, %d fields for %d by %d", s.Turn, s.Round, len(s.Fields), s.Width,
			s.Height)
	}
	if s.Phase != InOrders && s.Phase != InResults {
		return fmt.Sprintf("phase %q", s.Phase)
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Terrain >= tables.Terrains || f.Owner < 0 || f.Owner > len(s.Realms) {
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
			if a := &r.Armies[k]; !place(a.At) || !place(a.Target) || a.Command >= tables.Commands {
				return fmt.Sprintf("army %d of realm %d is at %d, its command %d", k+1, i+1, a.At, a.Command)
			}
		}
	}
	for i, b := range s.Battles {
		if !place(b.At) || b.Favours < 0 || b.Favours > 1 || b.Bonus < 0 || b.Bonus > len(t.Bonus) ||
			b.Verdict > Unanswered {
			return fmt.Sprintf("battle %d at %d, bonus %d for %d, verdict %d", i+1, b.At, b.Bonus, b.Favours, b.Verdict)
		}
		for _, side := range b.Sides {
			if side.Role > Mercenaries || side.Owner < 0 || side.Owner > len(s.Realms) || side.Player < 0 ||
				side.Player > len(s.Realms) ||
				side.Role == Standing && (side.Owner == 0 || side.Army < 1) {
				return fmt.Sprintf("battle %d: a side of role %d, owner %d, army %d, player %d", i+1, side.Role,
					side.Owner, side.Army, side.Player)
			}
		}
	}
	return ""
}

// Broken lists what contradicts the rules or itself, or nothing if all is well.
func (s *State) Broken(t *tables.Tables) []string {
	if d := s.Damaged(t); d != "" {
		return []string{d}
	}
	a := audit{state: s}
	for i := range s.Fields {
		a.field(game.Place(i))
	}
	for i := range s.Realms {
		a.realm(&s.Realms[i])
	}
	for i := range s.Battles {
		a.battle(&s.Battles[i])
	}
	a.history()
	return a.Found
}

// audit collects contradictions.
type audit struct {
	rulekit.Audit
	state *State
}

// field checks that a garrison is not below 0, and that at most two armies are in the field, of two nations. A
// garrison may be above its terrain's limit: a game master may have lowered that.
func (a *audit) field(at game.Place) {
	if f := &a.state.Fields[at]; f.Garrison < 0 {
		a.Say("field %d has a garrison of %d", at, f.Garrison)
	}
	there := a.state.Armies(at)
	a.Wrong(len(there) > 2, "field %d holds %d armies", at, len(there))
	if len(there) == 2 && there[0].Realm == there[1].Realm {
		a.Say("field %d holds two armies of realm %d", at, there[0].Realm)
	}
}

// realm checks that nothing is below zero, and that a king without land has neither fields nor armies.
func (a *audit) realm(r *Realm) {
	a.Wrong(r.Treasury < 0, "realm %d has %d points in its treasury", r.Number, r.Treasury)
	if n := a.state.FieldsOf(r.Number); r.King && n+len(r.Armies) > 0 {
		a.Say("realm %d is a king without land, with %d fields and %d armies", r.Number, n, len(r.Armies))
	}
	for i := range r.Armies {
		if army := &r.Armies[i]; army.Status < 0 {
			a.Say("army %d of realm %d has status %d", i+1, r.Number, army.Status)
		}
	}
}

// battle checks that awaited battles are of this round and phase. Two different realms lead the sides at the table. An
// awaited army is in the field it fights for.
func (a *audit) battle(b *Battle) {
	s, number := a.state, b.Number
	now := b.Round == s.Round && s.Phase == InResults
	a.Wrong((b.Verdict == Awaited) != now,
		"battle %d of round %d has verdict %d in round %d, phase %s", number, b.Round, b.Verdict, s.Round, s.Phase)
	if x, y := b.Sides[0].Player, b.Sides[1].Player; b.Table && (x == 0 || y == 0 || x == y) {
		a.Say("battle %d at the table is led by %d and %d", number, x, y)
	}
	for _, side := range b.Sides {
		if !now || side.Role != Standing {
			continue
		}
		if army := s.Realm(side.Owner).Army(side.Army); army == nil || army.At != b.At {
			a.Say("battle %d at %d awaits army %d of realm %d", number, b.At, side.Army, side.Owner)
		}
	}
}

// history: battles stand in the order of their rounds, each called otherwise than others of its
// round, between two realms, of mercenaries on both sides or for a field; who plays has a map, and
// no figure is below zero. What numbers bound the figures may have changed since.
func (a *audit) history() {
	s, called := a.state, map[[2]int]bool{}
	for i := range s.Battles {
		b := &s.Battles[i]
		x, y := &b.Sides[Attacker], &b.Sides[Defender]
		a.Wrong(b.Round < 1 || b.Round > s.Round || i > 0 && s.Battles[i-1].Round > b.Round,
			"battle %d is of round %d, in round %d", i+1, b.Round, s.Round)
		if b.Number < 1 || called[[2]int{b.Round, b.Number}] {
			a.Say("round %d calls battle %d G%d, as another or by no number", b.Round, i+1, b.Number)
		}
		called[[2]int{b.Round, b.Number}] = true
		a.Wrong(x.Owner > 0 && x.Owner == y.Owner, "in battle %d realm %d fights itself", i+1, x.Owner)
		if (b.At == game.Nowhere) != (x.Role == Mercenaries) || (x.Role == Mercenaries) != (y.Role == Mercenaries) ||
			x.Role == Garrison {
			a.Say("battle %d at %d is one of roles %d and %d", i+1, b.At, x.Role, y.Role)
		}
		for _, side := range b.Sides {
			a.Wrong(side.Points < 0 || side.Goals < 0 || side.Strength < 0 || side.Status < 0,
				"battle %d has %d points, %d objectives, strength %d", i+1, side.Points, side.Goals, side.Strength)
			a.Wrong(b.Table != (side.Player > 0) || b.Table != (b.Map > 0),
				"battle %d: at the table %t, led by %d, map %d", i+1, b.Table, side.Player, b.Map)
		}
		a.Wrong(b.Winner < 0 || b.Winner > 2, "battle %d was won by side %d", i+1, b.Winner)
	}
}
