package march

import (
	"slices"

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
		stopper := slices.IndexFunc(t.ArmiesAt(b.At),
			func(c *realm.Army) bool { return Encounter(t, a, c, b.At) == fight.Stops })
		switch _, points, why := t.Step(a.Realm, t.Gait(a), a.At, b.Dir); {
		case stopper >= 0:
			hold(t, a, b.At, t.ArmiesAt(b.At)[stopper])
		case a.Cargo():
			goAshore(t, a, b.At)
		case why == "":
			enterField(t, a, b.At, b.Dir, points)
		}
		if !a.Gone() {
			a.March.Week = realm.Fought
		}
	}
}
