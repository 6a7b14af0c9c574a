// Package duel is a tiny complete game for tests of the contract and of the command line: a fencing tournament with two
// mail phases per round. In the first everybody takes a guard, and pairs are drawn. In the second both fencers of a
// bout mail how it went at the table, and only what they agree on counts. No list of games has it, which shows that
// nothing outside a game's folder knows its name (law 12).
//
// It has what the game of docs/rulebook.md lacks: phases, numbers of a world, dice, secrets, letters, and attachments
// that are kept and passed on. Later mails replace only what they name, and players may release the turn.
package duel

import (
	"embed"
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/tables"
)

// Rulebook is the game.
type Rulebook struct{ *rulekit.Book[*Numbers] }

//go:embed tables.toml
var defaults []byte

//go:embed texts/*.toml
var texts embed.FS

// Rules returns the rulebook.
func Rules() *Rulebook {
	words := phrase.EmbeddedBooks(texts, orders.Texts, rulekit.Texts, rulekit.PlainTexts)
	return &Rulebook{rulekit.NewBook("duel", 1, language, words,
		rulekit.Numbers[*Numbers]{Standard: standard, Over: (*Numbers).over, Text: tables.Text[Numbers]})}
}

func standard() *Numbers { return tables.Embedded(defaults, (*Numbers).Check) }

// Numbers are the tables of a world.
type Numbers struct {
	Rounds  int    `toml:"rounds"`
	Most    int    `toml:"most"`    // hits a fencer can land in a bout
	Release string `toml:"release"` // automatic or manual
}

// over applies a world's own numbers on top of these.
func (n *Numbers) over(own []byte) (*Numbers, error) {
	out, o := *n, tables.Read(own)
	tables.One(o, "rounds", &out.Rounds)
	tables.One(o, "most", &out.Most)
	tables.One(o, "release", &out.Release)
	return tables.Laid(o, &out, out.Check)
}

// Check refuses numbers that nobody can play with.
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

// Found opens an empty hall. The turns' seeds decide the pairs.
func (rb *Rulebook) Found(f game.Founding) (game.World, error) {
	empty := func(*Numbers, game.Founding) (*State, error) {
		return &State{Schema: schema, Turn: 1, Phase: inOrders}, nil
	}
	return rulekit.Found(rb.Book, f, empty, rb.world)
}

// Open reads a world.
func (rb *Rulebook) Open(state, tables []byte) (game.World, error) {
	decode := func(raw []byte, _ *Numbers) (*State, error) { return rulekit.Decode[State](raw, schema) }
	return rulekit.Open(rb.Book, state, tables, decode, rb.world)
}

// OpenKnown reads the bytes of Known.
func (rb *Rulebook) OpenKnown(known, tables []byte) (game.Known, error) {
	decode := func(raw []byte, _ *Numbers) (*State, error) { return rulekit.Sound(raw, schema, (*State).unsound) }
	return rulekit.OpenKnown(rb.Book, known, tables, schema, decode,
		func(n *Numbers, s *State) rulekit.Masked { return &World{rb: rb, n: n, s: *s} })
}

// SizeFor is 0: there is no map.
func (rb *Rulebook) SizeFor(int) (width, height int, ok bool) { return 0, 0, true }

// Bot is nil: the machine does not fence.
func (rb *Rulebook) Bot() game.Bot { return nil }

func (rb *Rulebook) world(n *Numbers, s *State) game.World { return &World{rb: rb, n: n, s: *s} }
