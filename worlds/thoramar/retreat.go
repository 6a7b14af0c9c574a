package thoramar

import "weltentor/worlds/game"

// refuge is where a beaten army retreats to: a passable neighbour free of
// enemies it can see, own land first, among equals straight away from the
// attack first, then turning aside step by step, clockwise before
// anticlockwise. A retreat costs no points and no men. Nowhere: it is destroyed.
func (t *Turn) refuge(a *Army, attack game.Direction) game.Place {
	if attack == 0 {
		attack = 1 // a standing fight has no direction: from the north-east on
	}
	best := game.Nowhere
	for _, turn := range [6]int{0, 1, 5, 2, 4, 3} {
		d := game.Direction((int(attack)-1+turn)%6 + 1)
		to, _, why := t.step(a.Realm, t.gait(a), a.At, d)
		if why != "" || t.enemyAt(a.Realm, to) || a.herd() && !t.tables.habitat(a.Name.Unit, t.state, to) {
			continue
		}
		if t.field(to).Owner == int16(a.Realm) {
			return to
		}
		if best == game.Nowhere {
			best = to
		}
	}
	return best
}

// enemyAt tells whether the realm sees an army in the field with whose realm it
// has no treaty.
func (t *Turn) enemyAt(realm int, p game.Place) bool {
	for _, b := range t.armiesAt(p) {
		if t.state.treaty(realm, b.Realm) == NoTreaty && t.visible(realm, b) != unseen {
			return true
		}
	}
	return false
}

// locked tells whether foreign armies keep the realm from building, recruiting and
// giving away in a field (decision 4.6): those it sees, whose realms have no treaty with
// it, if they are as many as could conquer. Each counts its men by T03 of its kind;
// kinds that conquer nothing by their light warriors; priests, sorcerers and traders not.
func (t *Turn) locked(realm int, p game.Place) bool { return t.lockedBut(realm, p, nil) }

// lockedBut is locked without the armies of some realms.
func (t *Turn) lockedBut(realm int, p game.Place, without map[int]bool) bool {
	var sum lockSum
	for _, b := range t.armiesAt(p) {
		if without[b.Realm] || t.state.treaty(realm, b.Realm) != NoTreaty || t.visible(realm, b) == unseen {
			continue
		}
		if !b.formation() {
			sum.add(t.lockOf(b))
			continue
		}
		for _, m := range t.crew(b) {
			sum.add(t.lockOf(m))
		}
	}
	return sum.reached()
}

// lockOf is what an army counts against a field: so many of so many.
func (t *Turn) lockOf(a *Army) (many, of int64) {
	switch row := t.row(a); {
	case a.Name.gifted() || a.Name.Type == 'H':
		return 0, 1
	case row.Conquer > 0:
		return a.Men, row.Conquer
	default:
		return a.Men * row.Strength, t.tables.Rules.LockStrength * 10 // Strength is in tenths
	}
}

// lockSum adds up fractions, those with the same whole before any is rounded down.
type lockSum []struct{ many, of int64 }

func (s *lockSum) add(many, of int64) {
	for i := range *s {
		if (*s)[i].of == of {
			(*s)[i].many += many
			return
		}
	}
	*s = append(*s, struct{ many, of int64 }{many, of})
}

// reached tells whether the fractions are 1 or more together, to the millionth.
func (s lockSum) reached() bool {
	var parts int64
	for _, f := range s {
		if f.many >= f.of {
			return true
		}
		parts += f.many * millionth / f.of
	}
	return parts >= millionth
}
