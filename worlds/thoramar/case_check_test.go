package thoramar

import (
	"testing"

	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// watched plays the turn and looks after every phase whether anything is broken
// or changed without an event.
func watched(test *testing.T, t *turn.Turn) {
	test.Helper()
	run := func(list []turn.Phase) {
		for _, p := range list {
			before := readLedger(t)
			t.Run([]turn.Phase{p})
			for _, untold := range before.unexplained(t) {
				test.Errorf("nobody was told: %s", untold)
			}
			for _, wrong := range realm.Broken(t.Tables, t.State) {
				test.Fatalf("after %s of week %d: %s", p.Name, t.Week, wrong)
			}
		}
	}
	run(turn.Before)
	for t.Week = 1; t.Week <= realm.Weeks; t.Week++ {
		run(turn.Weekly)
	}
	t.Week = realm.Weeks + 1
	run(turn.After)
	t.State.Turn++
}
