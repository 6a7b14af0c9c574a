package rulekit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Person is what every game knows about the player of a realm. The struct of a realm embeds it first, so that a stored
// state has these keys at the head of the realm, in this order.
type Person struct {
	Number   int
	Name     string // of the realm
	Player   string // "": nobody plays it
	Lang     phrase.Lang
	Computer game.Computer
	Zip      bool `json:",omitempty"` // wants attachments zipped
	Full     bool `json:",omitempty"` // wants full reports: Bericht voll
}

// Realm is the person as the machine knows a realm. The rules decide whether it has fallen.
func (p Person) Realm() game.Realm {
	return game.Realm{
		Number: p.Number, Name: p.Name, Player: p.Player, Lang: p.Lang, Computer: p.Computer, Zip: p.Zip,
	}
}

// Given is the person's place with another player in it, for game.World's HandOver. The realm keeps number and name,
// and the former player's wishes are forgotten. The zero Player is nobody: language and computer stay as they were.
func (p Person) Given(to game.Player) Person {
	p.Player, p.Zip, p.Full = strings.TrimSpace(to.Name), false, false
	p.Lang, p.Computer = cmp.Or(to.Lang, p.Lang), cmp.Or(to.Computer, p.Computer)
	return p
}

// Missed is how many turns in a row a realm has missed after a change of players: none, since the newcomer has missed
// none yet. If nobody takes it, it stays as before.
func (p Person) Missed(before int) int {
	if p.Player != "" {
		return 0
	}
	return before
}

// Newcomer is a player who joins with the next number after the present realms, under a name nobody else has. The
// error is for the game master. Language and computer are as asked for; see Equipped.
func Newcomer(j game.Joining, number int, there []game.Realm) (Person, error) {
	j, err := j.Named(number, there)
	if err != nil {
		return Person{}, err
	}
	return Person{Number: number, Name: j.Name, Player: j.Player, Lang: j.Lang, Computer: j.Computer}, nil
}

// Equipped is the person with the default language and computer where none was asked for. An error says which of them
// does not exist, and which do.
func (p Person) Equipped() (Person, error) {
	p.Lang, p.Computer = cmp.Or(p.Lang, phrase.Langs[0]), cmp.Or(p.Computer, game.UTF8)
	if !slices.Contains(phrase.Langs, p.Lang) {
		return Person{}, fmt.Errorf("there is no language %q: choose de or en", p.Lang)
	}
	if p.Computer != game.UTF8 && p.Computer != game.PC && p.Computer != game.Amiga {
		return Person{}, fmt.Errorf("there is no computer %q: choose UTF8, PC or Amiga", p.Computer)
	}
	return p, nil
}

// Alike is embedded in a World whose realms are all alike: it has neither kinds nor cultures.
type Alike struct{}

// Kinds returns nothing: there are no kinds to choose from.
func (Alike) Kinds() []game.Choice { return nil }

// Cultures returns nothing: there are no cultures to choose from.
func (Alike) Cultures() []game.Choice { return nil }

// Offers returns an error for a Joining that asks for a kind or a culture: there are none.
func (Alike) Offers(j game.Joining) error {
	switch {
	case j.Kind != "":
		return fmt.Errorf("there are no kinds of realms, so none is %q", j.Kind)
	case j.Culture != "":
		return fmt.Errorf("there are no cultures, so none is %q", j.Culture)
	}
	return nil
}

// All are the numbers of all realms, from 1: for an event that everybody is told.
func All(realms int) []int {
	out := make([]int, realms)
	for i := range out {
		out[i] = i + 1
	}
	return out
}

// Realms lists the realms of a game as the machine knows them. R embeds a Person, and has a method Realm of its own if
// realms can fall.
func Realms[R interface{ Realm() game.Realm }](list []R) []game.Realm {
	return Map(list, func(r R) game.Realm { return r.Realm() })
}
