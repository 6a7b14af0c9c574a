package fight

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// Refuge is where a beaten army retreats to: a passable neighbour without enemies that it can see, own land first.
// Among equals it is the one straight away from the attack, then those further and further to the side, clockwise
// before anticlockwise. A retreat costs no points and no men. If it is Nowhere, the army is destroyed.
func Refuge(t *realm.Turn, a *realm.Army, attack game.Direction) game.Place {
	if attack == 0 {
		attack = 1 // a standing fight has no direction: begin in the north-east
	}
	best := game.Nowhere
	for _, turn := range [6]int{0, 1, 5, 2, 4, 3} {
		d := game.Direction((int(attack)-1+turn)%6 + 1)
		to, _, why := t.Step(a.Realm, t.Gait(a), a.At, d)
		enemy := func(b *realm.Army) bool {
			return t.State.Treaty(a.Realm, b.Realm) == realm.NoTreaty && sight.Visible(t, a.Realm, b) != sight.Unseen
		}
		if why != "" || slices.ContainsFunc(t.ArmiesAt(to), enemy) ||
			a.Herd() && !realm.Habitat(t.Tables, a.Name.Unit, t.State, to) {
			continue
		}
		if t.Field(to).Owner == int16(a.Realm) {
			return to
		}
		if best == game.Nowhere {
			best = to
		}
	}
	return best
}
