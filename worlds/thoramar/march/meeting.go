package march

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Encounter is what happens between an army that is about to enter a field and one there.
func Encounter(t *realm.Turn, a, b *realm.Army, to game.Place) fight.Clash {
	c := fight.ClashOf(t, a, b)
	if c == fight.Stops && a.Name.Unit == tables.Caravan && a.March.Kind == realm.Trade && Goal(t, a) == to {
		return fight.Passes // a caravan enters its town (decision 7)
	}
	return c
}

// meet handles those whom the army meets in the field that it is about to enter, and reports whether it may enter. A
// fight costs all who are in it their step.
func meet(t *realm.Turn, a *realm.Army, to game.Place, d game.Direction) bool {
	var stopper *realm.Army
	war := false
	for _, b := range t.ArmiesAt(to) {
		switch Encounter(t, a, b, to) {
		case fight.Fights:
			war = true
		case fight.Stops:
			if stopper == nil {
				stopper = b
			}
		}
	}
	switch {
	case war:
		storm(t, a, to, d)
		return false
	case stopper != nil:
		hold(t, a, to, stopper)
		return false
	}
	return true
}

// hold stops a peaceful army in front of the field that it is about to enter. Its step stays due.
func hold(t *realm.Turn, a *realm.Army, to game.Place, stopper *realm.Army) {
	a.March.Week, a.March.Kept = realm.Held, false
	t.TellArmy(a, "held-up", phrase.At("field", to), phrase.Str("other", sight.NameFor(t, a.Realm, stopper)))
}

// storm is the attack over an edge.
func storm(t *realm.Turn, a *realm.Army, to game.Place, d game.Direction) {
	if b := Assault(t, a, to, d); fight.Fight(t, b) {
		overrun(t, b)
	}
}

// Assault is who fights in an attack over an edge: the army and those that step along with it, against all in the
// field that fight any of them.
func Assault(t *realm.Turn, a *realm.Army, to game.Place, d game.Direction) *fight.Battle {
	b := &fight.Battle{At: to, From: a.At, Dir: d}
	b.Join(fight.Attackers, a)
	foes := fight.Foes(t, b.Side[fight.Attackers], to)
	if a.Attacks() {
		for _, c := range abreast(t, a) {
			if stepsAlong(t, c, b.Side[fight.Attackers], foes, to, d) {
				b.Join(fight.Attackers, c)
			}
		}
		foes = fight.Foes(t, b.Side[fight.Attackers], to)
	}
	for _, c := range foes {
		b.Join(fight.Defenders, c)
	}
	fight.Support(t, b)
	return b
}

// stepsAlong reports whether an army joins an attack over the edge. It needs the same step, an attacking order and the
// points for it. It must be of the same realm as all of them or a partner, and have no treaty with any foe (decision
// 7).
func stepsAlong(t *realm.Turn, c *realm.Army, with []*fight.Fighter, foes []*realm.Army, to game.Place,
	d game.Direction) bool {
	m := c.March
	if !m.Free() || m.Due() != d || !c.Attacks() || c.Points <= 0 && !c.Cargo() {
		return false
	}
	for _, w := range with {
		if w.Body == c || t.State.Treaty(c.Realm, w.Army.Realm) != realm.Partner {
			return false
		}
	}
	_, _, why := t.Step(c.Realm, t.Gait(c), c.At, d)
	pact := func(f *realm.Army) bool { return t.State.Treaty(c.Realm, f.Realm) != realm.NoTreaty }
	return why == "" && !slices.ContainsFunc(foes, pact) && (c.Cargo() || !t.Bogged(c, c.At, d, int(m.OffRoad)))
}

// StandingFights are the fights between armies that are in one field when the week begins (decision 7): a treaty has
// ended, a spy was seen, or an order has changed.
func StandingFights(t *realm.Turn) {
	list := realm.Chosen(t, func(a *realm.Army) bool {
		if t.Week > 1 {
			a.March.CloseWeek()
		}
		if !a.Attacks() || a.Cargo() {
			return false
		}
		here := t.ArmiesAt(a.At)
		return here[0].Realm != here[len(here)-1].Realm
	})
	t.ByInitiative(list)
	for _, a := range list {
		if a.Gone() || a.March.Week != realm.Waited {
			continue
		}
		if b := Standing(t, a); b != nil {
			fight.Fight(t, b)
		}
	}
}

// Standing is who fights if an army attacks in its own field; nil if it has no foe there.
func Standing(t *realm.Turn, a *realm.Army) *fight.Battle {
	b := &fight.Battle{At: a.At, From: a.At}
	b.Join(fight.Attackers, a)
	for _, c := range fight.Foes(t, b.Side[fight.Attackers], a.At) {
		if c.March.Week == realm.Waited {
			b.Join(fight.Defenders, c)
		}
	}
	if len(b.Side[fight.Defenders]) == 0 {
		return nil
	}
	fight.Support(t, b)
	return b
}
