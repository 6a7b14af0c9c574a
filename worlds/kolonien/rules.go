// Package kolonien is the rulebook of Kolonien: colonies, leaders, armies and fleets in a new world, natives and
// pirates, and land combats by rounds. All realms move at once, a year a turn. It ties the packages below together:
// Rules makes the rulebook, and world.go is its World. The rules are in docs/rules/kolonien.md, and comments cite them
// by §. To read a year, begin with turn/phases.go.
package kolonien

import (
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Kolonien.
type Rulebook struct {
	*rulekit.Book[*tables.Tables]
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook. Its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, order.FleetTexts, rulekit.Texts)
	return &Rulebook{rulekit.NewBook("kolonien", 6, order.Language, words,
		rulekit.Numbers[*tables.Tables]{Standard: tables.StandardTables, Over: (*tables.Tables).With,
			Text: (*tables.Tables).Text, Practice: practice})}
}

// Open reads a world with its effective tables.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return rulekit.Open(r.Book, state, tables, realm.Decode, r.world)
}

// world is the world of a state with its tables.
func (r *Rulebook) world(t *tables.Tables, s *realm.State) game.World {
	return &World{at: realm.Position{Rules: r.Book, Tables: t, State: s}}
}

// The usual map is for as many realms as can join. Smaller ones have no fewer fields.
const fewestFields = 8 * 6

// SizeFor is a map that gives each realm as many areas as the usual map gives to each of all who can join.
func (r *Rulebook) SizeFor(realms int) (width, height int, ok bool) {
	n := &r.Standard().Rules
	if realms > n.RealmsMost {
		return 0, 0, false
	}
	areas := max(realms*n.Width*n.Height/n.RealmsMost, fewestFields)
	width, height = rulekit.Around(areas, n.Width, n.Height, realm.MostSide)
	return width, height, true
}
