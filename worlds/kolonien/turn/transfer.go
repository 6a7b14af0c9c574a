package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// stack is a leader's army or a garrison, from which or to which units are moved.
type stack struct {
	troops *tables.Troops
	most   int
	who    mover
	leader string // "": a garrison
}

func stackOf(t *Turn, whose int, l *realm.Leader) stack {
	return stack{troops: &l.Troops, most: t.Tables.Rules.ArmyMost, who: mover{whose, about(l.Name)},
		leader: l.Name}
}

// transfer moves units between stacks of a realm in one place.
func transfer(t *Turn, realm int, at orders.Position, o order.TransferOrder) {
	l := commander(t, realm, at, o.Leader)
	if l == nil {
		return
	}
	from, ok := partner(t, realm, at, l, o)
	if !ok {
		return
	}
	to := stackOf(t, realm, l)
	if o.Give {
		from, to = to, from
	}
	count, kind := phrase.Num("count", o.Count), phrase.Str("kind", o.Kind.Code())
	room := max(0, to.most-to.troops.Count())
	switch {
	case from.troops[o.Kind] < o.Count:
		always := owned(t, realm, o.Kind) < o.Count || t.intact(from.who.concern, to.who.concern) && !spare(t, realm, l.At)
		t.deny(realm, at, always, "no-units", count, kind, phrase.Num("have", from.troops[o.Kind]))
	case room < o.Count:
		code, where := "no-room", phrase.Str("who", to.leader)
		if to.leader == "" {
			code, where = "no-room-garrison", phrase.Num("area", to.who.garrison)
		}
		always := o.Count > to.most || t.safe(realm, l.At) && t.intact(from.who.concern, to.who.concern)
		t.deny(realm, at, always, fullCode(code, room), where, phrase.Num("room", room), count)
	default:
		from.troops[o.Kind] -= o.Count
		to.troops[o.Kind] += o.Count
		code := "took"
		if o.Give {
			code = "gave"
		}
		t.did(realm, at, phrase.P(code, phrase.Str("who", l.Name), count, kind))
		tire(t, realm, at, from, to)
	}
}

// partner is the leader or the garrison with which a leader exchanges units.
func partner(t *Turn, whose int, at orders.Position, l *realm.Leader, o order.TransferOrder) (stack, bool) {
	who, him := phrase.Str("who", l.Name), about(l.Name)
	if o.Other != "" {
		with := commander(t, whose, at, o.Other)
		if with == nil {
			return stack{}, false
		}
		if with == l || with.At != l.At || with.Aboard != l.Aboard {
			always := with == l || with.At != l.At && fixed(t, l) && fixed(t, with) && t.still(him, about(with.Name))
			t.deny(whose, at, always, "leaders-apart", who, phrase.Str("other", with.Name))
			return stack{}, false
		}
		return stackOf(t, whose, with), true
	}
	c := t.State.Areas[l.At-1].Colony
	if l.Aboard > 0 || c == nil || c.Owner != whose {
		t.deny(whose, at, t.still(him) && (l.Aboard > 0 || fixed(t, l)), "no-garrison", who, phrase.Num("area", l.At))
		return stack{}, false
	}
	return stack{troops: &c.Garrison, most: t.Tables.Rules.GarrisonMost,
		who: mover{whose, concern{garrison: l.At}}}, true
}

// tire notes a move of units to another stack. Units that have moved this year, or given way, cannot move on there
// either (rules §6.3), so whoever gets some has moved too.
func tire(t *Turn, realm int, at orders.Position, giver, taker stack) {
	from, to := giver.who, taker.who
	if t.war.moved[from] && !t.war.moved[to] && taker.leader != "" {
		t.Doubt(realm, at, phrase.P("moves-no-more", phrase.Str("who", taker.leader)))
	}
	t.war.tired[to] = t.war.tired[to] || t.war.moved[from] && !t.war.moved[to]
	t.war.moved[to] = t.war.moved[to] || t.war.moved[from]
	t.war.yielded[to] = t.war.yielded[to] || t.war.yielded[from]
}

// restless says why a leader who has moved cannot move on.
func restless(t *Turn, whose int, l *realm.Leader) string {
	if t.war.tired[mover{whose, about(l.Name)}] {
		return "has-tired"
	}
	return "has-moved"
}

// owned counts a realm's units of a kind.
func owned(t *Turn, realm int, k tables.Kind) int {
	n := 0
	for _, area := range t.State.Owned(realm) {
		c := t.State.Areas[area-1].Colony
		n += c.Garrison[k]
		for _, r := range c.Regiments {
			n += r[k]
		}
	}
	for _, l := range t.State.Realms[realm-1].Leaders {
		n += l.Troops[k]
	}
	return n
}
