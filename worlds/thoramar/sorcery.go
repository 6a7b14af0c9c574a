package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// sorcery settles the turn for sorcerers, priests and demons (decision 10), in
// this order: the hold on demons, training, who is too weak is gone; demons
// fade; mighty ones may break free.
func sorcery(t *Turn) {
	for realm := range t.state.Armies {
		if realm == 0 {
			continue
		}
		for _, z := range t.state.ofType(realm, 'Z') {
			if t.holds(z) {
				t.train(z)
			}
		}
		for _, p := range t.state.ofType(realm, 'P') {
			t.exhausted(p)
		}
	}
	for realm := range t.state.Armies {
		for _, d := range t.state.ofType(realm, 'D') {
			if t.withstands(d) && t.fades(d) && realm != 0 {
				t.breakFree(d)
			}
		}
	}
}

// holds pays for the demons that are in reach; the others are free. Who cannot
// pay dies, and all its demons are free: then it tells false.
func (t *Turn) holds(z *Army) bool {
	var cost int64
	for _, d := range t.demons(z) {
		if t.grid.Distance(z.At, d.At) > t.tables.Rules.HoldReach {
			t.tell(phrase.P("demon-lost", phrase.Str("army", z.Name.String()), phrase.Str("other", d.Name.String()), phrase.At("field", d.At)), z.Realm)
			t.setFree(d)
			continue
		}
		cost += t.holdCost(d.Name.Unit)
	}
	if cost > z.Men {
		t.tell(phrase.P("hold-unpaid", phrase.Str("army", z.Name.String()), phrase.Num("needed", cost), phrase.Num("points", z.Men)), z.Realm)
		t.removeArmy(z)
		return false
	}
	z.Men -= cost
	return true
}

// train takes the points of a turn's training.
func (t *Turn) train(z *Army) {
	z.Men = max(0, z.Men-t.tables.Rules.Training)
	t.exhausted(z)
}

// exhausted removes a priest or sorcerer with fewer points than T03 asks for.
func (t *Turn) exhausted(a *Army) {
	if a.Men < t.row(a).Min {
		t.tell(phrase.P("points-spent", phrase.Str("army", a.Name.String()), phrase.At("field", a.At), phrase.Num("points", a.Men)), a.Realm)
		t.removeArmy(a)
	}
}

// withstands lets blessed land work on an arch-demon that has stood there since before
// this turn, unless it was blessed, again too, just now: then it has worked
// already (decision 10). It tells whether the demon is still there.
func (t *Turn) withstands(d *Army) bool {
	if d.Name.Unit != archDemon || d.Since >= t.state.Turn || int64(t.field(d.At).Blessed) >= t.tables.Rules.BlessTurns {
		return true
	}
	return t.consecrated(d)
}

// fades takes what a demon loses each turn outside its own world (manual, "Die
// Dämonen"), and tells whether something of it is left.
func (t *Turn) fades(d *Army) bool {
	lost := t.tables.Rules.FadeCommon
	if d.Name.Unit == archDemon {
		lost = t.tables.Rules.FadeArch
	}
	army, field := phrase.Str("army", d.Name.String()), phrase.At("field", d.At)
	if d.Men <= lost {
		t.tell(phrase.P("demon-vanished", army, field), d.Realm)
		t.removeArmy(d)
		return false
	}
	d.Men -= lost
	t.tell(phrase.P("demon-fades", army, phrase.Num("men", lost), phrase.Num("left", d.Men)), d.Realm)
	return true
}

// doubtPoints warns of what the turn's end will do to a sorcerer that carries
// out its line: the cost of holding its demons, all within reach, and training.
func (t *Turn) doubtPoints(z *Army) {
	if t.receipt == nil || z.Name.Type != 'Z' {
		return
	}
	army, hold := phrase.Str("army", z.Name.String()), t.holdsFor(z)
	if left := t.pointsLeft(z); left < t.row(z).Min {
		t.caveat(z.Realm, z.march.at, phrase.P("will-be-spent", army, phrase.Num("points", z.Men),
			phrase.Num("hold", hold), phrase.Num("training", t.tables.Rules.Training), phrase.Num("need", t.row(z).Min)))
	}
}

// holdsFor is what holding all its demons costs a sorcerer, were they in reach.
func (t *Turn) holdsFor(z *Army) (points int64) {
	for _, d := range t.demons(z) {
		points += t.holdCost(d.Name.Unit)
	}
	return points
}

// pointsLeft is what the turn's end leaves a sorcerer that holds all its demons;
// of any other army its men.
func (t *Turn) pointsLeft(a *Army) int64 {
	if a.Name.Type != 'Z' {
		return a.Men
	}
	return a.Men - t.holdsFor(a) - t.tables.Rules.Training
}

// doubtHold warns if a demon's plan leads out of its sorcerer's reach, as far as
// both plans can be foreseen.
func (t *Turn) doubtHold(d *Army) {
	z := t.state.army(d.Realm, d.Master)
	if t.receipt == nil || d.Name.Type != 'D' || z == nil {
		return
	}
	if at := t.foreseenEnd(d); t.grid.Distance(at, t.foreseenEnd(z)) > t.tables.Rules.HoldReach {
		t.caveat(d.Realm, d.march.at, phrase.P("demon-strays", phrase.Str("army", d.Name.String()),
			phrase.At("field", at), phrase.Str("other", z.Name.String())))
	}
}

// foreseenEnd is where an army's plan leads, as far as it can be foreseen, and one
// step into land the realm has never seen.
func (t *Turn) foreseenEnd(a *Army) game.Place {
	at, points := a.At, a.Points
	for _, d := range a.march.plan {
		if d == 0 {
			continue
		}
		to, cost, stop := t.foresee(a, at, d, points)
		switch stop {
		case "":
			at, points = to, points-cost
		case "forecast-unknown":
			return t.grid.Step(at, d)
		default:
			return at
		}
	}
	return at
}
