// Package relay is a tiny game in full: a foot race in which runners move one
// after the other. It stands for the games in which one player is asked at a
// time, a turn is played as soon as it is in without errors, a missed one is
// skipped, standing instructions act in others' turns, somebody may give up,
// and some of what others have is not to be seen.
package relay

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/BurntSushi/toml"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Rulebook is the game.
type Rulebook struct {
	language *orders.Language
	words    map[phrase.Lang]*phrase.Book
}

//go:embed tables.toml
var defaults string

//go:embed texts/de.toml
var german []byte

//go:embed texts/en.toml
var english []byte

// Rules makes the rulebook. Its own texts are part of the binary: a mistake in
// them is ours and panics.
func Rules() *Rulebook {
	rb := &Rulebook{language: language(), words: map[phrase.Lang]*phrase.Book{}}
	for lang, own := range map[phrase.Lang][]byte{phrase.De: german, phrase.En: english} {
		b, err := phrase.Load(lang, orders.Texts(lang), own)
		if err != nil {
			panic(err)
		}
		rb.words[lang] = b
	}
	return rb
}

// Name is the folder's.
func (*Rulebook) Name() string { return "relay" }

// Version of the rules.
func (*Rulebook) Version() int { return 1 }

// Language has moves, standing instructions, settings and messages.
func (rb *Rulebook) Language() *orders.Language { return rb.language }

// Words of both languages.
func (rb *Rulebook) Words(lang phrase.Lang) *phrase.Book { return rb.words[lang] }

// Numbers are the tables of a world.
type Numbers struct {
	Goal   int `toml:"goal"`   // steps to run
	Breath int `toml:"breath"` // the most a runner has
	Rest   int `toml:"rest"`   // what comes back before each own turn
}

// Tables lays a world's numbers over the default ones.
func (*Rulebook) Tables(own []byte) ([]byte, error) {
	n, err := numbers(own)
	if err != nil {
		return nil, err
	}
	return toml.Marshal(n)
}

func numbers(own []byte) (Numbers, error) {
	var n Numbers
	if _, err := toml.Decode(defaults, &n); err != nil {
		panic(err)
	}
	md, err := toml.Decode(string(own), &n)
	if err != nil {
		return n, fmt.Errorf("tables: %w", err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return n, fmt.Errorf("tables: %s is no number of this game", unknown[0])
	}
	for _, bound := range []struct {
		key     string
		n, high int
	}{{"goal", n.Goal, 999}, {"breath", n.Breath, 99}, {"rest", n.Rest, 99}} {
		if bound.n < 1 || bound.n > bound.high {
			return n, fmt.Errorf("tables: %s = %d, want 1 to %d", bound.key, bound.n, bound.high)
		}
	}
	return n, nil
}

// Found lays an empty track; puddles come from the turns' seeds.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	n, err := numbers(f.Tables)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: State{Schema: schema, Turn: 1}}, nil
}

// Open reads a world.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	n, err := numbers(tables)
	if err != nil {
		return nil, err
	}
	w := &World{rb: rb, n: n}
	if err := json.Unmarshal(state, &w.s); err != nil {
		return nil, fmt.Errorf("state: %w", err)
	}
	if w.s.Schema != schema {
		return nil, fmt.Errorf("state of schema %d, this is %d", w.s.Schema, schema)
	}
	return w, nil
}
