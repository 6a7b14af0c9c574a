// Package duel is a tiny game in full: a fencing tournament with two mail
// phases a round. In the first everybody takes a guard, and pairs are drawn; in
// the second both fencers of a bout mail what was fought at the table, and only
// what they agree on counts. It stands for the games that need phases, drawn
// pairings, attachments kept and passed on, later mails that replace only what
// they name, and a release before the deadline.
package duel

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
	return &Rulebook{frame.NewBook("duel", language(), texts)}
}

// Numbers are the tables of a world.
type Numbers struct {
	Rounds  int    `toml:"rounds"`
	Most    int    `toml:"most"`    // hits a fencer can land in a bout
	Release string `toml:"release"` // automatic or manual
}

// Tables lays a world's numbers over the default ones.
func (*Rulebook) Tables(own []byte) ([]byte, error) { return frame.Tables[Numbers](defaults, own) }

// Check finds numbers nobody could play by.
func (n *Numbers) Check() error {
	switch {
	case n.Rounds < 1 || n.Rounds > 99:
		return fmt.Errorf("rounds = %d, want 1 to 99", n.Rounds)
	case n.Most < 1 || n.Most > 99:
		return fmt.Errorf("most = %d, want 1 to 99", n.Most)
	case n.Release != "automatic" && n.Release != "manual":
		return fmt.Errorf("release = %q, want automatic or manual", n.Release)
	}
	return nil
}

// Found opens an empty hall; the draw of pairs comes from the turns' seeds.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	n, err := frame.Over[Numbers](defaults, f.Tables)
	if err != nil {
		return nil, err
	}
	return &World{rb: rb, n: n, s: State{Schema: frame.Schema, Turn: 1, Phase: inOrders}}, nil
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
