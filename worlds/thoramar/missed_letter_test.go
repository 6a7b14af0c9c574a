package thoramar

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The letter with a report says once that no orders came. A world without fees says nothing of an account, neither in
// the report nor in its data.
func TestAMissedTurnIsSaidOnce(t *testing.T) {
	t.Parallel()
	for _, lang := range phrase.Langs {
		w, err := Rules().Found(game.Founding{Seed: game.Seed{4}})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Moorland", "Fenmark"} {
			if w, _, err = w.Join(game.Joining{Name: name, Player: name, Lang: lang}, game.Seed{4}); err != nil {
				t.Fatal(err)
			}
		}
		out := w.Resolve(nil, game.Seed{4}, 1, nil)
		r := out.Report(1, nil)
		said := map[phrase.Lang]string{phrase.De: "keine Befehle geschickt", phrase.En: "sent no orders"}[lang]
		if n := strings.Count(string(r.Summary), said); n != 1 {
			t.Errorf("said %d times:\n%s", n, r.Summary)
		}
		account := map[phrase.Lang]string{phrase.De: "Kontostand", phrase.En: "Account"}[lang]
		if strings.Contains(string(r.Text), account) {
			t.Errorf("without fees the report has an account:\n%s", r.Text)
		}
	}
}
