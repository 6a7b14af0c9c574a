package external_test

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/harvest"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// TestConformance holds a hosted game to the laws of all games, with an engine in place of a program.
func TestConformance(t *testing.T) {
	conformance.Run(t, harvest.Rules(t, &harvest.Engine{Years: 7}), conformance.Example{
		Founding: game.Founding{Seed: game.Seed{3}},
		Joinings: []game.Joining{
			{Name: "Amsel", Player: "Anna", Lang: phrase.De, Computer: game.UTF8},
			{Name: "Bussard", Player: "Bob", Lang: phrase.En, Computer: game.PC},
			{Name: "Circe", Player: "Cleo", Lang: phrase.De, Computer: game.Amiga},
		},
		Turns: 8,
		Ends:  true,
		Lacks: []string{"map", "common map", "goal", "legend", "first letter", "adjustments", "short reports", "counts",
			"fights", "standings", "news", "bot", "desk", "data", "reports in its own words", "receipts in its own words"},
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			return fmt.Sprintf("$B\nsow %d\n", d.N(120))
		},
		Hidden: othersOrders,
		Unseen: external.Unseen,
		Edits: func(w game.World, d *game.Dice) []string {
			was := func(name string) string { return name + " " + external.Was(w.(*external.World).Files(), name) }
			return []string{"file " + was("farms.txt") + " " + []string{"MQ==", "Mg==", "-"}[d.N(3)],
				"nofile " + was("farm-1.json"), "file ../x - MQ=="}
		},
	})
}

// othersOrders replaces what others sow and write to each other. What each grain brings, nobody's orders change.
func othersOrders(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
	for i, s := range sheets {
		if s.Realm != viewer {
			sheets[i].Text = fmt.Sprintf("$B\nsow %d\nrob\n$N\n#%d\nNur für dich: %d\n#M\nEbenso: %d\n#E\n", d.N(90), 6-s.Realm-viewer,
				d.N(1000), d.N(1000))
		}
	}
	return w, sheets
}
