// Package thoramar is the rulebook of Thoramar (manual of 1994–1997).
package thoramar

import (
	"embed"
	"maps"
	"slices"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/rows"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// title names a turn: "Spielzug 8, Jahr 2, Frühling".
func (r *Rulebook) title(lang phrase.Lang, turn int) string {
	return r.Words(lang).Say(phrase.P("turn-title",
		phrase.Num("turn", turn), phrase.Num("year", realm.Year(turn)),
		phrase.Key("season", "season."+realm.Season(turn))))
}

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Thoramar.
type Rulebook struct {
	*frame.Book[*tables.Tables]
	spare chan board // of a receipt that is written
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook; its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	standard := tables.StandardTables()
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, names.Texts, rows.Texts, order.Words, frame.Texts)
	return &Rulebook{
		Book: frame.NewBook("thoramar", 5, order.Language(), words, frame.Numbers[*tables.Tables]{
			Standard: standard,
			Over:     func(own []byte) (*tables.Tables, error) { return standard.With(own, false) },
			Text:     (*tables.Tables).Text,
			Stored:   func(text []byte) (*tables.Tables, error) { return stored(standard, text) },
		}),
		spare: make(chan board, 1),
	}
}

// stored reads tables that Tables has made; empty ones are the embedded.
func stored(standard *tables.Tables, text []byte) (*tables.Tables, error) {
	if len(text) == 0 {
		return standard, nil
	}
	// What was stored before there was a choice of battles.
	before := tables.Tables{Battle: standard.Battle, Rules: standard.Rules}
	return before.With(text, true)
}

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return frame.Found(r.Book, f, land.Found, r.world)
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return frame.Open(r.Book, state, tables, realm.Decode, r.world)
}

// world is the world of a state under its tables.
func (r *Rulebook) world(t *tables.Tables, s *realm.State) game.World {
	return &World{rules: r, tables: t, state: s}
}

var _ game.NumberSets = (*Rulebook)(nil)

// Sets names the sets of numbers beside the manual's.
func (r *Rulebook) Sets() []string { return slices.Sorted(maps.Keys(tables.NumberSets)) }
