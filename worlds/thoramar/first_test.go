package thoramar

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// Each army that a first letter sends to conquer takes its field in the first turn, and the riders get where they are
// sent: on 30 worlds, or fewer, with two to five realms that all send theirs.
func TestFirstLettersConquer(t *testing.T) {
	rb := Rules()
	tables, err := rb.Tables(nil)
	if err != nil {
		t.Fatal(err)
	}
	two := 0
	worlds := conformance.Often(5, 30)
	for seed := range worlds {
		w, err := rb.Found(game.Founding{Seed: game.Seed{byte(seed)}, Tables: tables})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 2 + seed%4 {
			if w, _, err = w.Join(game.Joining{Name: fmt.Sprint("R", i), Player: "P", Lang: phrase.Langs[i%2]},
				game.Seed{byte(seed), byte(i)}); err != nil {
				t.Fatal(err)
			}
		}
		letters := map[int]string{}
		var sheets []game.Sheet
		for _, r := range w.Realms() {
			letters[r.Number] = w.FirstLetter(r.Number)
			sheets = append(sheets, game.Sheet{Realm: r.Number, Turn: 1, Text: letters[r.Number]})
		}
		next := w.Resolve(sheets, game.Seed{byte(seed), 9}, 1, nil).Next().(*World)
		for realm, letter := range letters {
			conquests := strings.Count(letter, " E+")
			if fields := next.Counts(realm)[0]; fields.N != int64(1+conquests) {
				t.Errorf("seed %d: realm %d has %d fields after\n%s", seed, realm, fields.N, letter)
			}
			if conquests == firstConquests {
				two++
			}
			scouts := next.at.State.Armies[realm]
			if last := scouts[len(scouts)-1]; strings.Contains(letter, " V+") && last.At == next.at.State.Realms[realm].Origin {
				t.Errorf("seed %d: the riders of realm %d have stayed at home after\n%s", seed, realm, letter)
			}
		}
	}
	if two < 2*worlds {
		t.Errorf("only %d first letters conquer two fields", two)
	}
}

// firstConquests is how many fields a first letter conquers if it can.
const firstConquests = 2
