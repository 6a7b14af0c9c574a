package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// shores lets those that are between land and sea have their try of the week,
// by initiative: from aboard to land, and to go aboard fleets that have come.
func (t *Turn) shores(list []*Army) {
	if len(list) == 0 {
		return
	}
	t.byInitiative(list)
	for _, a := range list {
		switch {
		case a.gone() || !a.march.free() || a.march.broken:
		case a.cargo():
			t.land(a)
		default:
			t.advance(a)
		}
	}
}

// land is one try to go ashore (manual, "Ausschiffen"; decision 6): whatever
// comes of it, the week's digit is done. A digit that points at water asks for
// nothing. Landing costs no points and ends the plan at its goal.
func (t *Turn) land(a *Army) {
	m := a.march
	d := m.due()
	m.moved = true
	to, _, why := t.step(a.Realm, a.Name.Unit, a.At, d)
	switch {
	case why == steep:
		t.tell(phrase.P("landing-steep", phrase.Str("army", a.Name.String()), phrase.At("field", to)), a.Realm)
		return
	case why != "", !t.meet(a, to, d):
		return
	}
	t.goAshore(a, to)
}

// goAshore is the landing itself.
func (t *Turn) goAshore(a *Army, to game.Place) {
	fleet, m := a.Aboard, a.march
	t.setAshore(a, to)
	t.arrive(a)
	m.week, m.moved, m.next = stepped, true, Weeks
	t.tell(phrase.P("landed", phrase.Str("army", a.Name.String()), phrase.Str("fleet", fleet.String()), phrase.At("field", to)), a.Realm)
}

// abreast lists those an army may make an attack with: all in its field, or for
// one aboard what the fleets in its field carry.
func (t *Turn) abreast(a *Army) []*Army {
	here := t.armiesAt(a.At)
	if !a.cargo() {
		return here
	}
	var out []*Army
	for _, f := range here {
		if c := t.load(f); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// fromAboard tells whether an army aboard may have the special: help at a
// distance, and what it will do ashore. Of splitting its refusal was told;
// summoning refuses itself, for the demon's line too.
func fromAboard(kind SpecialKind) bool {
	switch kind {
	case Accelerate, Bless, Tame, Trade, NoMeaning, Split, Summon:
		return true
	case Embark:
		return false
	}
	return laterSpecials[kind]
}

// admitAboard holds the special of an army aboard, and of one that wants to go
// aboard, against what is known before week 1.
func (t *Turn) admitAboard(a *Army) {
	m := a.march
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", m.special.Army.String())
	switch {
	case m.kind == Embark && a.Aboard == m.special.Army:
		m.kind = NoMeaning // it is where it shall be
	case a.cargo() && !fromAboard(m.kind):
		t.refuse(a.Realm, m.at, phrase.P("aboard-special", army, phrase.Str("fleet", a.Aboard.String())))
		m.kind = NoMeaning
	case m.kind == Embark && t.state.army(a.Realm, m.special.Army) == nil:
		t.refuse(a.Realm, m.at, phrase.P("embark-nobody", army, fleet))
		m.kind = NoMeaning
	}
}

// doubtBoarding warns of a boarding that cannot come about as things stand.
func (t *Turn) doubtBoarding(a *Army) {
	m := a.march
	army, fleet := phrase.Str("army", a.Name.String()), phrase.Str("fleet", m.special.Army.String())
	f := t.state.army(a.Realm, m.special.Army)
	switch {
	case m.kind != Embark || f == nil:
	case !m.plan.steps(0):
		t.refuse(a.Realm, m.at, phrase.P("embark-no-step", army, fleet))
		m.kind = NoMeaning
	case t.room(a, f) < 0:
		t.caveat(a.Realm, m.at, phrase.P("embark-no-room", army, fleet,
			phrase.Num("need", t.row(a).size(a.Men)), phrase.Num("room", t.row(f).hold(f.Men))))
	case t.holdsDemons(a):
		t.caveat(a.Realm, m.at, phrase.P("embark-demons", army, fleet, phrase.At("field", f.At)))
	}
}
