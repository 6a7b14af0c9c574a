package kolonien

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Who sends the ready orders of each year founds one colony after the other, and guards them: the leader marches on to
// free land beside him. No ready line is ever doubted, and nobody goes aboard without a voyage.
func TestReadyOrdersGoOn(t *testing.T) {
	founded, guarded := 0, 0
	for n := range byte(8) {
		seed := game.Seed{n}
		w, err := Rules().Found(game.Founding{Seed: seed, Width: 8, Height: 6})
		for _, name := range []string{"Nord", "Sued"} {
			if err == nil {
				w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.En}, seed)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			sheet := game.Sheet{Realm: 1, Turn: w.Asked().Turn, Text: w.FirstLetter(1)}
			if c := w.Check(sheet); sheet.Text != "" && len(c.Problems) > 0 {
				t.Errorf("seed %d, year %d: %v\n%s", n, sheet.Turn, c.Problems, sheet.Text)
			}
			if strings.Contains(sheet.Text, " on Fleet_") && !strings.Contains(sheet.Text, "\nFleet_1 ") {
				t.Errorf("seed %d: aboard without a voyage:\n%s", n, sheet.Text)
			}
			founded += strings.Count(sheet.Text, " Colony")
			guarded += strings.Count(sheet.Text, " MIL 3 Garrison")
			w = w.Resolve([]game.Sheet{sheet}, seed, 1, nil).Next()
		}
	}
	if founded < 16 || guarded < 8 {
		t.Errorf("in eight worlds of eight years %d colonies are founded and %d guarded", founded, guarded)
	}
}
