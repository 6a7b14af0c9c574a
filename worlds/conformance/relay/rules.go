// Package relay is a tiny game in full: a foot race in which runners move one
// after the other. It stands for the games in which one player is asked at a
// time, a turn is played as soon as it is in without errors, a missed one is
// skipped, standing instructions act in others' turns, somebody may give up,
// and some of what others have is not to be seen.
package relay

import (
	"embed"
	"fmt"

	"weltentor/worlds/conformance/frame"
	"weltentor/worlds/game"
)

// Rulebook is the game.
type Rulebook struct{ frame.Book }

//go:embed tables.toml
var defaults string

//go:embed texts/*.toml
var texts embed.FS

// Rules makes the rulebook.
func Rules() *Rulebook {
	return &Rulebook{frame.NewBook("relay", language(), texts)}
}

// Numbers are the tables of a world.
type Numbers struct {
	Goal   int `toml:"goal"`   // steps to run
	Breath int `toml:"breath"` // the most a runner has
	Rest   int `toml:"rest"`   // what comes back before each own turn
}

// Tables lays a world's numbers over the default ones.
func (*Rulebook) Tables(own []byte) ([]byte, error) { return frame.Tables[Numbers](defaults, own) }

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
	n, err := frame.Over[Numbers](defaults, f.Tables)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: State{Schema: frame.Schema, Turn: 1}}, nil
}

// Open reads a world.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	n, err := frame.Over[Numbers](defaults, tables)
	if err != nil {
		return nil, err
	}
	s, err := frame.Decode[State](state)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: s}, nil
}
