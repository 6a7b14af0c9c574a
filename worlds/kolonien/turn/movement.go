package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// march takes a leader one area on, or lets him attack where he is.
func march(t *Turn, whose int, at orders.Position, o order.MoveOrder) {
	l := commander(t, whose, at, o.Leader)
	if l == nil {
		return
	}
	who, area := phrase.Str("who", l.Name), phrase.Num("area", o.Area)
	far := t.State.ByLand(l.At, o.Area)
	switch {
	case !t.exists(whose, at, o.Area):
	case t.war.moved[mover{whose, about(l.Name)}]:
		t.deny(whose, at, t.certain(about(l.Name)), restless(t, whose, l), who)
	case l.Aboard > 0:
		t.deny(whose, at, sailing(t, whose, l.Name) > 0, "leader-aboard", who, order.FleetArg("fleet", l.Aboard))
	case t.State.Areas[o.Area-1].Ground == realm.Sea:
		t.Refuse(whose, at, phrase.P("leader-at-sea", who, area))
	case o.Area != l.At && !t.State.Beside(l.At, o.Area):
		t.Refuse(whose, at, phrase.P("too-far", who, area, phrase.Num("from", l.At),
			phrase.Key("far", farKey(far, "far.land")), phrase.Num("areas", far)))
	case o.Area == l.At && fight.Enemy(t.Position, whose, l.At, true) == nil && !t.State.Hostile(whose, l.At):
		t.deny(whose, at, quiet(t, whose, l.At), "nothing-there", who, area)
	default:
		enter(t, whose, at, l.Name, o.Area)
	}
}

// embark takes a leader aboard or ashore. Going aboard, from land or from another fleet, is not a step; landing is
// one.
func embark(t *Turn, realm int, at orders.Position, o order.EmbarkOrder) {
	l := commander(t, realm, at, o.Leader)
	if l == nil {
		return
	}
	r := &t.State.Realms[realm-1]
	f := squadron(t, realm, at, o.Fleet)
	if f == nil {
		return
	}
	who, fleet := phrase.Str("who", l.Name), order.FleetArg("fleet", o.Fleet)
	if o.Land {
		land(t, realm, at, l, f)
		return
	}
	room := t.Tables.Hold(&f.Ships) - r.Cargo(f.Number)
	him, it := about(l.Name), concern{fleet: f.Number}
	switch {
	case t.war.yielded[mover{realm, about(l.Name)}]:
		t.Refuse(realm, at, phrase.P("has-yielded", who))
	case l.Aboard == f.Number:
		t.deny(realm, at, sailing(t, realm, l.Name) == f.Number && t.still(him, it), "leader-aboard", who,
			order.FleetArg("fleet", l.Aboard))
	case l.At != f.At:
		always := l.Aboard == 0 && t.still(it) && (t.still(him) || t.certain(him))
		t.deny(realm, at, always, "fleet-not-there", who, fleet, phrase.Num("area", l.At), phrase.Num("other", f.At))
	case room < 1+l.Units():
		t.deny(realm, at, t.safe(realm, l.At) && t.intact(him, it), "no-hold", who, fleet, phrase.Num("room", room),
			phrase.Num("count", 1+l.Units()))
	default:
		l.Aboard = f.Number
		t.did(realm, at, phrase.P("embarked", who, fleet))
	}
}

// land brings a leader ashore where his fleet is.
func land(t *Turn, whose int, at orders.Position, l *realm.Leader, f *realm.Fleet) {
	who, fleet := phrase.Str("who", l.Name), order.FleetArg("fleet", f.Number)
	him, it := about(l.Name), concern{fleet: f.Number}
	switch {
	case l.Aboard != f.Number:
		t.deny(whose, at, t.still(him), "not-aboard", who, fleet)
	case t.war.moved[mover{whose, about(l.Name)}]:
		t.deny(whose, at, t.certain(him), restless(t, whose, l), who)
	case t.State.Areas[f.At-1].Ground == realm.Sea:
		t.deny(whose, at, t.still(it), "fleet-at-sea", who, fleet, phrase.Num("area", f.At))
	default:
		enter(t, whose, at, l.Name, f.At)
	}
}

// sailing is the fleet that a realm's leader was aboard when the year began, or 0 if he was aboard none.
func sailing(t *Turn, realm int, name string) int {
	if l := t.began.Realms[realm-1].Leader(name); l != nil {
		return l.Aboard
	}
	return 0
}

// enter takes a leader into an area, where he fights everybody hostile. A leader who comes in peace may be there
// beside others. One who is there already may fight there, whoever owns the land.
func enter(t *Turn, whose int, at orders.Position, name string, area int) {
	l := t.State.Realms[whose-1].Leader(name)
	inPlace, aboard := l.Ashore(area), l.Aboard
	who, where := phrase.Str("who", l.Name), phrase.Num("area", area)
	if owner := t.State.Owner(area); owner > 0 && !inPlace {
		switch {
		case t.State.Areas[area-1].Ground == realm.Home && owner != whose:
			t.deny(whose, at, aboard == 0 || t.still(concern{fleet: aboard}), "foreign-home",
				append(t.realmArgs(owner), who)...)
			return
		case t.State.Relation(whose, owner) == realm.Peace:
			t.denyUnless(whose, at, false, "why.treaty",
				phrase.P("peace-no-entry", append(t.realmArgs(owner), where)...))
			return
		}
	}
	t.war.moved[mover{whose, about(l.Name)}] = true
	if t.receipt != nil {
		if aboard == 0 && !inPlace && t.still(about(name)) && calm(t, whose, area) {
			t.receipt.plan.sure[about(name)] = true
		}
		foresee(t, whose, at, l, area, inPlace)
		l.At, l.Aboard = area, 0
		return
	}
	fought := false
	next := func() *fight.Foe { return fight.Enemy(t.Position, whose, area, inPlace) }
	for foe := next(); foe != nil; foe = next() {
		fought = true
		if !attack(t, whose, name, area, foe) {
			return
		}
	}
	l = t.State.Realms[whose-1].Leader(name)
	if !inPlace {
		l.At, l.Aboard = area, 0
		if !fought {
			t.Tell(phrase.P("marched", who, where), whose)
		}
	}
	seize(t, whose, area)
}

// seize takes an enemy's colony that nobody defends any more.
func seize(t *Turn, realm, area int) {
	if !t.State.Hostile(realm, area) {
		return
	}
	c := t.State.Areas[area-1].Colony
	t.Tell(phrase.P("seized",
		append(t.realmArgs(realm), phrase.Num("area", area), phrase.Num("realm2", c.Owner),
			phrase.Str("name2", t.State.Realms[c.Owner-1].Name))...), t.all()...)
	c.Owner, c.Regiments, c.Garrison = realm, nil, tables.Troops{}
}
