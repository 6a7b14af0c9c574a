package march

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Goal is the field to which a trader is sent.
func Goal(t *realm.Turn, a *realm.Army) game.Place { return t.Place(a.Realm, a.March.Special.At) }

// ComesTo reports whether a trader in that field has reached its goal: a caravan the town, a fleet a field beside the
// harbour.
func ComesTo(t *realm.Turn, a *realm.Army, at game.Place) bool {
	to := Goal(t, a)
	if to == game.Nowhere || !a.Name.Ship() {
		return to != game.Nowhere && at == to
	}
	return t.Grid.Toward(at, to) != 0
}
