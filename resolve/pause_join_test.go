package resolve

import (
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/worlds/game"
)

// A pause keeps a game that begins with its second player open for a third: orders are taken, no turn is played, and
// the third joins.
func TestAPauseWaitsForWhoIsToJoin(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{inTurn: true, least: 2, due: game.Now}, 1)
	if changed, err := schedule.Pause(b.World, time.Time{}, day0); err != nil || !changed {
		t.Fatal(err)
	}
	join := func(n string) {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: "Reich" + n, Player: "Spieler " + n, Lang: phrase.En},
			"r"+n+"@example.org", day0)
		must(t, err)
	}
	join("2")
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.waits(day0, "waits-paused")
	join("3")
	if changed, err := schedule.Resume(b.World, day0); err != nil || !changed {
		t.Fatal(err)
	}
	if got := b.advance(day0); got.Turn != 1 {
		t.Errorf("turn %d", got.Turn)
	}
}
