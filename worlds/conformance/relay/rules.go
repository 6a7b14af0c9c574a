// Package relay is a tiny complete game: a foot race in which runners move one after the other. Tests of the contract,
// the store and the command line play it.
//
// It stands for the games in which one player is asked at a time. A turn is played as soon as it is in without errors,
// and a missed turn is skipped. Standing instructions act in others' turns, somebody may give up, and some things
// about others are hidden.
package relay

import (
	"embed"
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

// Rulebook is the game.
type Rulebook struct{ *frame.Book[*Numbers] }

//go:embed tables.toml
var defaults []byte

//go:embed texts/*.toml
var texts embed.FS

// Rules returns the rulebook.
func Rules() *Rulebook {
	words := phrase.EmbeddedBooks(texts, orders.Texts, frame.Texts, frame.PlainTexts)
	return &Rulebook{frame.NewBook("relay", 1, language(), words,
		frame.Numbers[*Numbers]{Standard: standard, Over: (*Numbers).over, Text: tables.Text[Numbers]})}
}

func standard() *Numbers { return tables.Embedded(defaults, (*Numbers).Check) }

// Numbers are the tables of a world.
type Numbers struct {
	Goal   int `toml:"goal"`   // steps to run
	Breath int `toml:"breath"` // the maximum of a runner
	Rest   int `toml:"rest"`   // what a runner gets back before each of its turns
}

// over applies a world's own numbers on top of these.
func (n *Numbers) over(own []byte) (*Numbers, error) {
	out, o := *n, tables.Read(own)
	tables.One(o, "goal", &out.Goal)
	tables.One(o, "breath", &out.Breath)
	tables.One(o, "rest", &out.Rest)
	if err := o.Err(); err != nil {
		return nil, err
	}
	return &out, out.Check()
}

// Check refuses numbers that nobody can play with.
func (n *Numbers) Check() error {
	for _, bound := range []struct {
		key     string
		n, high int
	}{{"goal", n.Goal, 999}, {"breath", n.Breath, 99}, {"rest", n.Rest, 99}} {
		if bound.n < 1 || bound.n > bound.high {
			return fmt.Errorf("%s = %d, want 1 to %d", bound.key, bound.n, bound.high)
		}
	}
	return nil
}

// Found makes an empty track. The turns' seeds decide about puddles.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	n, err := rb.Effective(f.Tables)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: State{Schema: schema, Turn: 1}}, nil
}

// Open reads a world.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	decode := func(raw []byte, _ *Numbers) (*State, error) { return frame.Decode[State](raw, schema) }
	world := func(n *Numbers, s *State) game.World { return &World{rb: rb, n: n, s: *s} }
	return frame.Open(rb.Book, state, tables, decode, world)
}
