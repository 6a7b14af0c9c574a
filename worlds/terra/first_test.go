package terra

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Who sends the ready orders of each round takes fields, and armies that have lost men are filled up from the treasury.
// No ready line is ever doubted.
func TestReadyOrdersFillArmies(t *testing.T) {
	seed := game.Seed{3}
	w, err := Rules().Found(game.Founding{Seed: seed})
	for _, name := range []string{"Nord", "Sued"} {
		if err == nil {
			w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.En}, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for range 6 {
		sheet := game.Sheet{Realm: 1, Turn: w.Asked().Turn, Text: w.FirstLetter(1)}
		if c := w.Check(sheet); sheet.Text == "" || len(c.Problems) > 0 {
			t.Errorf("turn %d: %v\n%s", sheet.Turn, c.Problems, sheet.Text)
		}
		filled += strings.Count(sheet.Text, "Relief full")
		w = w.Resolve([]game.Sheet{sheet}, seed, 1, nil).Next()
	}
	if fields := w.(*World).at.State.FieldsOf(1); filled < 3 || fields < 11 {
		t.Errorf("%d armies were filled up, and there are %d fields", filled, fields)
	}
}
