// Package relay is a tiny game in full: a foot race in which runners move one
// after the other. It stands for the games in which one player is asked at a
// time, a turn is played as soon as it is in without errors, a missed one is
// skipped, standing instructions act in others' turns, somebody may give up,
// and some of what others have is not to be seen.
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

// Rules makes the rulebook.
func Rules() *Rulebook {
	n := tables.Embedded(defaults, (*Numbers).Check)
	words := phrase.EmbeddedBooks(texts, orders.Texts, frame.Texts, frame.PlainTexts)
	return &Rulebook{frame.NewBook("relay", 1, language(), words,
		frame.Numbers[*Numbers]{Standard: n, Over: n.over, Text: tables.Text[Numbers]})}
}

// Numbers are the tables of a world.
type Numbers struct {
	Goal   int `toml:"goal"`   // steps to run
	Breath int `toml:"breath"` // the most a runner has
	Rest   int `toml:"rest"`   // what comes back before each own turn
}

// over lays a world's numbers over these.
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

// Check finds numbers nobody could play by.
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

// Found lays an empty track; puddles come from the turns' seeds.
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
