package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
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

// scatter is a catapult's attack with weakening dice, over the field named and those around it. The last receiver is
// attacked (§13.6).
func scatter(t *Turn, at orders.Position, u *realm.Unit, o order.AttackOrder) {
	if b := t.State.Arms(t.Tables, u).Mans; b == nil || b.Kind != tables.Catapult {
		t.refuse(at, phrase.P("scatter-catapult", phrase.Str("unit", t.Called(u))))
		return
	}
	a, wrong := fight.AimAt(t.Board, u, o.Targets[0], false)
	if wrong.Code == "" && a.Unit == nil {
		wrong = phrase.P("scatter-nobody", phrase.XY("field", o.Targets[0].X, o.Targets[0].Y))
	}
	if wrong.Code != "" {
		t.refuse(at, wrong)
		return
	}
	hurt, ok := receivers(t, at, a, o.Weaken)
	if !ok {
		return
	}
	last := hurt[len(hurt)-1]
	t.attacked[u] = true
	fight.AcceptShots(t.fights, at, phrase.P("will-scatter", t.State.PlaceArg("around", a.At)), u, hurt)
	t.tellAll(phrase.P("scatters",
		t.UnitArgs("who", u, phrase.Num("dice", t.Tables.Rules.Shots), t.State.PlaceArg("around", a.At))...))
	fight.Shoot(t.fights, fight.Shots(t.fights, u, t.Tables.Rules.Shots), hurt)
	fight.Fight(t.fights, u, last, fight.Bout{Spends: true})
}

// receivers finds who gets a catapult's dice: the enemies named, on the field or beside it. Those that have fallen
// this turn are skipped.
func receivers(t *Turn, at orders.Position, a fight.Aim, names []order.Name) ([]*realm.Unit, bool) {
	if most := t.Tables.Rules.Shots; int64(len(names)) > most {
		t.refuse(at, phrase.P("scatter-many", phrase.Num("most", most)))
		return nil, false
	}
	var hurt []*realm.Unit
	for _, n := range names {
		v := named(t.Board, n)
		switch {
		case v == nil && slices.Contains(t.fights.Fell, full(t.Board, n)):
			continue
		case v == nil:
			t.refuse(at, phrase.P("scatter-unit", phrase.Str("unit", n.String())))
		case v.Realm == t.Me.Number:
			t.refuse(at, phrase.P("scatter-own", phrase.Str("unit", t.Called(v))))
		case t.State.Grid.Distance(a.At, v.At) > 1:
			t.refuse(at, phrase.P("scatter-outside", realm.UnitArg("unit", v), t.State.PlaceArg("at", a.At)))
		default:
			hurt = append(hurt, v)
			continue
		}
		return nil, false
	}
	if len(hurt) == 0 {
		t.refuse(at, phrase.P("scatter-fallen"))
		return nil, false
	}
	if last := hurt[len(hurt)-1]; t.State.On(last.At)[0] != last {
		t.refuse(at, phrase.P("scatter-settler", realm.UnitArg("unit", last),
			realm.UnitArg("settler", t.State.On(last.At)[0])))
		return nil, false
	}
	return hurt, true
}

// full is a unit's name as units have it: a settler with its realm.
func full(board realm.Board, n order.Name) string {
	if n.Settler && n.Realm == 0 {
		n.Realm = board.Me.Number
	}
	return n.String()
}
