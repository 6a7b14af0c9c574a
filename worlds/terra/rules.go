// Package terra is the rulebook of Terra: a campaign of nations on a globe, with two mail phases a round. In the first,
// armies move by a clock of 1000. In the second, players report battles that were fought at the table; a stand-in or
// the rules fight the others. It ties the packages below together: Rules makes the rulebook, and world.go is its World.
// The rules are in docs/rules/terra.md, and comments cite them by §. To read a turn, begin with turn/phases.go.
package terra

import (
	"cmp"
	"embed"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	numbers "weltentor/worlds/tables"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

//go:embed texts/*.toml
var textFiles embed.FS

// Rulebook is the game of Terra.
type Rulebook struct {
	*rulekit.Book[*tables.Tables]
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook. Its tables and texts are embedded. The version counts changes of the rules that alter a
// result.
func Rules() *Rulebook {
	words := phrase.EmbeddedBooks(textFiles, orders.Texts, rulekit.Texts)
	return &Rulebook{rulekit.NewBook("terra", 5, order.Language, words,
		rulekit.Numbers[*tables.Tables]{Standard: tables.StandardTables, Over: (*tables.Tables).With,
			Text: (*tables.Tables).Text, Practice: practice})}
}

// SizeFor is a map that gives each nation as many fields as the usual map gives to each of all who can join. Its height
// is even, as that of a globe must be.
func (r *Rulebook) SizeFor(realms int) (width, height int, ok bool) {
	n := &r.Standard().Rules
	if realms > n.RealmsMost {
		return 0, 0, false
	}
	width, height = rulekit.Around(realms*n.Width*n.Height/n.RealmsMost, n.Width, n.Height, mostWidth)
	return max(width, leastSide), max(height+height%2, leastSide), true
}

// Settled reports changes of what cannot change any more: the map and the armies of a nation stay as they were
// founded.
func (r *Rulebook) Settled(founding, now []byte) ([]byte, error) {
	return rulekit.Settled(r.Book, founding, now, func(was, is *tables.Tables) error {
		a, b := &was.Rules, &is.Rules
		return cmp.Or(numbers.Settled("rules", "width", a.Width, b.Width),
			numbers.Settled("rules", "height", a.Height, b.Height),
			numbers.Settled("rules", "globe", a.Globe, b.Globe),
			numbers.Settled("rules", "wild_garrison", a.WildGarrison, b.WildGarrison),
			numbers.Settled("rules", "armies", a.Armies, b.Armies))
	})
}

// Open reads a world with its effective tables.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return rulekit.Open(r.Book, state, tables, realm.Decode, r.world)
}

// world is the world of a state with its tables.
func (r *Rulebook) world(t *tables.Tables, s *realm.State) game.World {
	return &World{at: realm.Position{Rules: r.Book, Tables: t, State: s}}
}
