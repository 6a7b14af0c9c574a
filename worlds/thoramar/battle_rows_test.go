package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// TestConformanceInRows holds the rulebook to the laws of all games in a world
// whose armies fight in rows, with lines of $T at random.
func TestConformanceInRows(t *testing.T) {
	conformance.Run(t, Rules(), conformance.Example{
		Daily:  daily,
		Fights: []string{"battle", "battle-vain-line"},
		Lacks:  []string{"common map"},
		Edits:  sensibleEdits,
		Founding: game.Founding{Seed: game.Seed{8}, Width: 40, Height: 30,
			Tables: []byte("battle = \"terra-magica\"\n")},
		Joinings: []game.Joining{
			{Name: "Bovistan", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
			{Name: "Cedania", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
		},
		Turns:      6,
		Bots:       machineGames,
		Reckoned:   []string{"income"},
		Unforeseen: []string{"cede-apart", "cede-unseen", "edge-foe", "foe-in-field"},
		Sheet: func(w game.World, realm int, d *game.Dice) string {
			s := w.(*World).at.State
			return sensibleSheet(s, realm, d) + tacticsSheet(s, realm, d)
		},
	})
}

// tacticsSheet gives half of a realm's armies a row and a tactic.
func tacticsSheet(s *realm.State, number int, d *game.Dice) string {
	var b strings.Builder
	b.WriteString("$T\n")
	for _, a := range s.Armies[number] {
		if d.Chance(500) {
			fmt.Fprintf(&b, "%v %d %s\n", a.Name, d.Between(1, 10), realm.TacticWords[d.N(4)][0])
		}
	}
	return b.String()
}
