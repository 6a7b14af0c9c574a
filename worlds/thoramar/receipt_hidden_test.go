package thoramar

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// Law 6 for the whole of a receipt, with fleets, traders, sorcerers and an autumn:
// land out of sight changes hands, gets terrain, towns and armies, treasuries of
// others grow, and no word is different.
func TestGreatReceiptTellsNothingUnseen(t *testing.T) {
	for _, name := range []string{"receipt-thirty-armies", "sea-receipt-voyages", "receipt-autumn-short"} {
		text, err := os.ReadFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		c := newCase(t, string(text))
		sheet := game.Sheet{Realm: 1, Turn: c.world.state.Turn, Text: c.Text("orders 1")}
		before := fmt.Sprint(c.world.Check(sheet))
		clear, changed := c.world.state.clear(c.world.tables, 1), 0
		s := c.world.state.clone()
		id := int32(900) // of the armies that come
		water, _ := c.world.tables.terrain("was")
		for p := range s.Fields {
			if clear.Has(game.Place(p)) || s.Realms[1].Seen.Has(game.Place(p)) {
				continue
			}
			changed++
			if f := &s.Fields[p]; p%2 == 0 {
				f.Terrain = water
			} else {
				f.Owner, f.Building = 2, &Building{Kind: "STD", Name: "X"}
				a := &Army{Realm: 2, Name: ArmyName{Unit{'K', 'S'}, id}, Men: 5000, At: game.Place(p), Points: 2, Fit: -1, Since: 1, Start: game.Nowhere, Flag: Shown}
				at := armyPlace(s.Armies[2], a.Name)
				s.Armies[2] = append(s.Armies[2][:at:at], append([]*Army{a}, s.Armies[2][at:]...)...)
				id++
			}
		}
		for r := 2; r < len(s.Realms); r++ {
			s.Realms[r].Gold += 100000
		}
		other := &World{rules: c.world.rules, tables: c.world.tables, state: s}
		if after := fmt.Sprint(other.Check(sheet)); after != before || changed < 10 || !strings.Contains(before, "forecast") {
			t.Errorf("%s: %d fields changed:\n%s\n%s", name, changed, before, after)
		}
	}
}
