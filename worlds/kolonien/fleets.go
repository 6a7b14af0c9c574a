package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// squadron finds a realm's fleet for an order.
func (t *turn) squadron(realm int, at orders.Position, number int) *Fleet {
	r := &t.state.Realms[realm-1]
	if f := r.fleet(number); f != nil {
		return f
	}
	code, always := "no-fleet", true
	switch {
	case t.was(realm, number):
		code, always = "fleet-lost", false // it joined another, if it could
	case t.meant(realm, number):
		code, always = "fleet-unmade", !t.parts(realm, at)
	}
	t.deny(realm, at, always, code, fleetArg("who", number), phrase.Str("have", r.fleetNames()))
	return nil
}

// parts tells whether a line above would make a new fleet.
func (t *turn) parts(realm int, at orders.Position) bool {
	return slices.ContainsFunc(t.sheets[realm-1].lines, func(l orders.Line) bool {
		o, ok := l.Order.(ShipsOrder)
		return ok && o.Give && l.Line < at.Line
	})
}

// was tells whether the realm had a fleet of this number as the year began.
func (t *turn) was(realm, number int) bool {
	return t.world.state.Realms[realm-1].fleet(number) != nil
}

// meant tells whether a line of the realm's sheet would make a fleet of this number.
func (t *turn) meant(realm, number int) bool {
	return slices.ContainsFunc(t.sheets[realm-1].lines, func(l orders.Line) bool {
		o, ok := l.Order.(ShipsOrder)
		return ok && o.Give && (o.Other == number || o.Other == 0)
	})
}

// freeFleet is the least number no fleet of the realm has, nor had as the year
// began, so that receipt and turn number alike whatever is sunk; 0 if all are taken.
func (t *turn) freeFleet(r *Realm) int {
	for n := 1; n <= mostFleet; n++ {
		if r.fleet(n) == nil && !t.was(r.Number, n) {
			return n
		}
	}
	return 0
}

// joinFleets makes one fleet of two in the same place.
func (t *turn) joinFleets(realm int, at orders.Position, o JoinOrder) {
	f := t.squadron(realm, at, o.Fleet)
	if f == nil {
		return
	}
	to := t.squadron(realm, at, o.To)
	if to == nil {
		return
	}
	who, other := fleetArg("who", o.Fleet), fleetArg("other", o.To)
	sum := f.Ships.Count() + to.Ships.Count()
	switch {
	case f == to:
		t.refuse(realm, at, "same-fleet", who)
	case f.At != to.At:
		t.deny(realm, at, false, "fleets-apart", who, other)
	case sum > t.tables.Rules.FleetMost:
		always := t.safe(realm, f.At) && t.intact(concern{fleet: o.Fleet}, concern{fleet: o.To})
		t.deny(realm, at, always, "no-room", phrase.Num("room", t.tables.Rules.FleetMost-to.Ships.Count()), phrase.Num("count", f.Ships.Count()))
	default:
		for c, n := range f.Ships {
			to.Ships[c] += n
		}
		r := &t.state.Realms[realm-1]
		for i := range r.Leaders {
			if r.Leaders[i].Aboard == o.Fleet {
				r.Leaders[i].Aboard = o.To
			}
		}
		if t.moved[mover{realm: realm, fleet: o.Fleet}] {
			t.moved[mover{realm: realm, fleet: o.To}] = true
		}
		r.Fleets = slices.DeleteFunc(r.Fleets, func(x Fleet) bool { return x.Number == o.Fleet })
		t.did(realm, at, phrase.P("joined", who, other))
	}
}

// handShips moves ships between two fleets in the same place, or out of one into
// a new one. Ships that have sailed have sailed in another fleet, too.
func (t *turn) handShips(realm int, at orders.Position, o ShipsOrder) {
	from := t.squadron(realm, at, o.Fleet)
	if from == nil {
		return
	}
	r := &t.state.Realms[realm-1]
	number, to := o.Other, r.fleet(o.Other)
	if number == 0 {
		number = t.freeFleet(r)
	}
	if to == nil && (!o.Give || t.was(realm, number)) {
		t.squadron(realm, at, number) // tells that it is not there
		return
	}
	if !o.Give {
		from, to = to, from
	}
	if !t.spares(realm, at, from, to, o, number) {
		return
	}
	if to == nil {
		made := Fleet{Number: number, At: from.At, Orders: from.Orders.clone()}
		giver := from.Number
		r.Fleets = append(r.Fleets, made)
		slices.SortFunc(r.Fleets, func(a, b Fleet) int { return a.Number - b.Number })
		from, to = r.fleet(giver), r.fleet(number)
	}
	from.Ships[o.Class] -= o.Count
	to.Ships[o.Class] += o.Count
	if t.moved[mover{realm: realm, fleet: from.Number}] {
		t.moved[mover{realm: realm, fleet: to.Number}] = true
	}
	t.did(realm, at, phrase.P("parted", fleetArg("who", from.Number), phrase.Num("count", o.Count), phrase.Str("kind", o.Class.Code()), fleetArg("other", to.Number)))
}

// ships is how many ships of a class a realm has in all.
func (r *Realm) ships(c Class) int {
	n := 0
	for i := range r.Fleets {
		n += r.Fleets[i].Ships[c]
	}
	return n
}

// spares tells whether a fleet can give ships to another, nil one that is made of
// them: it keeps a ship at least, and holds for all who are aboard.
func (t *playing) spares(realm int, at orders.Position, from, to *Fleet, o ShipsOrder, number int) bool {
	r, most := &t.state.Realms[realm-1], t.tables.Rules.FleetMost
	who, have := fleetArg("who", from.Number), from.Ships[o.Class]
	count, there := phrase.Num("count", o.Count), 0
	if to != nil {
		there = to.Ships.Count()
	}
	left := from.Ships
	left[o.Class] -= o.Count
	it, whole := concern{fleet: from.Number}, true
	if to != nil {
		whole = t.intact(concern{fleet: to.Number})
	}
	whole = whole && t.intact(it)
	switch {
	case number == 0:
		t.refuse(realm, at, "fleets-most", phrase.Num("most", mostFleet))
	case from == to:
		t.refuse(realm, at, "same-fleet", who)
	case to != nil && from.At != to.At:
		t.deny(realm, at, false, "fleets-apart", fleetArg("who", o.Fleet), fleetArg("other", number))
	case have < o.Count:
		t.deny(realm, at, whole || r.ships(o.Class) < o.Count, "no-units", count, phrase.Str("kind", o.Class.Code()), phrase.Num("have", have))
	case left.Count() == 0:
		t.deny(realm, at, whole, "no-ship-left", who)
	case there+o.Count > most:
		t.deny(realm, at, o.Count > most || whole && t.safe(realm, from.At), "no-room", phrase.Num("room", max(0, most-there)), count)
	case t.tables.hold(&left) < r.cargo(from.Number):
		t.deny(realm, at, whole, "hold-needed", who, phrase.Num("count", r.cargo(from.Number)), phrase.Num("room", t.tables.hold(&left)))
	default:
		return true
	}
	return false
}
