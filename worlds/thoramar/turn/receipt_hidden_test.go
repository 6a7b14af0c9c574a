package turn_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// Law 6 for the whole of a receipt, with fleets, traders, sorcerers and an autumn:
// land out of sight changes hands, gets terrain, towns and armies, treasuries of
// others grow, and no word is different.
func TestGreatReceiptTellsNothingUnseen(t *testing.T) {
	for _, name := range []string{"receipt-thirty-armies", "sea-receipt-voyages", "receipt-autumn-short"} {
		text, err := os.ReadFile("../testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		c := cases.New(t, string(text))
		at := gametest.World(c)
		sheet := game.Sheet{Realm: 1, Turn: at.State.Turn, Text: c.Text("orders 1")}
		before := fmt.Sprint(gametest.Check(at, sheet))
		clear, changed := sight.Locate(at.State).Clear(at.Tables, 1), 0
		s := at.State.Clone()
		id := int32(900) // of the armies that come
		water, _ := at.Tables.FindTerrain("was")
		for p := range s.Fields {
			if clear.Has(game.Place(p)) || s.Realms[1].Seen.Has(game.Place(p)) {
				continue
			}
			changed++
			if f := &s.Fields[p]; p%2 == 0 {
				f.Terrain = water
			} else {
				f.Owner, f.Building = 2, &realm.Building{Kind: "STD", Name: "X"}
				a := &realm.Army{Realm: 2, Name: realm.ArmyName{Unit: tables.Unit{Type: 'K', Class: 'S'}, ID: id},
					Men: 5000, At: game.Place(p), Points: 2, Fit: -1, Since: 1, Start: game.Nowhere, Flag: realm.Shown}
				i := realm.ArmyPlace(s.Armies[2], a.Name)
				s.Armies[2] = append(s.Armies[2][:i:i], append([]*realm.Army{a}, s.Armies[2][i:]...)...)
				id++
			}
		}
		for r := 2; r < len(s.Realms); r++ {
			s.Realms[r].Gold += 100000
		}
		if after := fmt.Sprint(gametest.Check(at.With(s), sheet)); after != before || changed < 10 ||
			!strings.Contains(before, "forecast") {
			t.Errorf("%s: %d fields changed:\n%s\n%s", name, changed, before, after)
		}
	}
}
