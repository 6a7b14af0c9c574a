package turns_test

import (
	"testing"
	"time"

	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// The rules are told who is away before they say whether a turn is due. So nobody waits for such a player in a game
// with one player after the other. If all players are away, turns come at their deadlines.
func TestTheRulesKnowWhoIsAway(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{InTurn: true, Skips: true}, 2)
	b.Waits(worldtest.Day0, "waits-deadline")
	b.Away(1, 3)
	if got := b.Advance(worldtest.Day0); got.Turn != 1 {
		t.Errorf("turn %d is resolved, it is realm 1 that is away", got.Turn)
	}
	b.Waits(worldtest.Day0.Add(time.Hour), "waits-deadline") // realm 2 is asked, and is there
	b.Away(2, 3)
	b.Waits(worldtest.Day0.Add(time.Hour), "waits-deadline-in")
	if a, err := turns.Advance(b.World, worldtest.Friday, false); err != nil || !a.Resolved || a.Turn != 2 {
		t.Errorf("at its deadline: %+v, %v", a, err)
	}
	b.Away(2, 2) // back in turn 3, which is that of realm 1, whose player is away
	if a, err := turns.Advance(b.World, worldtest.Friday.Add(time.Hour), false); err != nil || !a.Resolved || a.Turn != 3 {
		t.Errorf("of those who are there one is back: %+v, %v", a, err)
	}
	b.Verified()
}
