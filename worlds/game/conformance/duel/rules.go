// Package duel is a tiny game in full: a fencing tournament with two mail
// phases a round. In the first everybody takes a guard, and pairs are drawn; in
// the second both fencers of a bout mail what was fought at the table, and only
// what they agree on counts. It stands for the games that need phases, drawn
// pairings, attachments kept and passed on, later mails that replace only what
// they name, and a release before the deadline.
package duel

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
func (*Rulebook) Name() string { return "duel" }

// Version of the rules.
func (*Rulebook) Version() int { return 1 }

// Language has a section for each phase, one for both, and messages.
func (rb *Rulebook) Language() *orders.Language { return rb.language }

// Words of both languages.
func (rb *Rulebook) Words(lang phrase.Lang) *phrase.Book { return rb.words[lang] }

// Numbers are the tables of a world.
type Numbers struct {
	Rounds  int    `toml:"rounds"`
	Most    int    `toml:"most"`    // hits a fencer can land in a bout
	Release string `toml:"release"` // automatic or manual
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
	switch {
	case n.Rounds < 1 || n.Rounds > 99:
		return n, fmt.Errorf("tables: rounds = %d, want 1 to 99", n.Rounds)
	case n.Most < 1 || n.Most > 99:
		return n, fmt.Errorf("tables: most = %d, want 1 to 99", n.Most)
	case n.Release != "automatic" && n.Release != "manual":
		return n, fmt.Errorf("tables: release = %q, want automatic or manual", n.Release)
	}
	return n, nil
}

// Found opens an empty hall; the draw of pairs comes from the turns' seeds.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	n, err := numbers(f.Tables)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: State{Schema: schema, Turn: 1, Phase: inOrders}}, nil
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
