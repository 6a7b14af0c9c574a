package signup

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
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
