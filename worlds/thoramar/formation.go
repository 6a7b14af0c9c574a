package thoramar

import (
	"fmt"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A formation is an army of its own, "V.L 1", that stands in the field for its
// members (manual, "Der Verband"): they are where it is, neither see nor are
// seen, and have no step. Its men are those of its members, its points those of
// the member with the fewest less Rules.FormationSlower. It lives as long as it
// has a member.

// formation tells whether the army is one.
func (a *Army) formation() bool { return a.Name.Type == 'V' }

// member tells whether the army is in a formation.
func (a *Army) member() bool { return a.Aboard.ID != 0 && a.Aboard.Type == 'V' }

// formationOf gives the formation an army is a member of, nil if it is in none.
func (t *Turn) formationOf(a *Army) *Army {
	if !a.member() {
		return nil
	}
	return t.state.army(a.Realm, a.Aboard)
}

// members lists those in a formation, in their realm's order.
func (s *State) members(v *Army) []*Army {
	var out []*Army
	for _, a := range s.Armies[v.Realm] {
		if a.Aboard == v.Name {
			out = append(out, a)
		}
	}
	return out
}

// listFormations finds those that are there when the turn begins. Of a foreign one
// a receipt knows no members: it is an army like others then.
func (t *Turn) listFormations() {
	for _, list := range t.state.Armies {
		for _, a := range list {
			if a.formation() && len(t.state.members(a)) > 0 {
				t.formations = append(t.formations, a)
			}
		}
	}
}

// muster counts all formations anew, after a phase in which their members may
// have lost men or points.
func (t *Turn) muster() {
	for _, v := range t.formations {
		if !v.gone() {
			t.recount(v)
		}
	}
}

// crew lists those in a formation. From week 1 on nobody joins: only who was in
// it at the last count can be.
func (t *Turn) crew(v *Army) []*Army {
	if t.week < 1 || v.march == nil || v.march.crew == nil {
		return t.state.members(v)
	}
	left := func(a *Army) bool { return a.gone() || a.Aboard != v.Name || a.Realm != v.Realm }
	if !slices.ContainsFunc(v.march.crew, left) {
		return v.march.crew
	}
	return slices.DeleteFunc(slices.Clone(v.march.crew), left) // a copy: somebody may be walking the list
}

// recount makes a formation what its members are; without any it is no more.
func (t *Turn) recount(v *Army) {
	crew := t.crew(v)
	if v.march != nil {
		v.march.crew = crew
	}
	if len(crew) == 0 {
		t.tell(phrase.P("formation-dissolved", phrase.Str("army", v.Name.String()), phrase.At("field", v.At)), v.Realm)
		t.removeArmy(v)
		return
	}
	v.Men, v.Points = 0, crew[0].Points
	for _, a := range crew {
		v.Men += a.Men
		v.Points = min(v.Points, a.Points)
	}
	v.Points -= t.tables.Rules.FormationSlower
}

// pace is T01 of a formation: that of its slowest member, slowed.
func (t *Turn) pace(v *Army) int {
	pace := 0
	for i, m := range t.crew(v) {
		if move := t.row(m).Move; i == 0 || move < pace {
			pace = move
		}
	}
	return max(0, pace-t.tables.Rules.FormationSlower)
}

// gait is the unit whose way an army goes: its own; a formation with riders
// goes as they do, since what hinders one member hinders all.
func (t *Turn) gait(a *Army) Unit {
	if !a.formation() {
		return a.Name.Unit
	}
	for _, m := range t.crew(a) {
		if m.Name.Type == 'R' {
			return m.Name.Unit
		}
	}
	return a.Name.Unit
}

// leaveTogether takes the losses of a formation's step from its members, each
// by what it is and is fit for, and its cost. It tells false if none is left.
func (t *Turn) leaveTogether(v *Army, d game.Direction, points int) bool {
	v.march.week, v.march.moved = stepped, true
	for _, a := range t.crew(v) {
		if t.leaveGround(a, d) {
			a.Points -= points
		}
	}
	if !v.gone() {
		t.recount(v)
	}
	return !v.gone()
}

// carry brings a formation's members to where it is now.
func (t *Turn) carry(v *Army) {
	for _, a := range t.crew(v) {
		a.At, a.Since = v.At, t.state.Turn
	}
}

// regroup lets members go whose order is another than to defend where they are
// (manual, "Der Verband"): the first thing before week 1, so that they may have
// a special. A priest's blessing loosens nobody.
func (t *Turn) regroup() {
	for _, v := range t.formations {
		if v.gone() {
			continue
		}
		for _, a := range t.state.members(v) {
			if a.march.at.Line != 0 && !a.march.keeps(v.Name) {
				a.Aboard = ArmyName{}
				t.enter(a)
				t.did(a.Realm, a.march.at, phrase.P("formation-left", phrase.Str("army", a.Name.String()),
					phrase.Str("formation", v.Name.String()), phrase.At("field", a.At)))
			}
		}
		t.recount(v)
	}
}

// keeps tells whether an army with this order stays in the formation.
func (m *march) keeps(formation ArmyName) bool {
	if m.command != Defend || m.plan.steps(0) {
		return false
	}
	return m.kind == NoMeaning || m.kind == Bless || m.kind == Join && m.special.Army == formation
}

// joinFormation carries out `K.M 1 0000000000000 V+ V.L 1`: the formation must
// be in the army's field; one that is not there yet is formed, for what T04
// says.
func (t *Turn) joinFormation(a *Army) {
	m := a.march
	name := m.special.Army
	if a.Aboard == name {
		return
	}
	army, field := phrase.Str("army", a.Name.String()), phrase.At("field", a.At)
	formation := phrase.Str("formation", name.String())
	v := t.state.army(a.Realm, name)
	switch price := t.tables.rowOf(a.Realm, name.Unit).CostFixed; {
	case t.load(a) != nil:
		t.refuse(a.Realm, m.at, phrase.P("join-cargo", army, formation, phrase.Str("cargo", t.load(a).Name.String())))
		return
	case v != nil && v.At != a.At:
		t.refuse(a.Realm, m.at, phrase.P("join-apart", army, formation, phrase.At("field", v.At)))
		return
	case v != nil:
		t.did(a.Realm, m.at, phrase.P("formation-joined", army, formation, field))
	case t.tooManyArmies(a.Realm, m.at), !t.pay(a.Realm, m.at, "formations", price):
		return
	default:
		v = t.addArmy(Army{
			Realm: a.Realm, Name: name, Men: a.Men, At: a.At, Fit: -1, Since: t.state.Turn,
			Start: game.Nowhere, Command: Defend, Flag: Shown,
		})
		v.march = &march{command: Defend, fresh: true}
		t.formations = append(t.formations, v)
		t.did(a.Realm, m.at, phrase.P("formation-formed", army, formation, field, phrase.Num("gold", price)))
	}
	t.leave(a)
	a.Aboard = name
	t.recount(v)
}

// formationOrders reads the lines of formations formed this turn, and refuses
// those of formations that are not there.
func (t *Turn) formationOrders(realm int) {
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if o.Army.Type != 'V' {
			return
		}
		switch v := t.state.army(realm, o.Army); {
		case v == nil:
			t.refuse(realm, at, phrase.P("no-such-army", phrase.Str("army", o.Army.String())))
		case v.march.fresh:
			t.take(v, at, o)
		}
	})
}

// mixed is the factor, in thousandths, that a formation's make gives its members
// in a fight: about as many riders as warriors, or light ships as heavy ones,
// neither more than Rules.MixedMost of the other; with a war priest more.
func (t *Turn) mixed(v *Army) int64 {
	n := &t.tables.Rules
	var horse, foot int64
	priest := false
	for _, a := range t.state.members(v) {
		switch {
		case a.Name.Type == 'R', a.Name.Unit == Unit{'S', 'L'}:
			horse += a.Men
		case a.Name.Type == 'K', a.Name.Unit == Unit{'S', 'S'}:
			foot += a.Men
		case a.Name.Unit == Unit{'P', 'K'}:
			priest = true
		}
	}
	switch {
	case horse == 0 || foot == 0, horse*1000 > foot*n.MixedMost, foot*1000 > horse*n.MixedMost:
		return 1000
	case priest:
		return n.MixedPriest
	}
	return n.MixedBonus
}

// drags tells whether the army is of ranged weapons whose formation attacks over
// an edge: moved, they cannot attack (manual, "Allgemeines zu den
// Fernkampfwaffen").
func (b *battle) drags(side int, a *Army) bool {
	return a.ranged() && a.member() && side == attackers && b.dir != 0 && a.At != b.at
}

// member: in an own formation that may have it and stands where it is.
func (a *audit) member(m *Army) {
	v := a.state.army(m.Realm, m.Aboard)
	switch {
	case v == nil:
		a.say(fmt.Sprintf("%d.%s is in %s, which is not there", m.Realm, m.Name, m.Aboard))
	case !joins(m.Name, v.Name) || v.At != m.At:
		a.say(fmt.Sprintf("%d.%s at %d cannot be in %s at %d", m.Realm, m.Name, m.At, v.Name, v.At))
	case a.state.cargoOf(m) != nil:
		a.say(fmt.Sprintf("%d.%s carries an army and is in %s", m.Realm, m.Name, v.Name))
	}
}

// formation: it has members, and their men and points are its own.
func (a *audit) formation(v *Army) {
	var men int64
	points, crew := 0, a.state.members(v)
	for i, m := range crew {
		men += m.Men
		if i == 0 || m.Points < points {
			points = m.Points
		}
	}
	if len(crew) == 0 || men != v.Men || points-a.tables.Rules.FormationSlower != v.Points || v.Aboard.ID != 0 || v.KK != 0 || v.Fit >= 0 {
		a.say(fmt.Sprintf("%d.%s with %d men and %d points has %d members, %d men and %d points", v.Realm, v.Name, v.Men, v.Points, len(crew), men, points))
	}
}
