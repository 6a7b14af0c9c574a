package kolonien

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// A throw here changes no throw there (rules §1.5): what realm 2 lives to see in
// its corner of the map is the same whether realm 1 fights in another or not, on
// land and at sea, whoever of them comes first.
func TestDiceAreTheAreas(t *testing.T) {
	c := newCase(t, `
-- world --
land 8 9 20 26 27
leader 1 Cortez 2 8 INF 4
natives 9 city N-INF 4
leader 2 Drake 2 26 INF 6
natives 27 city N-INF 4
fleet 1 1 5 ESK 3
fleet 3 1 6 ESK 3
treaty 1 3 K
fleet 2 1 22 ESK 3
haven 20 P-MIL 1 P2 3
-- tables --
[rules]
dice_sides = 6
periods = 1
`)
	quiet := game.Sheet{Realm: 1, Turn: 1, Text: "$A\n"}
	busy := game.Sheet{Realm: 1, Turn: 1, Text: "$A\nCortez 9\nFlotte_1 6\n"}
	own := game.Sheet{Realm: 2, Turn: 1, Text: "$A\nDrake 27\nFlotte_1 20\n"}
	for seed := range byte(30) {
		var seen [2]string
		for i, sheet := range []game.Sheet{quiet, busy} {
			out := c.world.Resolve([]game.Sheet{sheet, own}, game.Seed{seed}, 1, nil)
			var told strings.Builder
			for _, e := range out.Annals().Events() {
				if e.For(2) && e.Code != "location-burnt" { // which all are told, of whichever combat
					fmt.Fprintln(&told, c.world.at.Rules.Words(phrase.En).Say(e.Phrase))
				}
			}
			seen[i] = told.String()
		}
		if strings.Count(seen[0], "Combat in 27") != 1 || strings.Count(seen[0], "Combat at sea in 20") != 1 {
			t.Fatalf("realm 2 does not fight:\n%s", seen[0])
		}
		if seen[0] != seen[1] {
			t.Errorf("seed %d: realm 1 fights elsewhere, and realm 2 sees\n%s\ninstead of\n%s", seed, seen[1], seen[0])
		}
	}
}
