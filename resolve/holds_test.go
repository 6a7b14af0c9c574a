package resolve

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// What the rules say a turn waits for stands in the receipt below the deadline, as
// long as the turn does wait.
func TestReceiptTellsWhatTheTurnWaitsFor(t *testing.T) {
	for due, told := range map[game.Due]bool{game.NotBefore: true, game.Now: false} {
		b := sit(t, tiny{holds: true, due: due}, 1)
		if _, d := b.receipt("dig 1\n"); strings.Contains(d.Text, "ersetzt diesen.\nDer Schacht knarrt.\n") != told {
			t.Errorf("due %d:\n%s", due, d.Text)
		}
	}
}
