package external

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// TestConformance holds a hosted game to the laws of all games, with an engine in place of a program.
func TestConformance(t *testing.T) {
	conformance.Run(t, rulesOf(t, &harvest{years: 7}), conformance.Example{
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
		Unseen: unseen,
		Edits: func(w game.World, d *game.Dice) []string {
			return []string{"file farms.txt " + []string{"MQ==", "Mg==", "-"}[d.N(3)], "nofile farm-1.json", "file ../x MQ=="}
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

// unseen changes the files of another farm, how much it has, or who plays it.
func unseen(w game.World, realm int, d *game.Dice) game.World {
	next := w.(*World).clone()
	other := &next.s.Seats[realm%len(next.s.Seats)]
	switch d.N(4) {
	case 0:
		other.Player += "x"
	case 1:
		other.Zip = !other.Zip
	default:
		own := next.ownFiles(other)
		for i, f := range next.s.Files {
			if slices.Contains(own, f.Name) || f.Name == "seed" {
				next.data[i] = fmt.Appendf(nil, `{"name": "X", "grain": %d}`, d.N(1000))
				next.s.Files[i].Size = len(next.data[i])
			}
		}
	}
	return next
}
