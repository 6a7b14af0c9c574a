package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// joinFleets makes one fleet of two in the same place.
func joinFleets(t *Turn, whose int, at orders.Position, o order.JoinOrder) {
	f := squadron(t, whose, at, o.Fleet)
	if f == nil {
		return
	}
	to := squadron(t, whose, at, o.To)
	if to == nil {
		return
	}
	who, other := order.FleetArg("who", o.Fleet), order.FleetArg("other", o.To)
	sum := f.Ships.Count() + to.Ships.Count()
	switch {
	case f == to:
		t.Refuse(whose, at, phrase.P("same-fleet", who))
	case f.At != to.At:
		t.deny(whose, at, false, "fleets-apart", who, other)
	case sum > t.Tables.Rules.FleetMost:
		always := t.safe(whose, f.At) && t.intact(concern{fleet: o.Fleet}, concern{fleet: o.To})
		room := t.Tables.Rules.FleetMost - to.Ships.Count()
		t.deny(whose, at, always, fullCode("no-room", room), order.FleetArg("who", o.To), phrase.Num("room", room),
			phrase.Num("count", f.Ships.Count()))
	default:
		to.Ships.Add(f.Ships)
		r := &t.State.Realms[whose-1]
		for _, l := range r.Aboard(o.Fleet) {
			l.Aboard = o.To
		}
		if t.war.moved[mover{whose, concern{fleet: o.Fleet}}] {
			t.war.moved[mover{whose, concern{fleet: o.To}}] = true
		}
		r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.Number == o.Fleet })
		t.did(whose, at, phrase.P("joined", who, other))
	}
}

// handShips moves ships between two fleets in the same place, or out of one into a new one. A fleet that gets ships
// which have sailed this year has sailed too.
func handShips(t *Turn, whose int, at orders.Position, o order.ShipsOrder) {
	from := squadron(t, whose, at, o.Fleet)
	if from == nil {
		return
	}
	r := &t.State.Realms[whose-1]
	number, to := o.Other, r.Fleet(o.Other)
	if number == 0 {
		number = freeFleet(t, r)
	}
	if to == nil && (!o.Give || t.was(whose, number)) {
		squadron(t, whose, at, number) // refuses a fleet that is not there
		return
	}
	if !o.Give {
		from, to = to, from
	}
	if !spares(t, whose, at, from, to, o, number) {
		return
	}
	if to == nil {
		giver := from.Number
		to = r.Launch(realm.Fleet{Number: number, At: from.At, Orders: from.Orders.Clone()})
		from = r.Fleet(giver)
	}
	from.Ships[o.Class] -= o.Count
	to.Ships[o.Class] += o.Count
	if t.war.moved[mover{whose, concern{fleet: from.Number}}] {
		t.war.moved[mover{whose, concern{fleet: to.Number}}] = true
	}
	t.did(whose, at, phrase.P("parted", order.FleetArg("who", from.Number), phrase.Num("count", o.Count),
		phrase.Str("kind", o.Class.Code()), order.FleetArg("other", to.Number)))
}

// ships counts a realm's ships of a class.
func ships(r *realm.Realm, c tables.Class) int {
	n := 0
	for i := range r.Fleets {
		n += r.Fleets[i].Ships[c]
	}
	return n
}

// spares reports whether a fleet can give ships to another, or to a new fleet if to is nil. It must keep at least one
// ship, and room for all who are aboard.
func spares(t *Turn, whose int, at orders.Position, from, to *realm.Fleet, o order.ShipsOrder, number int) bool {
	r, most := &t.State.Realms[whose-1], t.Tables.Rules.FleetMost
	who, have := order.FleetArg("who", from.Number), from.Ships[o.Class]
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
		t.Refuse(whose, at, phrase.P("fleets-most", phrase.Num("most", order.MostFleet)))
	case from == to:
		t.Refuse(whose, at, phrase.P("same-fleet", who))
	case to != nil && from.At != to.At:
		t.deny(whose, at, false, "fleets-apart", order.FleetArg("who", o.Fleet), order.FleetArg("other", number))
	case have < o.Count:
		t.deny(whose, at, whole || ships(r, o.Class) < o.Count, "no-units", count, phrase.Str("kind", o.Class.Code()),
			phrase.Num("have", have))
	case left.Count() == 0:
		t.deny(whose, at, whole, "no-ship-left", who)
	case there+o.Count > most:
		room := max(0, most-there)
		t.deny(whose, at, o.Count > most || whole && t.safe(whose, from.At), fullCode("no-room", room),
			order.FleetArg("who", number), phrase.Num("room", room), count)
	case t.Tables.Hold(&left) < r.Cargo(from.Number):
		t.deny(whose, at, whole, "hold-needed", who, phrase.Num("count", r.Cargo(from.Number)),
			phrase.Num("room", t.Tables.Hold(&left)))
	default:
		return true
	}
	return false
}

// commander finds a realm's leader for an order.
func commander(t *Turn, whose int, at orders.Position, name string) *realm.Leader {
	r := &t.State.Realms[whose-1]
	if l := r.Leader(name); l != nil {
		return l
	}
	if t.began.Realms[whose-1].Leader(name) != nil {
		t.Refuse(whose, at, phrase.P("leader-lost", phrase.Str("who", name)))
		return nil
	}
	t.Refuse(whose, at, phrase.P("no-leader", phrase.Str("who", name), phrase.Str("have", r.LeaderNames())))
	return nil
}

// squadron finds a realm's fleet for an order.
func squadron(t *Turn, whose int, at orders.Position, number int) *realm.Fleet {
	r := &t.State.Realms[whose-1]
	if f := r.Fleet(number); f != nil {
		return f
	}
	code, always := "no-fleet", true
	switch {
	case t.was(whose, number):
		code, always = "fleet-lost", false // it has joined another fleet, if that was possible
	case meant(t, whose, number):
		code, always = "fleet-unmade", !parts(t, whose, at)
	}
	t.deny(whose, at, always, code, order.FleetArg("who", number), phrase.Str("have", order.FleetNames(r)))
	return nil
}

// parts reports whether a line above would make a new fleet.
func parts(t *Turn, realm int, at orders.Position) bool {
	return slices.ContainsFunc(t.sheets[realm-1].Lines, func(l orders.Line) bool {
		o, ok := l.Order.(order.ShipsOrder)
		return ok && o.Give && l.Line < at.Line
	})
}

// meant reports whether a line of the realm's sheet would make a fleet of this number.
func meant(t *Turn, realm, number int) bool {
	return slices.ContainsFunc(t.sheets[realm-1].Lines, func(l orders.Line) bool {
		o, ok := l.Order.(order.ShipsOrder)
		return ok && o.Give && (o.Other == number || o.Other == 0)
	})
}

// freeFleet is the least number that no fleet of the realm has, nor had when the year began. So receipt and turn give
// the same numbers, whatever is sunk. It is 0 if all are taken.
func freeFleet(t *Turn, r *realm.Realm) int {
	for n := 1; n <= order.MostFleet; n++ {
		if r.Fleet(n) == nil && !t.was(r.Number, n) {
			return n
		}
	}
	return 0
}
