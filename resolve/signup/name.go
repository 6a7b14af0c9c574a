package signup

import (
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// WrongRealmName says why somebody who waits, or asks to, may not call his realm
// so: what it may not be called anywhere (package name), or what a realm or one that
// somebody else waits for is called already. Which number it will have nobody knows
// yet, so it is called by none. No code: it may be called so.
func WrongRealmName(tx *store.Tx, world game.World, wish string) (phrase.Phrase, error) {
	others := realmNames(world)
	rows, err := WaitingList(tx)
	for _, r := range rows {
		others = append(others, r.Name)
	}
	return name.WrongFor(wish, 0, others...), err
}

// Named gives the name of a realm or player that the game master has entered, as
// it is written; the error says why it is none.
func Named(s string) (string, error) {
	s = name.Neat(s)
	if wrong := name.Wrong(s); wrong.Code != "" {
		return s, &phrase.Fault{Kind: store.ErrName, What: wrong, Words: wording.Words}
	}
	return s, nil
}

// LostName says why somebody on the list can no longer call his realm as he wished: a
// realm got the name, or one like it, while he waited. No code: he can.
func LostName(world game.World, wish string) phrase.Phrase {
	return name.WrongFor(wish, 0, realmNames(world)...)
}

func realmNames(world game.World) (names []string) {
	for _, r := range world.Realms() {
		names = append(names, r.Name)
	}
	return names
}
