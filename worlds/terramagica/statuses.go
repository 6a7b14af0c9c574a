package terramagica

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// formations sets rows and tactics; they hold until changed (§7).
func formations(t *turn) {
	ordersOf(t, func(whose int, at orders.Position, o FormationOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		s := a.stack(o.Unit)
		args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Key("unit", "unit."+o.Unit), phrase.Num("row", o.Row),
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

// statuses sets what armies feel towards others; it holds until changed (§8).
func statuses(t *turn) {
	ordersOf(t, func(whose int, at orders.Position, o StatusOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		if o.Stance == NoStance && o.Target == (Target{Realm: Own}) {
			a.Statuses = nil
			t.Accept(at, phrase.P("status-none", phrase.Str("army", a.Name)))
			return
		}
		target, ok := targetOf(t, whose, at, a, o)
		if !ok {
			return
		}
		a.set(target, o.Stance)
		t.Accept(at, phrase.P("status", phrase.Str("army", a.Name), phrase.Key("stance", o.Stance.key()),
			target.shown(whose)))
		doubtUnseen(t, whose, at, a, target)
	})
}

// target resolves whom a status is for, or refuses it.
func targetOf(t *turn, whose int, at orders.Position, a *Army, o StatusOrder) (Target, bool) {
	target := o.Target
	if target.Realm == Own {
		target.Realm = whose
	}
	if r := t.State.realm(target.Realm); r == nil || r.Fallen {
		t.Refuse(whose, at, phrase.P("no-such-realm", phrase.Num("realm", target.Realm)))
		return target, false
	}
	if target.Realm != whose {
		return target, true
	}
	switch {
	case o.Stance == Hostile && target.Army != "":
		t.Refuse(whose, at, phrase.P("own-attack-army", phrase.Str("army", a.Name), target.shown(whose)))
		return target, false
	case o.Stance == Hostile:
		t.Refuse(whose, at, phrase.P("own-attack", phrase.Str("army", a.Name)))
		return target, false
	case target.Army == "":
		t.Refuse(whose, at, phrase.P("own-realm", phrase.Str("army", a.Name)))
		return target, false
	}
	b := t.own(whose, at, target.Army)
	if b == a {
		t.Refuse(whose, at, phrase.P("own-itself", phrase.Str("army", a.Name)))
	}
	return target, b != nil && b != a
}

// doubtUnseen warns that nobody of whom a status speaks stands where the army does, as
// far as its realm sees.
func doubtUnseen(t *turn, whose int, at orders.Position, a *Army, target Target) {
	here := slices.ContainsFunc(t.war.in(a.At), func(b *Army) bool {
		return b.Realm == target.Realm && (target.Army == "" || orders.Fold(b.Name) == orders.Fold(target.Army))
	})
	if !here && len(a.March) == 0 {
		t.Doubt(whose, at, phrase.P("status-unseen", phrase.Str("army", a.Name), phrase.Num("province", a.At),
			target.shown(whose)))
	}
}

// set puts a stance among an army's statuses, which stand by realm and army; what
// is said of a whole realm is one of them. That there is none towards a foreign
// army by name is kept too: it goes before what is said of its realm (§8.1).
func (a *Army) set(target Target, stance Stance) {
	one := Status{Target: target, Stance: stance}
	a.Statuses = slices.DeleteFunc(a.Statuses, func(s Status) bool { return byTarget(s, one) == 0 })
	if stance == NoStance && (target.Army == "" || target.Realm == a.Realm) {
		return
	}
	a.Statuses = append(a.Statuses, one)
	slices.SortFunc(a.Statuses, byTarget)
}

// intents notes who takes and who plunders. Where an army stands in a province it cannot
// take, its own or sea, and marches, it takes the one in which the march ends (§10.5).
func intents(t *turn) {
	ordersOf(t, func(whose int, at orders.Position, o ConquestOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		p := t.State.province(a.At)
		args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Num("province", a.At), phrase.Num("owner", p.Owner)}
		free := p.Terrain == Sea || p.Owner == whose
		switch {
		case free && !o.Plunder && len(a.March) > 0 && !a.Routed:
			a.Takes = true
			t.Accept(at, phrase.P("takes-at-end", phrase.Str("army", a.Name),
				phrase.Num("province", a.March[len(a.March)-1])))
			return
		case p.Terrain == Sea:
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
		t.war.acting[a] = true
		t.war.acts = append(t.war.acts, act{army: a, province: a.At, plunder: o.Plunder})
		code := "takes"
		if o.Plunder {
			code = "plunders"
		}
		t.Accept(at, phrase.P(code, args...))
		befriended(t, whose, at, a, p.Owner)
	})
	standing(t.war)
}

// standing lets those take the province they stand in who came there last week to take it
// and found it held (§10.5).
func standing(w *war) {
	for _, a := range w.State.all() {
		if !a.Takes || len(a.March) > 0 || a.Routed || w.acting[a] {
			continue
		}
		a.Takes = false
		if p := w.State.province(a.At); p.Terrain != Sea && p.Owner != a.Realm {
			w.acting[a] = true
			w.acts = append(w.acts, act{army: a, province: a.At})
		}
	}
}

// befriended warns that an army supports whom it would have to beat for a
// province: it would stand on both sides, and stays out (§8.4).
func befriended(t *turn, whose int, at orders.Position, a *Army, owner int) {
	args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Num("province", a.At)}
	for _, b := range t.war.in(a.At) {
		if b.Realm == owner && a.towards(b) == Joint {
			t.Doubt(whose, at, phrase.P("takes-friend", append(args, phrase.Str("other", b.called()))...))
			return
		}
	}
	if t.war.avatarAt(owner, a.At) && a.towards(&Army{Realm: owner}) == Joint {
		t.Doubt(whose, at, phrase.P("takes-friend", append(args, phrase.Str("other", strconv.Itoa(owner)))...))
	}
}
