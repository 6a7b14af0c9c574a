package turn

import (
	"slices"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

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
