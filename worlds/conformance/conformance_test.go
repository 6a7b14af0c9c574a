package conformance_test

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

var joinings = []game.Joining{
	{Name: "Anna", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Bob", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Cilli", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
}

func duelExample() conformance.Example {
	return conformance.Example{
		Apart:    conformance.DuelApart,
		Founding: game.Founding{Seed: game.Seed{1}, Tables: []byte("rounds = 5\n")},
		Joinings: joinings,
		Turns:    10, // five rounds of two mail phases
		Ends:     true,
		Lacks: []string{"map", "common map", "goal", "legend", "first letter", "adjustments", "short reports", "verbs",
			"counts", "fights", "news", "bot", "desk"},
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			if w.Asked().Phase == "orders" {
				return fmt.Sprintf("$A\n%s %d\n$N\n#M\nEin Gruß von %d.\n#E\n",
					[]string{"hoch", "mitte", "low"}[d.N(3)], d.Between(1, 6), realm)
			}
			out := "$T\n"
			for i, b := range conformance.DuelState(w).Bouts {
				if !b.Done && (b.A == realm || b.B == realm) {
					out += fmt.Sprintf("G%d %d %d\n", i+1, d.N(3), d.N(3))
				}
			}
			return out + "$S\nFreigabe\n"
		},
		// Letters between others, and lists that others attach, are known only to them.
		Hidden: func(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
			for i, s := range sheets {
				to := 1 + s.Realm%3
				if s.Realm != viewer && to != viewer {
					sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für dich: %d\n#E\n", to, d.N(1000))
				}
			}
			return w, sheets
		},
		Unseen: conformance.DuelUnseen("rounds = 5\n"),
	}
}

func TestDuel(t *testing.T) { conformance.Run(t, duel.Rules(), duelExample()) }
