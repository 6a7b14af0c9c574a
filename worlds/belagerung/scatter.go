package belagerung

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
)

// scatter is the attack of a catapult with its weakening dice: over the field named
// and those around it, the last receiver being attacked (§13.6).
func (t *turn) scatter(at orders.Position, u *realm.Unit, o order.AttackOrder) {
	if b := t.state.Arms(t.tables, u).Mans; b == nil || b.Kind != tables.Catapult {
		t.refuse(at, phrase.P("scatter-catapult", phrase.Str("unit", t.called(u))))
		return
	}
	a, wrong := t.aim(u, o.Targets[0], false)
	if wrong.Code == "" && a.unit == nil {
		wrong = phrase.P("scatter-nobody", phrase.XY("field", o.Targets[0].X, o.Targets[0].Y))
	}
	if wrong.Code != "" {
		t.refuse(at, wrong)
		return
	}
	hurt, ok := t.receivers(at, a, o.Weaken)
	if !ok {
		return
	}
	last := hurt[len(hurt)-1]
	t.attacked[u] = true
	t.acceptShots(at, "will-scatter", u, hurt, t.state.PlaceArg("around", a.at))
	t.tell(phrase.P("scatters",
		t.unitArgs("who", u, phrase.Num("dice", t.tables.Rules.Shots), t.state.PlaceArg("around", a.at))...))
	t.shoot(t.shots(u, t.tables.Rules.Shots), hurt)
	t.fight(u, last, bout{spends: true})
}

// receivers finds who gets a catapult's dice: enemies on the field or beside it, as
// they are named. Those that have fallen this turn are passed over.
func (t *turn) receivers(at orders.Position, a aim, names []order.Name) ([]*realm.Unit, bool) {
	if most := t.tables.Rules.Shots; int64(len(names)) > most {
		t.refuse(at, phrase.P("scatter-many", phrase.Num("most", most)))
		return nil, false
	}
	var hurt []*realm.Unit
	for _, n := range names {
		v := t.named(n)
		switch {
		case v == nil && slices.Contains(t.fell, t.full(n)):
			continue
		case v == nil:
			t.refuse(at, phrase.P("scatter-unit", phrase.Str("unit", n.String())))
		case v.Realm == t.me.Number:
			t.refuse(at, phrase.P("scatter-own", phrase.Str("unit", t.called(v))))
		case t.state.Grid.Distance(a.at, v.At) > 1:
			t.refuse(at, phrase.P("scatter-outside", realm.UnitArg("unit", v), t.state.PlaceArg("at", a.at)))
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
	if last := hurt[len(hurt)-1]; t.state.On(last.At)[0] != last {
		t.refuse(at, phrase.P("scatter-settler", realm.UnitArg("unit", last),
			realm.UnitArg("settler", t.state.On(last.At)[0])))
		return nil, false
	}
	return hurt, true
}

// full is a name with the realm of its settler, as units bear it.
func (t *board) full(n order.Name) string {
	if n.Settler && n.Realm == 0 {
		n.Realm = t.me.Number
	}
	return n.String()
}

// shots throws the weakening dice of an engine, the highest first.
func (t *turn) shots(u *realm.Unit, n int64) []int64 {
	dice := make([]int64, n)
	for i := range dice {
		dice[i] = t.roll(true, true, u.ID(), int64(i), shotBlow, 0)
	}
	slices.SortFunc(dice, func(a, b int64) int { return cmp.Compare(b, a) })
	return dice
}

// shoot lays an engine's dice on its targets, one each in their order; what is left
// goes to the last.
func (t *turn) shoot(dice []int64, at []*realm.Unit) {
	for i, pips := range dice {
		t.weaken(at[min(i, len(at)-1)], pips)
	}
}
