package game_test

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
)

// Of a moment that three neighbours have in the same turn, each reads another sentence, turn after turn: also if some of the
// sentences fit none of them, or joke where nobody does.
func TestNeighboursReadDifferentLines(t *testing.T) {
	t.Parallel()
	for _, lines := range []int{3, 4, 11} {
		for seed := range byte(20) {
			m := game.Moment{Kind: "autumn", Weight: 3, Grave: seed%2 == 0}
			var all []game.Line
			for i := range lines {
				all = append(all, game.Line{Text: fmt.Sprintf("Line %d.", i)})
			}
			all = append(all, game.Line{}, game.Line{Text: "Ha.", Joke: true}) // the first of these fits nobody
			m.Lines = func() []game.Line { return all }
			heard, said := map[int]game.Heard{}, 0
			for turn := 1; turn <= 13; turn += 2 {
				read := map[string]int{}
				for realm := 4; realm <= 6; realm++ {
					tale := game.Tale{Weight: 3, Moments: []game.Moment{m}}
					var text []byte
					text, heard[realm] = tale.Told(game.Seed{seed}, turn, realm, heard[realm])
					if len(text) > 0 {
						read[string(text)], said = realm, said+1
					}
				}
				if len(read) != 3 {
					t.Errorf("%d lines, seed %d, turn %d: three neighbours read %v", lines, seed, turn, read)
				}
			}
			if said != 21 {
				t.Errorf("%d lines, seed %d: %d sentences in 7 turns", lines, seed, said)
			}
		}
	}
}
