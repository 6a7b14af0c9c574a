package turn

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// formations sets rows and tactics. They apply until they are changed (§7).
func formations(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.FormationOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		s := a.Stack(o.Unit)
		args := []phrase.Arg{a.Arg(), phrase.Key("unit", "unit."+o.Unit), phrase.Num("row", o.Row),
			phrase.Key("tactic", o.Tactic.Key())}
		switch {
		case s == nil:
			t.Refuse(whose, at, phrase.P("no-such-unit", args...))
			return
		case o.Row > t.Tables.Battle.Rows:
			t.Refuse(whose, at, phrase.P("row-beyond", append(args, phrase.Num("most", t.Tables.Battle.Rows))...))
			return
		}
		s.Row, s.Tactic = o.Row, o.Tactic
		code := "formed"
		if o.Row == 0 {
			code = "formed-default"
		}
		t.Accept(at, phrase.P(code, args...))
	})
}

// statuses sets the statuses of armies towards others. They apply until they are changed (§8).
func statuses(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.StatusOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		if o.Stance == realm.NoStance && o.Target == (realm.Target{Realm: realm.Own}) {
			a.Statuses = nil
			t.Accept(at, phrase.P("status-none", a.Arg()))
			return
		}
		target, ok := targetOf(t, whose, at, a, o)
		if !ok {
			return
		}
		a.Set(target, o.Stance)
		t.Accept(at, phrase.P("status", a.Arg(), phrase.Key("stance", o.Stance.Key()), target.Shown(whose)))
		doubtUnseen(t, whose, at, a, target)
	})
}

// targetOf finds whom a status is about, or refuses it.
func targetOf(t *Turn, whose int, at orders.Position, a *realm.Army, o order.StatusOrder) (realm.Target, bool) {
	target := o.Target
	if target.Realm == realm.Own {
		target.Realm = whose
	}
	if r := t.State.Realm(target.Realm); r == nil || r.Fallen {
		t.Refuse(whose, at, phrase.P("no-such-realm", phrase.Num("realm", target.Realm)))
		return target, false
	}
	if target.Realm != whose {
		return target, true
	}
	army := a.Arg()
	switch {
	case o.Stance == realm.Hostile && target.Army != "":
		t.Refuse(whose, at, phrase.P("own-attack-army", army, target.Shown(whose)))
	case o.Stance == realm.Hostile:
		t.Refuse(whose, at, phrase.P("own-attack", army))
	case target.Army == "":
		t.Refuse(whose, at, phrase.P("own-realm", army))
	default:
		b := t.own(whose, at, target.Army)
		if b == a {
			t.Refuse(whose, at, phrase.P("own-itself", army))
		}
		return target, b != nil && b != a
	}
	return target, false
}

// doubtUnseen warns that, as far as the realm sees, none of those whom a status names is in the army's province.
func doubtUnseen(t *Turn, whose int, at orders.Position, a *realm.Army, target realm.Target) {
	here := slices.ContainsFunc(t.War.In(a.At), func(b *realm.Army) bool {
		return b.Realm == target.Realm && (target.Army == "" || orders.Fold(b.Name) == orders.Fold(target.Army))
	})
	if !here && len(a.March) == 0 {
		t.Doubt(whose, at, phrase.P("status-unseen", a.Arg(), phrase.Num("province", a.At), target.Shown(whose)))
	}
}

// intents notes which armies take and which plunder. An army that marches, and cannot take its own province or sea,
// takes the province in which its march ends (§10.5).
func intents(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.ConquestOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		p := t.State.Province(a.At)
		args := []phrase.Arg{a.Arg(), phrase.Num("province", a.At), phrase.Num("owner", p.Owner)}
		free := p.Terrain == tables.Sea || p.Owner == whose
		switch {
		case free && !o.Plunder && len(a.March) > 0 && !a.Routed:
			a.Takes = true
			t.Accept(at, phrase.P("takes-at-end", a.Arg(), phrase.Num("province", a.March[len(a.March)-1])))
			return
		case p.Terrain == tables.Sea:
			t.Refuse(whose, at, phrase.P("take-sea", args...))
			return
		case p.Owner == whose:
			t.Refuse(whose, at, phrase.P("take-own", args...))
			return
		case a.Routed:
			t.Refuse(whose, at, phrase.P("routed", args...))
			return
		}
		a.Takes = false
		t.War.Acting[a] = true
		t.War.Acts = append(t.War.Acts, fight.Act{Army: a, Province: a.At, Plunder: o.Plunder})
		code := "takes"
		if o.Plunder {
			code = "plunders"
		}
		t.Accept(at, phrase.P(code, args...))
		befriended(t, whose, at, a, p.Owner)
	})
	standing(t.War)
}

// standing lets armies take their province that came last week to take it and found it held (§10.5).
func standing(w *fight.War) {
	for _, a := range w.State.All() {
		if !a.Takes || len(a.March) > 0 || a.Routed || w.Acting[a] {
			continue
		}
		a.Takes = false
		if p := w.State.Province(a.At); p.Terrain != tables.Sea && p.Owner != a.Realm {
			w.Acting[a] = true
			w.Acts = append(w.Acts, fight.Act{Army: a, Province: a.At})
		}
	}
}

// befriended warns that an army supports one that it would have to beat for a province. It would be on both sides, so
// it stays out (§8.4).
func befriended(t *Turn, whose int, at orders.Position, a *realm.Army, owner int) {
	args := []phrase.Arg{a.Arg(), phrase.Num("province", a.At)}
	for _, b := range t.War.In(a.At) {
		if b.Realm == owner && a.Towards(b) == realm.Joint {
			t.Doubt(whose, at, phrase.P("takes-friend", append(args, phrase.Str("other", b.Called()))...))
			return
		}
	}
	if t.War.AvatarAt(owner, a.At) && a.Towards(&realm.Army{Realm: owner}) == realm.Joint {
		t.Doubt(whose, at, phrase.P("takes-friend", append(args, phrase.Str("other", strconv.Itoa(owner)))...))
	}
}
