package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// ordered lists a realm's armies that have a line, in the order of the file.
func (t *Turn) ordered(realm int) []*Army {
	var out []*Army
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if a := t.state.army(realm, o.Army); a != nil && a.march.at == at {
			out = append(out, a)
		}
	})
	return out
}

// lateOrders reads the lines of armies that splitting has made. A line whose
// army is still nowhere is refused.
func (t *Turn) lateOrders(realm int) {
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if o.Army.Type == 'V' { // those are read when all have joined
			return
		}
		switch a := t.state.army(realm, o.Army); {
		case a == nil && t.toCome(realm, o.Army):
		case a == nil:
			t.refuse(realm, at, phrase.P("no-such-army", phrase.Str("army", o.Army.String())))
		case a.march.fresh:
			t.take(a, at, o)
		}
	})
}

// toCome tells whether a sorcerer of the realm is to summon the demon.
func (t *Turn) toCome(realm int, name ArmyName) bool {
	if name.Type != 'D' {
		return false
	}
	for _, z := range t.state.ofType(realm, 'Z') {
		if z.march.kind == Summon && z.march.special.Army == name {
			return true
		}
	}
	return false
}

// demonOrders reads the lines of demons that were summoned just now.
func (t *Turn) demonOrders(realm int) {
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if o.Army.Type != 'D' {
			return
		}
		if a := t.state.army(realm, o.Army); a != nil && a.march.called {
			t.take(a, at, o)
			t.admit(a)
		}
	})
}

// inVain refuses the lines of a demon that did not come.
func (t *Turn) inVain(realm int, name ArmyName) {
	ordersOf(t, realm, func(at orders.Position, o ArmyOrder) {
		if o.Army == name {
			t.refuse(realm, at, phrase.P("no-such-army", phrase.Str("army", name.String())))
		}
	})
}

// split makes a new army of part of an old one (manual, "Teilen"). Both halves
// must keep the least strength of T03; fitness, experience and points go along.
func (t *Turn) split(a *Army) {
	m := a.march
	name, men := m.special.Army, m.special.Count
	least := t.row(a).Min
	army := phrase.Str("army", a.Name.String())
	switch {
	case a.cargo():
		t.refuse(a.Realm, m.at, phrase.P("aboard-special", army, phrase.Str("fleet", a.Aboard.String())))
		return
	case !t.carriesOn(a, men):
		t.refuse(a.Realm, m.at, phrase.P("split-cargo", army, phrase.Str("cargo", t.load(a).Name.String())))
		return
	case t.state.army(a.Realm, name) != nil:
		t.refuse(a.Realm, m.at, phrase.P("split-taken", army, phrase.Str("other", name.String())))
		return
	case men < least, a.Men-men < least:
		t.refuse(a.Realm, m.at, phrase.P("split-minimum", army, phrase.Num("men", a.Men), a.Name.kind(a.Men), phrase.Num("need", least)))
		return
	}
	if t.tooManyTraders(a.Realm, m.at, a.Name.Unit) || t.tooManyArmies(a.Realm, m.at) {
		return
	}
	half := *a
	half.Name, half.Men, half.Flag, half.Gain = name, men, Shown, 0
	half.march = &march{command: Defend, halved: true, fresh: true}
	t.addArmy(half)
	a.Men -= men
	m.halved = true
	t.did(a.Realm, m.at, phrase.P("split", army, phrase.Str("other", name.String()), phrase.Num("men", men), a.Name.kind(men)))
}

// merge takes another army of the same kind and field into this one (manual,
// "Vereinigen"). Both must be fit for the same terrain. The fewer points and
// the later arrival count; experience is averaged by men, rounded down.
func (t *Turn) merge(a *Army) {
	m := a.march
	army, other := phrase.Str("army", a.Name.String()), phrase.Str("other", m.special.Army.String())
	b := t.state.army(a.Realm, m.special.Army)
	switch {
	case b == nil:
		t.refuse(a.Realm, m.at, phrase.P("merge-nobody", army, other))
		return
	case b.march.halved:
		t.refuse(a.Realm, m.at, phrase.P("just-split", phrase.Str("army", b.Name.String())))
		return
	case b.cargo():
		t.refuse(a.Realm, m.at, phrase.P("merge-aboard", army, other, phrase.Str("fleet", b.Aboard.String())))
		return
	case b.At != a.At:
		t.refuse(a.Realm, m.at, phrase.P("merge-apart", army, other, phrase.At("field", b.At)))
		return
	case b.Fit != a.Fit:
		t.refuse(a.Realm, m.at, phrase.P("merge-fitness", army, other))
		return
	case b.Start != a.Start:
		t.refuse(a.Realm, m.at, phrase.P("merge-start", army, other))
		return
	case t.row(a).Max > 0 && a.Men+b.Men > t.row(a).Max:
		t.refuse(a.Realm, m.at, phrase.P("too-many", army, phrase.Num("most", t.row(a).Max)))
		return
	case t.load(a) != nil && t.load(b) != nil:
		t.refuse(a.Realm, m.at, phrase.P("merge-cargo", army, other))
		return
	}
	t.voidLine(b, phrase.P("line-void-merged", army, other))
	men := b.Men
	a.KK = int((int64(a.KK)*a.Men + int64(b.KK)*b.Men) / (a.Men + b.Men))
	a.Men += men
	a.Gain += b.Gain
	a.Points = min(a.Points, b.Points)
	a.Since = max(a.Since, b.Since)
	if c := t.load(b); c != nil {
		c.Aboard = a.Name
	}
	t.removeArmy(b)
	m.done = true
	t.did(a.Realm, m.at, phrase.P("merged", army, other, phrase.Num("men", men), a.Name.with(men), phrase.Num("all", a.Men)))
}

// voidLine tells that the line of an army that merging has taken in does not
// count, if it asks for anything but to stay; of a line whose own merge was
// carried out before, that the rest does not.
func (t *Turn) voidLine(b *Army, what phrase.Phrase) {
	m := b.march
	asks := m.command != Defend || m.plan.steps(0)
	switch {
	case m.at.Line == 0:
	case m.done && asks:
		t.caveat(b.Realm, m.at, what)
	case !m.done && (asks || m.special.Form != NoSpecial):
		t.refuse(b.Realm, m.at, what)
	}
}
