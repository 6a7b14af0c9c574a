package schedule_test

import (
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A pause keeps a game that begins with its second player open for a third: orders are taken, no turn is played, and
// the third joins.
func TestAPauseWaitsForWhoIsToJoin(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true, Least: 2, Due: game.Now}, 1)
	if changed, err := schedule.Pause(b.World, time.Time{}, worldtest.Day0); err != nil || !changed {
		t.Fatal(err)
	}
	join := func(n string) {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: "Reich" + n, Player: "Spieler " + n, Lang: phrase.En},
			"r"+n+"@example.org", worldtest.Day0)
		must(t, err)
	}
	join("2")
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Waits(worldtest.Day0, "waits-paused")
	join("3")
	if changed, err := schedule.Resume(b.World, worldtest.Day0); err != nil || !changed {
		t.Fatal(err)
	}
	if got := b.Advance(worldtest.Day0); got.Turn != 1 {
		t.Errorf("turn %d", got.Turn)
	}
}
