// Package thoramar is the rulebook of Thoramar, after the manual of 1994–1997: realms on a continent of hexes move at
// once, and a turn is a season of 13 weeks. It only ties the packages below together: Rules makes the rulebook,
// world.go is its World. Its rules are in docs/rules/thoramar.md. To read a turn, begin with turn/turn.go, which has
// the list of phases. A case of testdata shows one in words.
package thoramar

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Rulebook is the game of Thoramar.
type Rulebook struct {
	*rulekit.Book[*tables.Tables]
	rooms sight.Rooms // of receipts
}

var _ game.Rulebook = (*Rulebook)(nil)

// Rules makes the rulebook. Its tables and texts are embedded.
func Rules() *Rulebook { return &Rulebook{founding.Rules(), sight.NewRooms()} }

// Found makes a fresh world without realms.
func (r *Rulebook) Found(f game.Founding) (game.World, error) {
	return rulekit.Found(r.Book, f, land.Found, r.world)
}

// mapLand is how many fields of a map there are for each realm. The sea is among them.
const mapLand = 475

// SizeFor is a map with enough land for so many realms, as Suits counts it, in the shape of the usual map.
func (r *Rulebook) SizeFor(realms int) (width, height int, ok bool) {
	n := &r.Standard().Rules
	if realms > n.MaxFields/mapLand {
		return 0, 0, false
	}
	width, height = rulekit.Around(realms*mapLand, n.Width, n.Height, n.MaxFields)
	return max(width, n.MinWidth), max(height, n.MinHeight), true
}

// Open reads a world from its bytes.
func (r *Rulebook) Open(state, tables []byte) (game.World, error) {
	return rulekit.Open(r.Book, state, tables, realm.Decode, r.world)
}

// world is the world of a state with its tables.
func (r *Rulebook) world(t *tables.Tables, s *realm.State) game.World {
	return newWorld(realm.Position{Rules: r.Book, Tables: t, State: s}, r.rooms)
}

// Sets names the sets of numbers besides the manual's.
func (r *Rulebook) Sets() []string { return slices.Sorted(maps.Keys(tables.NumberSets)) }

// Payment returns the game master's sheet with one more payment, or with one taken back if the amount is negative.
func (r *Rulebook) Payment(sheet string, realm int, amount int64) string {
	if sheet = strings.TrimRight(sheet, "\n"); sheet != "" {
		sheet += "\n"
	}
	line := order.TransferOrder{Realm: realm, Amount: amount}.Print(nil, phrase.De)
	if amount < 0 {
		line = order.PaybackOrder{Realm: realm, Amount: -amount}.Print(nil, phrase.De)
	}
	return fmt.Sprintf("%s$G\n%s\n", sheet, line)
}
