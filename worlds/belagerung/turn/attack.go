package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
)

// attack is the fifth phase. It carries out the lines of $K, one after the other, until a castle has fallen (§9.1,
// §15.1).
func attack(t *Turn) {
	t.fights.Lay()
	ordersOf(t, func(at orders.Position, o order.AttackOrder) {
		if t.State.Fallen() {
			return
		}
		u := t.own(at, o.Unit)
		if u == nil || !mayAttack(t, at, u) {
			return
		}
		if len(o.Weaken) > 0 {
			scatter(t, at, u, o)
			return
		}
		if a, ok := choose(t, at, u, o); ok {
			t.attacked[u] = true
			fight.Strike(t.fights, at, u, a)
		}
	})
}

// mayAttack refuses the attack of a unit that is busy otherwise (§9.2).
func mayAttack(t *Turn, at orders.Position, u *realm.Unit) bool {
	code := fight.BusyWith(t.Board, u)
	switch {
	case u.Settler:
	case t.attacked[u]:
		code = "attack-fought"
	case t.fresh[u]:
		code = "attack-fresh"
	}
	if code != "" {
		t.refuse(at, phrase.P(code, phrase.Str("unit", t.Called(u))))
	}
	return code == ""
}

// choose finds the first field of an order on which there is something to attack. If there is none, the order is
// refused with the problem of the first field.
func choose(t *Turn, at orders.Position, u *realm.Unit, o order.AttackOrder) (fight.Aim, bool) {
	var first phrase.Phrase
	for i, f := range o.Targets {
		a, wrong := fight.AimAt(t.Board, u, f, o.Building)
		if wrong.Code == "" {
			return a, true
		}
		if i == 0 {
			first = wrong
		}
	}
	t.refuse(at, first)
	return fight.Aim{}, false
}
