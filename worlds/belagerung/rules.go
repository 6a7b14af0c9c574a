// Package belagerung is the rulebook of Die Kunst der Belagerung: a board of hexes,
// castles behind walls, and players who move one after the other.
package belagerung

import (
	"cmp"
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game.
type Rulebook struct {
	*frame.Book[*Tables]
}

var (
	_ game.Rulebook = (*Rulebook)(nil)
	_ game.Founder  = (*Rulebook)(nil)
	_ game.Pacer    = (*Rulebook)(nil)
)

// Rules makes the rulebook; its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	t := standardTables()
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, frame.Texts)
	return &Rulebook{frame.NewBook("belagerung", 3, language(), words,
		frame.Numbers[*Tables]{Standard: t, Over: t.with, Text: (*Tables).text})}
}

// Days: players move one after the other, and each has a day (§1.4).
func (r *Rulebook) Days() int { return 1 }

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	world := func(t *Tables, s *State) game.World { return &World{rules: r, tables: t, state: s} }
	return frame.Found(r.Book, f, found, world)
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return frame.Open(r.Book, state, tables, decode, func(t *Tables, s *State) game.World { return r.opened(t, s) })
}

// opened is the world of a state. Numbers of a running game may have changed: what is there
// already may exceed a limit drawn closer since.
func (r *Rulebook) opened(t *Tables, s *State) *World {
	return &World{rules: r, tables: t, state: s, eased: len(broken(t, s, true)) > 0}
}

// Settled: the board stays as it was laid out (§2.2).
func (r *Rulebook) Settled(founding, now []byte) error {
	return frame.Settled(r.Book, founding, now, func(was, is *Tables) error {
		a, b := &was.Rules, &is.Rules
		return cmp.Or(tables.Settled("rules", "board", a.Board, b.Board),
			tables.Settled("rules", "width", a.Width, b.Width), tables.Settled("rules", "height", a.Height, b.Height))
	})
}
