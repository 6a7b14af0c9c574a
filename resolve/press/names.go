package press

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/sent"
	"weltentor/worlds/game"
)

// Others are the other realms in the game, with the names that a realm's player knows them by.
func Others(s sent.Sender, realm int) []game.Realm {
	known, err := s.World.Rules.OpenKnown(s.Current.World.Known(realm), s.Current.Tables)
	if err != nil {
		return nil // then the player knows no names
	}
	return slices.DeleteFunc(slices.Clone(known.Realms()),
		func(r game.Realm) bool { return r.Number == realm || r.Fallen })
}

// Wished reads what a letter asks for. Players' letters to others may name them.
func Wished(s sent.Sender, realms []int, subject, text string) (letter.Wish, bool) {
	if len(realms) == 0 {
		return s.Vocabulary.Wished(subject, text, nil)
	}
	return s.Vocabulary.Wished(subject, text, func() (names []letter.Name) {
		for _, realm := range realms {
			for _, r := range Others(s, realm) {
				names = append(names, letter.Name{Is: r.Name, To: strconv.Itoa(r.Number)})
			}
		}
		return names
	})
}

// Named names those whom a realm's letter is for, as its player knows them.
func Named(s sent.Sender, realm int, to string, lang phrase.Lang) phrase.Arg {
	number, err := strconv.Atoi(to)
	if err != nil {
		return phrase.Key("who", "letter-to-"+to)
	}
	named := game.Realm{Number: number}
	for _, r := range Others(s, realm) {
		if r.Number == number {
			named.Name = r.Name
		}
	}
	named.Lang = lang
	who := letters.Called(s.World.Setup, named)
	who.S = strings.TrimSpace(who.S)
	return who
}
