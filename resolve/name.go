package resolve

import (
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// wrongRealmName says why somebody who waits, or asks to, may not call his realm
// so: what it may not be called anywhere (package name), or what a realm or one that
// somebody else waits for is called already. Which number it will have nobody knows
// yet, so it is called by none. No code: it may be called so.
func wrongRealmName(tx *store.Tx, world game.World, wish string) (phrase.Phrase, error) {
	others := realmNames(world)
	rows, err := waitingList(tx)
	for _, r := range rows {
		others = append(others, r.Name)
	}
	return name.WrongFor(wish, 0, others...), err
}

// named gives the name of a realm or player that the game master has entered, as
// it is written; the error says why it is none.
func named(s string) (string, error) {
	s = name.Neat(s)
	if wrong := name.Wrong(s); wrong.Code != "" {
		return s, &phrase.Fault{Kind: ErrName, What: wrong, Words: Words}
	}
	return s, nil
}
