package march

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
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

// enters reports whether the step takes a caravan into the town to which it is sent. There it passes armies that would
// only hold it up (decision 7).
func enters(t *realm.Turn, a *realm.Army, to game.Place) bool {
	return a.Name.Unit == tables.Caravan && a.March.Kind == realm.Trade && Goal(t, a) == to
}
