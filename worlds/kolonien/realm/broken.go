package realm

import (
	"fmt"
	"slices"

	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
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
	if n := len(s.Seats); n > 0 && n < len(s.Realms) || // what a realm knows has none
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
	return a.Found
}

// audit collects contradictions.
type audit struct {
	rulekit.Audit
	state *State
}

// troops finds negative numbers, and kinds that do not belong to the people.
func (a *audit) troops(what string, t *tables.Troops, from, to tables.Kind) {
	for k, n := range t {
		a.Wrong(n < 0 || n > 0 && (tables.Kind(k) < from || tables.Kind(k) > to),
			"%s has %d %s", what, n, tables.Kind(k).Code())
	}
}

func (a *audit) area(at int) {
	s := a.state
	x := &s.Areas[at-1]
	a.Wrong(x.Ground == Sea && (x.Colony != nil || x.Natives != nil || x.Haven != nil),
		"area %d is sea and lived in", at)
	if c := x.Colony; c != nil {
		a.Wrong((c.Level == 0) != (x.Ground == Home) || c.Level < 0 || c.Port && !s.Coastal(at),
			"area %d: a colony of level %d", at, c.Level)
		a.Wrong(x.Natives != nil, "area %d has a colony and natives", at)
		a.troops(fmt.Sprintf("the garrison of %d", at), &c.Garrison, tables.MIL, tables.ART)
		for i := range c.Regiments {
			a.troops(fmt.Sprintf("a regiment in %d", at), &c.Regiments[i], tables.MIL, tables.ART)
			a.Wrong(c.Regiments[i].Count() == 0, "an empty regiment in %d", at)
		}
	}
	if n := x.Natives; n != nil {
		a.troops(fmt.Sprintf("the natives of %d", at), &n.Troops, tables.NINF, tables.ICAV)
		a.Wrong(n.Units() == 0, "natives of nobody in %d", at)
	}
	if h := x.Haven; h != nil {
		a.troops(fmt.Sprintf("the haven of %d", at), &h.Troops, tables.PMIL, tables.PMIL)
		for c, n := range h.Ships {
			a.Wrong(n < 0 || n > 0 && tables.Class(c) < tables.Launched,
				"the haven of %d has %d %s", at, n, tables.Class(c).Code())
		}
	}
}

func (a *audit) realm(r *Realm) {
	s := a.state
	a.Wrong(r.Ducats < 0, "realm %d has %d ducats", r.Number, r.Ducats)
	a.Wrong(r.Missed < 0, "realm %d has missed %d years", r.Number, r.Missed)
	a.Wrong(s.Areas[r.Home-1].Colony == nil || s.Areas[r.Home-1].Colony.Owner != r.Number,
		"realm %d has lost its home", r.Number)
	a.Wrong(r.Stances[r.Number-1] != Allied, "realm %d is not its own friend", r.Number)
	for i := range r.Leaders {
		l := &r.Leaders[i]
		a.troops(l.Name, &l.Troops, tables.MIL, tables.ART)
		a.Wrong(i > 0 && r.Leaders[i-1].Name >= l.Name || l.Value < 1,
			"realm %d: leader %s of value %d, out of order", r.Number, l.Name, l.Value)
		if f := r.Fleet(l.Aboard); l.Aboard > 0 && (f == nil || f.At != l.At) {
			a.Say("%s of realm %d is aboard fleet %d, which is not there", l.Name, r.Number, l.Aboard)
		}
		a.Wrong(l.Aboard == 0 && s.Areas[l.At-1].Ground == Sea,
			"%s of realm %d stands in the sea", l.Name, r.Number)
	}
	for i, f := range r.Fleets {
		a.Wrong(i > 0 && r.Fleets[i-1].Number >= f.Number || f.Ships.Count() == 0,
			"realm %d: fleet %d of %d ships, out of order", r.Number, f.Number, f.Ships.Count())
		for c, n := range f.Ships {
			a.Wrong(n < 0 || n > 0 && tables.Class(c) >= tables.Launched,
				"fleet %d of realm %d has %d %s", f.Number, r.Number, n, tables.Class(c).Code())
		}
		a.Wrong(s.Areas[f.At-1].Ground != Sea && !s.Coastal(f.At),
			"fleet %d of realm %d lies inland", f.Number, r.Number)
	}
}
