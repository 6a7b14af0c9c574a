// Package terramagica is the rulebook of Terra Magica: provinces, armies that fight in rows, and a Hierophant for each
// realm. All realms move at once, a week a turn. It ties the packages below together: Rules makes the rulebook, and
// world.go is its World. The rules are in docs/rules/terramagica.md, and comments cite them by §. To read a week, begin
// with turn/phases.go.
package terramagica

import (
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Terra Magica.
type Rulebook struct {
	*rulekit.Book[*tables.Tables]
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook. Its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, battlelines.Texts, rulekit.Texts, realm.GuardTexts)
	return &Rulebook{rulekit.NewBook("terramagica", 6, order.Language, words,
		rulekit.Numbers[*tables.Tables]{Standard: tables.StandardTables, Over: (*tables.Tables).With,
			Text: (*tables.Tables).Text, Practice: practice})}
}

// SizeFor is the usual map for as many realms as have fixed homes there (§2.4), and a larger one for more, with as many
// provinces for each.
func (r *Rulebook) SizeFor(realms int) (width, height int, ok bool) {
	n := &r.Standard().Rules
	provinces := max(realms, n.Homes) * n.Width * n.Height / n.Homes
	width, height = rulekit.Around(provinces, n.Width, n.Height, n.Largest)
	if height > n.Largest {
		return 0, 0, false
	}
	return width, height, true
}

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return rulekit.Found(r.Book, f, found, r.world)
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return rulekit.Open(r.Book, state, tables, realm.Decode, r.world)
}

// world is the world of a state with its tables.
func (r *Rulebook) world(t *tables.Tables, s *realm.State) *World {
	return &World{at: realm.Position{Rules: r.Book, Tables: t, State: s}}
}
