package march

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// crossShores lets armies between land and sea make their attempt of the week, by initiative: first from aboard to
// land, then to board fleets that have come.
func crossShores(t *realm.Turn, list []*realm.Army) {
	if len(list) == 0 {
		return
	}
	t.ByInitiative(list)
	for _, a := range list {
		switch {
		case a.Gone() || !a.March.Free() || a.March.Broken:
		case a.Cargo():
			land(t, a)
		default:
			advance(t, a)
		}
	}
}

// land is one attempt to go ashore (manual, "Ausschiffen"; decision 6). Whatever the result, the week's digit is done.
// A digit that points at water does nothing. Landing costs no points and ends the plan at its goal.
func land(t *realm.Turn, a *realm.Army) {
	m := a.March
	d := m.Due()
	m.Moved = true
	to, _, why := t.Step(a.Realm, a.Name.Unit, a.At, d)
	switch {
	case why == realm.Steep:
		t.TellArmy(a, "landing-steep", phrase.At("field", to))
		return
	case why != "", !meet(t, a, to, d):
		return
	}
	goAshore(t, a, to)
}

// goAshore is the landing itself.
func goAshore(t *realm.Turn, a *realm.Army, to game.Place) {
	fleet, m := a.Aboard, a.March
	a.Aboard, a.At = realm.ArmyName{}, to
	t.Enter(a)
	t.Arrive(a)
	m.Week, m.Moved, m.Next = realm.Stepped, true, realm.Weeks
	t.TellArmy(a, "landed", phrase.Str("fleet", fleet.String()), phrase.At("field", to))
}

// abreast lists the armies with which an army may attack together: all in its field or, for one aboard, those carried
// by the fleets in its field.
func abreast(t *realm.Turn, a *realm.Army) []*realm.Army {
	here := t.ArmiesAt(a.At)
	if !a.Cargo() {
		return here
	}
	var out []*realm.Army
	for _, f := range here {
		if c := t.Load(f); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// AdmitAboard checks the special of an army aboard, or of one that wants to board, against what is known before week
// 1.
func AdmitAboard(t *realm.Turn, a *realm.Army) {
	m := a.March
	switch {
	case m.Kind == realm.Embark && a.Aboard == m.Special.Army:
		m.Kind = realm.NoMeaning // it is already where it should be
	case a.Cargo() && !fromAboard[m.Kind]:
		t.RefuseArmy(a, "aboard-special", phrase.Str("fleet", a.Aboard.String()))
		m.Kind = realm.NoMeaning
	case m.Kind == realm.Embark && t.State.Army(a.Realm, m.Special.Army) == nil:
		t.RefuseArmy(a, "embark-nobody", phrase.Str("fleet", m.Special.Army.String()))
		m.Kind = realm.NoMeaning
	}
}

// DoubtBoarding warns of a boarding that is impossible at present.
func DoubtBoarding(t *realm.Turn, a *realm.Army) {
	m := a.March
	f := t.State.Army(a.Realm, m.Special.Army)
	if m.Kind != realm.Embark || f == nil {
		return
	}
	fleet := phrase.Str("fleet", m.Special.Army.String())
	switch {
	case !m.Plan.Steps(0):
		t.RefuseArmy(a, "embark-no-step", fleet)
		m.Kind = realm.NoMeaning
	case Room(t, a, f) < 0:
		t.CaveatArmy(a, "embark-no-room", fleet, phrase.Num("need", t.Row(a).SizeOf(a.Men)),
			phrase.Num("room", t.Row(f).HoldOf(f.Men)))
	case realm.HoldsDemons(t, a):
		t.CaveatArmy(a, "embark-demons", fleet, phrase.At("field", f.At))
	}
}

// fromAboard are the specials that an army aboard may have: help at a distance, and what it will do ashore. A refused
// split was reported already. Summoning refuses itself, for the demon's line too.
var fromAboard = map[realm.SpecialKind]bool{realm.Accelerate: true, realm.Bless: true, realm.Tame: true, realm.Trade: true,
	realm.NoMeaning: true, realm.Split: true, realm.Summon: true, realm.Demolish: true}

// LaterSpecials are carried out in the weeks or after them.
var LaterSpecials = map[realm.SpecialKind]bool{realm.Demolish: true, realm.Embark: true, realm.Trade: true}
