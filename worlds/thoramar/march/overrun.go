package march

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/realm"
)

// overrun lets each attacker that came over an edge and swept the field take its own step at once, with the usual
// losses and points. Armies in the field with which it has a pact stop it as usual. It is still a week with a fight:
// no shots, no plundering, no trade.
func overrun(t *realm.Turn, b *fight.Battle) {
	for i, f := range b.Side[fight.Attackers] {
		a := f.Body
		if a.Gone() || a.At != b.From || a.At == b.At || fight.Comrade(b.Side[fight.Attackers][:i], f) != nil {
			continue
		}
		if k := stopperAt(t, a, b.At); k != nil {
			hold(t, a, b.At, k)
		} else if _, points, why := t.Step(a.Realm, t.Gait(a), a.At, b.Dir); why == "" || a.Cargo() {
			sweepIn(t, a, b, points)
		}
		if !a.Gone() {
			a.March.Week = realm.Fought
		}
	}
}

func sweepIn(t *realm.Turn, a *realm.Army, b *fight.Battle, points int) {
	if a.Cargo() {
		goAshore(t, a, b.At)
		return
	}
	enterField(t, a, b.At, b.Dir, points)
}

// stopperAt is the army in a field that would stop an army from entering, or nil if none would.
func stopperAt(t *realm.Turn, a *realm.Army, at game.Place) *realm.Army {
	for _, c := range t.ArmiesAt(at) {
		if Encounter(t, a, c, at) == fight.Stops {
			return c
		}
	}
	return nil
}
