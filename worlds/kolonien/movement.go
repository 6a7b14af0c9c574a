package kolonien

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// moves: the realms in drawn order, each its lines in the order of its sheet. Who
// comes later attacks, and every combat is fought at once.
func moves(t *turn) {
	order := t.all()
	d := t.dice()
	for i := len(order) - 1; i > 0; i-- {
		j := d.N(int64(i + 1))
		order[i], order[j] = order[j], order[i]
	}
	for _, realm := range order {
		for _, l := range t.sheets[realm-1].lines {
			switch o := l.Order.(type) {
			case MoveOrder:
				t.march(realm, l.Position, o)
			case EmbarkOrder:
				t.embark(realm, l.Position, o)
			case TransferOrder:
				t.transfer(realm, l.Position, o)
			case SailOrder:
				t.sail(realm, l.Position, o)
			case JoinOrder:
				t.joinFleets(realm, l.Position, o)
			case ShipsOrder:
				t.handShips(realm, l.Position, o)
			}
		}
	}
}

// commander finds a realm's leader for an order.
func (t *turn) commander(realm int, at orders.Position, name string) *Leader {
	r := &t.state.Realms[realm-1]
	if l := r.leader(name); l != nil {
		return l
	}
	if t.world.state.Realms[realm-1].leader(name) != nil {
		t.refuse(realm, at, "leader-lost", phrase.Str("who", name))
		return nil
	}
	t.refuse(realm, at, "no-leader", phrase.Str("who", name), phrase.Str("have", r.leaderNames()))
	return nil
}

// march takes a leader one area on, or lets him attack where he is.
func (t *turn) march(realm int, at orders.Position, o MoveOrder) {
	l := t.commander(realm, at, o.Leader)
	if l == nil {
		return
	}
	who, area := phrase.Str("who", l.Name), phrase.Num("area", o.Area)
	a := t.state.area(o.Area)
	switch {
	case a == nil:
		t.refuse(realm, at, "no-area", area, phrase.Num("most", len(t.state.Areas)))
	case t.moved[mover{realm: realm, leader: l.Name}]:
		t.refuse(realm, at, "has-moved", who)
	case l.Aboard > 0:
		t.refuse(realm, at, "leader-aboard", who, fleetArg("fleet", l.Aboard))
	case a.Ground == Sea:
		t.refuse(realm, at, "leader-at-sea", who, area)
	case o.Area != l.At && !t.state.beside(l.At, o.Area):
		t.refuse(realm, at, "too-far", who, area, phrase.Num("from", l.At))
	case o.Area == l.At && t.foe(realm, l.At, true) == nil && !t.hostile(realm, l.At):
		t.refuse(realm, at, "nothing-there", who, area)
	default:
		t.enter(realm, at, l.Name, o.Area)
	}
}

// embark takes a leader aboard or ashore. Going aboard, from land or from another
// fleet, is no step; landing is one.
func (t *turn) embark(realm int, at orders.Position, o EmbarkOrder) {
	l := t.commander(realm, at, o.Leader)
	if l == nil {
		return
	}
	r := &t.state.Realms[realm-1]
	f := t.squadron(realm, at, o.Fleet)
	if f == nil {
		return
	}
	who, fleet := phrase.Str("who", l.Name), fleetArg("fleet", o.Fleet)
	if o.Land {
		t.land(realm, at, l, f)
		return
	}
	room := t.tables.hold(&f.Ships) - r.cargo(f.Number)
	switch {
	case l.Aboard == f.Number:
		t.refuse(realm, at, "leader-aboard", who, fleetArg("fleet", l.Aboard))
	case l.At != f.At:
		t.refuse(realm, at, "fleet-not-there", who, fleet, phrase.Num("area", l.At), phrase.Num("other", f.At))
	case room < 1+l.units():
		t.refuse(realm, at, "no-hold", who, fleet, phrase.Num("room", room), phrase.Num("count", 1+l.units()))
	default:
		l.Aboard = f.Number
		t.did(realm, at, phrase.P("embarked", who, fleet))
	}
}

// land brings a leader ashore where his fleet lies.
func (t *turn) land(realm int, at orders.Position, l *Leader, f *Fleet) {
	who, fleet := phrase.Str("who", l.Name), fleetArg("fleet", f.Number)
	switch {
	case l.Aboard != f.Number:
		t.refuse(realm, at, "not-aboard", who, fleet)
	case t.moved[mover{realm: realm, leader: l.Name}]:
		t.refuse(realm, at, "has-moved", who)
	case t.state.Areas[f.At-1].Ground == Sea:
		t.refuse(realm, at, "fleet-at-sea", who, fleet, phrase.Num("area", f.At))
	default:
		t.enter(realm, at, l.Name, f.At)
	}
}

// transfer moves units between stacks of a realm in one place.
func (t *turn) transfer(realm int, at orders.Position, o TransferOrder) {
	l := t.commander(realm, at, o.Leader)
	if l == nil {
		return
	}
	n := &t.tables.Rules
	who := phrase.Str("who", l.Name)
	var other *Troops
	most := n.ArmyMost
	if o.Other != "" {
		with := t.commander(realm, at, o.Other)
		if with == nil {
			return
		}
		if with == l || with.At != l.At || with.Aboard != l.Aboard {
			t.refuse(realm, at, "leaders-apart", who, phrase.Str("other", with.Name))
			return
		}
		other = &with.Troops
	} else {
		c := t.state.Areas[l.At-1].Colony
		if l.Aboard > 0 || c == nil || c.Owner != realm {
			t.refuse(realm, at, "no-garrison", who, phrase.Num("area", l.At))
			return
		}
		other, most = &c.Garrison, n.GarrisonMost
	}
	from, to := other, &l.Troops
	if o.Give {
		from, to = to, from
	} else {
		most = n.ArmyMost
	}
	count, kind := phrase.Num("count", o.Count), phrase.Str("kind", o.Kind.Code())
	switch {
	case from[o.Kind] < o.Count:
		t.refuse(realm, at, "no-units", count, kind, phrase.Num("have", from[o.Kind]))
	case to.Count()+o.Count > most:
		t.refuse(realm, at, "no-room", phrase.Num("room", max(0, most-to.Count())), count)
	default:
		from[o.Kind] -= o.Count
		to[o.Kind] += o.Count
		code := "took"
		if o.Give {
			code = "gave"
		}
		t.did(realm, at, phrase.P(code, who, count, kind))
	}
}

// enter takes a leader into an area, who fights whoever is hostile there. A
// leader who goes in peace stands beside others.
func (t *turn) enter(realm int, at orders.Position, name string, area int) {
	l := t.state.Realms[realm-1].leader(name)
	inPlace := l.ashore(area)
	who, where := phrase.Str("who", l.Name), phrase.Num("area", area)
	if owner := t.state.owner(area); owner > 0 {
		switch {
		case t.state.Areas[area-1].Ground == Home && owner != realm:
			t.refuse(realm, at, "foreign-home", append(t.realmArgs(owner), who)...)
			return
		case t.state.relation(realm, owner) == Peace:
			t.refuse(realm, at, "peace-no-entry", append(t.realmArgs(owner), where)...)
			return
		}
	}
	t.moved[mover{realm: realm, leader: l.Name}] = true
	if t.receipt != nil {
		t.foresee(realm, at, l, area, inPlace)
		l.At, l.Aboard = area, 0
		return
	}
	fought := false
	for foe := t.foe(realm, area, inPlace); foe != nil; foe = t.foe(realm, area, inPlace) {
		fought = true
		if !t.attack(realm, name, area, foe) {
			return
		}
	}
	l = t.state.Realms[realm-1].leader(name)
	if !inPlace {
		l.At, l.Aboard = area, 0
		if !fought {
			t.tell(phrase.P("marched", who, where), realm)
		}
	}
	t.seize(realm, area)
}

// seize takes an enemy's colony that nobody defends any more.
func (t *turn) seize(realm, area int) {
	if !t.hostile(realm, area) {
		return
	}
	c := t.state.Areas[area-1].Colony
	t.tell(phrase.P("seized", append(t.realmArgs(realm), phrase.Num("area", area), phrase.Num("realm2", c.Owner), phrase.Str("name2", t.state.Realms[c.Owner-1].Name))...), t.all()...)
	c.Owner, c.Regiments, c.Garrison = realm, nil, Troops{}
}

// hostile tells whether an area has a colony of a realm's enemy.
func (t *turn) hostile(realm, area int) bool {
	c := t.state.Areas[area-1].Colony
	return c != nil && c.Owner != realm && t.state.relation(realm, c.Owner) == War
}
