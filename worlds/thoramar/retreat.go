package thoramar

import "weltentor/worlds/game"

// refuge is where a beaten army retreats to: a passable neighbour free of
// enemies it can see, own land first, among equals straight away from the
// attack first, then turning aside step by step, clockwise before
// anticlockwise. A retreat costs no points and no men. Nowhere: it is destroyed.
func (t *turn) refuge(a *Army, attack game.Direction) game.Place {
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
func (t *turn) enemyAt(realm int, p game.Place) bool {
	for _, b := range t.armiesAt(p) {
		if t.state.treaty(realm, b.Realm) == NoTreaty && t.visible(realm, b) != unseen {
			return true
		}
	}
	return false
}
