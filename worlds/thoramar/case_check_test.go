package thoramar

import "testing"

// watched plays the turn and looks after every phase whether anything is broken
// or changed without an event.
func watched(test *testing.T, t *turn) {
	test.Helper()
	run := func(list []phase) {
		for _, p := range list {
			before := readLedger(t)
			t.run([]phase{p})
			for _, untold := range before.unexplained(t) {
				test.Errorf("nobody was told: %s", untold)
			}
			for _, wrong := range broken(t.tables, t.state) {
				test.Fatalf("after %s of week %d: %s", p.name, t.week, wrong)
			}
		}
	}
	run(before)
	for t.week = 1; t.week <= Weeks; t.week++ {
		run(weekly)
	}
	t.week = Weeks + 1
	run(after)
	t.state.Turn++
}
