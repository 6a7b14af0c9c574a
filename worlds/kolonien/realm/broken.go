package realm

import (
	"fmt"
	"slices"

	"weltentor/worlds/kolonien/tables"
)

// Damaged says why a state cannot be read at all: it has numbers that point nowhere. It returns "" if the state can be
// played.
func (s *State) Damaged(t *tables.Tables) string {
	if s.Turn < 1 || s.Width < LeastWidth || s.Height < LeastHeight || s.Width > MostSide || s.Height > MostSide ||
		len(s.Areas) != s.Width*s.Height+len(s.Realms) {
		return fmt.Sprintf("turn %d, %d areas for %d by %d and %d realms", s.Turn, len(s.Areas), s.Width, s.Height,
			len(s.Realms))
	}
	area := func(n int) bool { return n >= 1 && n <= len(s.Areas) }
	sea := func(n int) bool { return area(n) && s.Areas[n-1].Ground == Sea }
	if n := len(s.Seats); n > 0 && n < len(s.Realms) ||
		slices.ContainsFunc(s.Seats, func(at int) bool { return !sea(at) }) {
		return fmt.Sprintf("%d realms have the seats %v", len(s.Realms), s.Seats)
	}
	for i, a := range s.Areas {
		if a.Ground > Home || slices.ContainsFunc(a.Beside,
			func(b int) bool { return !area(b) || !slices.Contains(s.Areas[b-1].Beside, i+1) }) {
			return fmt.Sprintf("area %d touches what does not touch it", i+1)
		}
		if c := a.Colony; c != nil &&
			(c.Owner < 1 || c.Owner > len(s.Realms) || c.Fort < 0 || c.Fort > len(t.Fortification)) {
			return fmt.Sprintf("the colony in area %d has owner %d, fortification %d", i+1, c.Owner, c.Fort)
		}
		if n := a.Natives; n != nil && (n.Location < 0 || n.Location > len(t.Location)) {
			return fmt.Sprintf("area %d has the location %d", i+1, n.Location)
		}
		if h := a.Haven; h != nil && h.Away != 0 && !area(h.Away) {
			return fmt.Sprintf("the ships of area %d are at %d", i+1, h.Away)
		}
	}
	for i, r := range s.Realms {
		if r.Number != i+1 || !area(r.Home) || s.Areas[r.Home-1].Ground != Home || len(s.Areas[r.Home-1].Beside) != 1 ||
			len(r.Stances) != len(s.Realms) {
			return fmt.Sprintf("realm %d has number %d, home %d, %d stances", i+1, r.Number, r.Home, len(r.Stances))
		}
		for _, l := range r.Leaders {
			if !area(l.At) || l.Orders.Withdraw.When > BelowCF ||
				slices.ContainsFunc(l.Orders.Losses, func(k tables.Kind) bool { return k >= tables.Raised }) {
				return fmt.Sprintf("leader %s of realm %d", l.Name, i+1)
			}
		}
		for _, f := range r.Fleets {
			if !area(f.At) || f.Orders.Withdraw.When > BelowCF ||
				slices.ContainsFunc(f.Orders.Sinking, func(c tables.Class) bool { return c >= tables.Launched }) {
				return fmt.Sprintf("fleet %d of realm %d", f.Number, i+1)
			}
		}
	}
	return ""
}

// Broken lists what contradicts the rules or itself, or nothing if all is well. It does not check limits. A game
// master may lower one, such as a hold, in a running game, and it then applies only to what is new.
func (s *State) Broken(t *tables.Tables) []string {
	if d := s.Damaged(t); d != "" {
		return []string{d}
	}
	a := audit{state: s}
	for i := range s.Areas {
		a.area(i + 1)
	}
	for i := range s.Realms {
		a.realm(&s.Realms[i])
	}
	return a.found
}

// audit collects contradictions.
type audit struct {
	state *State
	found []string
}

func (a *audit) say(format string, args ...any) {
	a.found = append(a.found, fmt.Sprintf(format, args...))
}

// troops finds negative numbers, and kinds that do not belong to the people.
func (a *audit) troops(what string, t *tables.Troops, from, to tables.Kind) {
	for k, n := range t {
		if n < 0 || n > 0 && (tables.Kind(k) < from || tables.Kind(k) > to) {
			a.say("%s has %d %s", what, n, tables.Kind(k).Code())
		}
	}
}

func (a *audit) area(at int) {
	s := a.state
	x := &s.Areas[at-1]
	if x.Ground == Sea && (x.Colony != nil || x.Natives != nil || x.Haven != nil) {
		a.say("area %d is sea and lived in", at)
	}
	if c := x.Colony; c != nil {
		if (c.Level == 0) != (x.Ground == Home) || c.Level < 0 || c.Port && !s.Coastal(at) {
			a.say("area %d: a colony of level %d", at, c.Level)
		}
		if x.Natives != nil {
			a.say("area %d has a colony and natives", at)
		}
		a.troops(fmt.Sprintf("the garrison of %d", at), &c.Garrison, tables.MIL, tables.ART)
		for i := range c.Regiments {
			a.troops(fmt.Sprintf("a regiment in %d", at), &c.Regiments[i], tables.MIL, tables.ART)
			if c.Regiments[i].Count() == 0 {
				a.say("an empty regiment in %d", at)
			}
		}
	}
	if n := x.Natives; n != nil {
		a.troops(fmt.Sprintf("the natives of %d", at), &n.Troops, tables.NINF, tables.ICAV)
		if n.Units() == 0 {
			a.say("natives of nobody in %d", at)
		}
	}
	if h := x.Haven; h != nil {
		a.troops(fmt.Sprintf("the haven of %d", at), &h.Troops, tables.PMIL, tables.PMIL)
		for c, n := range h.Ships {
			if n < 0 || n > 0 && tables.Class(c) < tables.Launched {
				a.say("the haven of %d has %d %s", at, n, tables.Class(c).Code())
			}
		}
	}
}

func (a *audit) realm(r *Realm) {
	s := a.state
	if r.Ducats < 0 {
		a.say("realm %d has %d ducats", r.Number, r.Ducats)
	}
	if r.Missed < 0 {
		a.say("realm %d has missed %d years", r.Number, r.Missed)
	}
	if s.Areas[r.Home-1].Colony == nil || s.Areas[r.Home-1].Colony.Owner != r.Number {
		a.say("realm %d has lost its home", r.Number)
	}
	if r.Stances[r.Number-1] != Allied {
		a.say("realm %d is not its own friend", r.Number)
	}
	for i := range r.Leaders {
		l := &r.Leaders[i]
		a.troops(l.Name, &l.Troops, tables.MIL, tables.ART)
		if i > 0 && r.Leaders[i-1].Name >= l.Name || l.Value < 1 {
			a.say("realm %d: leader %s of value %d, out of order", r.Number, l.Name, l.Value)
		}
		if f := r.Fleet(l.Aboard); l.Aboard > 0 && (f == nil || f.At != l.At) {
			a.say("%s of realm %d is aboard fleet %d, which is not there", l.Name, r.Number, l.Aboard)
		}
		if l.Aboard == 0 && s.Areas[l.At-1].Ground == Sea {
			a.say("%s of realm %d stands in the sea", l.Name, r.Number)
		}
	}
	for i, f := range r.Fleets {
		if i > 0 && r.Fleets[i-1].Number >= f.Number || f.Ships.Count() == 0 {
			a.say("realm %d: fleet %d of %d ships, out of order", r.Number, f.Number, f.Ships.Count())
		}
		for c, n := range f.Ships {
			if n < 0 || n > 0 && tables.Class(c) >= tables.Launched {
				a.say("fleet %d of realm %d has %d %s", f.Number, r.Number, n, tables.Class(c).Code())
			}
		}
		if s.Areas[f.At-1].Ground != Sea && !s.Coastal(f.At) {
			a.say("fleet %d of realm %d lies inland", f.Number, r.Number)
		}
	}
}
