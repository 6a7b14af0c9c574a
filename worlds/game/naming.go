package game

import (
	"weltentor/orders/name"
)

// Named returns the joining with its names as they will be written. It checks that the realm, which is to have the
// number, and its player may have those names beside the other realms (package name). The error is for the game master.
func (j Joining) Named(number int, realms []Realm) (Joining, error) {
	others := make([]string, len(realms))
	for i := range realms {
		others[i] = realms[i].Name
	}
	j.Name, j.Player = name.Neat(j.Name), name.Neat(j.Player)
	if wrong := name.WrongFor(j.Name, number, others...); wrong.Code != "" {
		return j, &unnamed{"realm-name", j.Name, wrong}
	}
	if wrong := name.Wrong(j.Player); j.Player != "" && wrong.Code != "" {
		return j, &unnamed{"player-name", j.Player, wrong}
	}
	return j, nil
}
