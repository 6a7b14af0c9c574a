package signup

import (
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// WrongRealmName says why somebody who waits, or asks to, may not give their realm a name. The name may be forbidden
// everywhere (package name). Or it may belong to a realm, or to one that somebody else waits for. The realm's number
// is unknown in advance, so the sentence does not mention it. An empty code means that the name is allowed.
func WrongRealmName(tx *store.Tx, world game.World, wish string) (phrase.Phrase, error) {
	others := realmNames(world)
	rows, err := WaitingList(tx)
	for _, r := range rows {
		others = append(others, r.Name)
	}
	return name.WrongFor(wish, 0, others...), err
}

// Named returns the name of a realm or player that the game master has entered, as it is written. The error says why
// it is not a name.
func Named(s string) (string, error) {
	s = name.Neat(s)
	if wrong := name.Wrong(s); wrong.Code != "" {
		return s, &phrase.Fault{Kind: faults.ErrName, What: wrong, Words: wording.Words}
	}
	return s, nil
}

// LostName says why somebody on the list can no longer have the name they wished for: while they waited, a realm got
// it, or one like it. An empty code means that they still can.
func LostName(world game.World, wish string) phrase.Phrase {
	return name.WrongFor(wish, 0, realmNames(world)...)
}

func realmNames(world game.World) (names []string) {
	for _, r := range world.Realms() {
		names = append(names, r.Name)
	}
	return names
}
