package signup

import (
	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Newcomer is a realm that is to be added, with the address of its player.
type Newcomer struct {
	game.Joining
	Mail string
}

// Proper says why a realm, its player or the address cannot be called this in any world.
func (n Newcomer) Proper() error {
	if err := address.Proper(n.Mail); err != nil {
		return err
	}
	if _, err := Named(n.Name); err != nil {
		return err
	}
	if n.Player == "" { // a rulebook decides whether a player may have no name
		return nil
	}
	_, err := Named(n.Player)
	return err
}

// Added is a realm that AddRealms has added.
type Added struct {
	Number   int
	Password string // as its letter gives it
}

// Refusal says why one entry of a list cannot be added.
type Refusal struct {
	At  int // its place in the list
	Err error
}

// Refusals are all entries of a list that cannot be added.
type Refusals []Refusal

// Error returns the first one's.
func (r Refusals) Error() string { return r[0].Err.Error() }

// Row is the newcomer as if they had waited.
func (n Newcomer) Row() Row {
	row := Row{Player: n.Player, Name: n.Name, Kind: n.Kind, Culture: n.Culture, Lang: n.Lang, Mail: n.Mail}
	if row.Lang == "" {
		row.Lang = phrase.Langs[0]
	}
	return row
}

// WrongRealmName says why somebody who waits, or asks to, may not give their realm a name. The name may be forbidden
// everywhere (package name). Or it may belong to a realm, or to one that somebody else waits for. The realm's number
// is unknown in advance, so the sentence does not mention it. An empty code means that the name is allowed.
func WrongRealmName(tx *store.Tx, world game.World, wish string) phrase.Phrase {
	others := realmNames(world)
	for _, r := range WaitingList(tx) {
		others = append(others, r.Name)
	}
	return name.WrongFor(wish, 0, others...)
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
