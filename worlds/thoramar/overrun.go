package thoramar

import "weltentor/worlds/game"

// A small band does not stop an army (§11): who sweeps a field clean takes its own step.

// stillDue lists the armies of a battle whose step of the week is still to come.
func (b *battle) stillDue() map[*Army]bool {
	out := map[*Army]bool{}
	for _, side := range b.side {
		for _, f := range side {
			out[f.body] = f.body.march.free()
		}
	}
	return out
}

// foeLeft tells whether anybody is left in the field that stood against the winners, or
// would fight any of them.
func (t *Turn) foeLeft(b *battle, won int) bool {
	for _, f := range b.side[1-won] {
		if !f.end.fatal() && f.body.At == b.at {
			return true
		}
	}
	for _, f := range b.side[won] {
		if f.body.gone() {
			continue
		}
		for _, c := range t.armiesAt(b.at) {
			if t.clash(f.body, c) == fights {
				return true
			}
		}
	}
	return false
}

// overrun lets each attacker that came over an edge and swept the field take its own step
// at once, with losses and points as always. Whom it has a pact with in the field stops it
// as ever. The week is one of a fight all the same: no shots, no plunder, no trade.
func (t *Turn) overrun(b *battle) {
	for i, f := range b.side[attackers] {
		a := f.body
		if a.gone() || a.At != b.from || a.At == b.at || comrade(b.side[attackers][:i], f) != nil {
			continue
		}
		if k := t.stopperAt(a, b.at); k != nil {
			t.hold(a, b.at, k)
		} else if _, points, why := t.step(a.Realm, t.gait(a), a.At, b.dir); why == "" || a.cargo() {
			t.sweepIn(a, b, points)
		}
		if !a.gone() {
			a.march.week = fought
		}
	}
}

func (t *Turn) sweepIn(a *Army, b *battle, points int) {
	if a.cargo() {
		t.goAshore(a, b.at)
		return
	}
	t.enterField(a, b.at, b.dir, points)
}

// stopperAt is who in a field would stop an army that enters it, nil if nobody would.
func (t *Turn) stopperAt(a *Army, at game.Place) *Army {
	for _, c := range t.armiesAt(at) {
		if t.encounter(a, c, at) == stops {
			return c
		}
	}
	return nil
}
