package turn

import (
	"fmt"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// TestCastlesFall plays captains against each other: nothing is broken on the way.
// Most games end with a castle's fall, and those of two realms with a winner.
func TestCastlesFall(t *testing.T) {
	fallen, won := 0, 0
	for n := range byte(12) {
		seed := game.Seed{21, n}
		board := fmt.Appendf(nil, "[rules]\nboard = %q\n", tables.Boards[n%2])
		p := gametest.Joined(t, game.Founding{Seed: seed, Tables: board}, 2+int(n)%3)
		for !p.State.Over {
			sheet := game.Sheet{Realm: p.State.Next, Turn: p.State.Turn, Text: gametest.CaptainSheet(p)}
			next := Resolve(p, []game.Sheet{sheet}, seed).Position
			for _, b := range realm.Broken(next.Tables, next.State, true) {
				t.Fatalf("game %d, turn %d: %s\n%s", n, p.State.Turn, b, sheet.Text)
			}
			if was, is := gametest.Treasures(p.State), gametest.Treasures(next.State); was != is {
				t.Fatalf("game %d, turn %d: %d treasure dice were %d", n, p.State.Turn, is, was)
			}
			p = next
		}
		if p.State.Fallen() {
			fallen++
		}
		won += len(p.State.Winners)
		t.Logf("game %d: round %d, %d players, winners %v", n, p.State.Round, len(p.State.Realms),
			p.State.Winners)
	}
	if fallen < 8 || won < 4 {
		t.Errorf("of 12 games %d ended by a castle's fall, %d have a winner", fallen, won)
	}
}
