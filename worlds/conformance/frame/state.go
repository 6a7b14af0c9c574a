package frame

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Schema is the version of the games' states.
const Schema = 1

// Encode writes a state; there must be no maps in it, so that equal states are
// equal bytes.
func Encode[S any](s S) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return b
}

// Decode reads a state of the present schema.
func Decode[S any](state []byte) (S, error) {
	var s S
	var head struct{ Schema int }
	if err := json.Unmarshal(state, &head); err != nil {
		return s, fmt.Errorf("state: %w", err)
	}
	if head.Schema != Schema {
		return s, fmt.Errorf("state of schema %d, this is %d", head.Schema, Schema)
	}
	if err := json.Unmarshal(state, &s); err != nil {
		return s, fmt.Errorf("state: %w", err)
	}
	return s, nil
}

// Person is what is known of a player in every game.
type Person struct {
	Number   int
	Name     string
	Player   string
	Lang     phrase.Lang
	Computer game.Computer
}

// Realm is the person as the frame around all games sees it.
func (p Person) Realm() game.Realm {
	return game.Realm{Number: p.Number, Name: p.Name, Player: p.Player, Lang: p.Lang, Computer: p.Computer}
}

// Given is the person's place with another player in it.
func (p Person) Given(to game.Player) Person {
	p.Player, p.Lang, p.Computer = strings.TrimSpace(to.Name), cmp.Or(to.Lang, p.Lang), cmp.Or(to.Computer, p.Computer)
	return p
}

// Newcomer is who joins those that are there; people is what the game calls its
// players, who have neither kind nor culture.
func Newcomer(j game.Joining, there []game.Realm, people string) (Person, error) {
	if j.Kind != "" || j.Culture != "" {
		return Person{}, fmt.Errorf("%s have neither kind nor culture, not %q", people, j.Kind+j.Culture)
	}
	number := len(there) + 1
	j, err := j.Named(number, there)
	if err != nil {
		return Person{}, err
	}
	return Person{Number: number, Name: j.Name, Player: j.Player, Lang: j.Lang, Computer: j.Computer}, nil
}

// At gives the person of a number, nil if there is none; people stand by number.
func At[P any](people []P, number int) *P {
	if number < 1 || number > len(people) {
		return nil
	}
	return &people[number-1]
}

// Alike is a world whose players are all alike.
type Alike struct{}

// Kinds are none.
func (Alike) Kinds() []game.Choice { return nil }

// Cultures are none.
func (Alike) Cultures() []game.Choice { return nil }
