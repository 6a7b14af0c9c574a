//go:build servers

package engines_test

import (
	"fmt"
	"testing"

	"weltentor/cmd/weltentor/engines"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// TestOrchardConforms holds the example's program, behind the wall, to the laws of all games.
func TestOrchardConforms(t *testing.T) {
	rb, err := engines.Read("../../../examples/engines/orchard", nil)
	if err != nil {
		t.Fatal(err)
	}
	conformance.Run(t, rb, conformance.Example{
		Founding: game.Founding{Seed: game.Seed{3}},
		Joinings: []game.Joining{
			{Name: "Amsel", Player: "Anna", Lang: phrase.De, Computer: game.UTF8, Kind: "pear"},
			{Name: "Bussard", Player: "Bob", Lang: phrase.En, Computer: game.PC},
		},
		Turns: 3,
		Lacks: []string{"map", "common map", "goal", "legend", "first letter", "adjustments", "short reports", "counts",
			"fights", "standings", "news", "bot", "desk", "data", "reports in its own words", "receipts in its own words"},
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			return fmt.Sprintf("$B\nplant %d\npress %d\ngive %d %d\n", d.N(9), d.N(9), d.N(5), 3-realm)
		},
		Edits: func(w game.World, d *game.Dice) []string {
			was := func(name string) string { return name + " " + external.Was(w.(*external.World).Files(), name) }
			return []string{"file " + was("seed") + " MQ==", "nofile " + was("grower-1.json")}
		},
	})
}
