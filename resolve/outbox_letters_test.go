package resolve

import (
	"testing"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/worldtest"
)

// What status costs, and what an idle call of cron reads from the store, does not grow with the number of letters and
// turns. It is the same after 60 turns as after 2, if all letters but the last have left, came back or were marked as
// done. It is not parallel, since it counts what the whole process allocates and reads.
func TestWhatStatusCosts(t *testing.T) {
	b := worldtest.Found(t, worldtest.Tiny{}, 4)
	at, cost, values, bytes := worldtest.Friday, map[int]float64{}, map[int]int64{}, map[int]int64{}
	for turn := 1; turn <= 60; turn++ {
		b.Advance(at)
		for range 4 {
			o, err := b.Next(at)
			must(t, err)
			must(t, b.Record(o.ID, outbox.Attempt{At: at,
				Result: []outbox.Result{outbox.Delivered, outbox.Permanent}[turn%2]}))
		}
		b.Sent("", at)
		s, err := gamemaster.StatusOf(b.World, at)
		must(t, err)
		for _, row := range s.Undelivered {
			must(t, b.Dismiss(row.ID))
		}
		for _, n := range s.Notices {
			must(t, b.NoticesTold(at, n.ID))
		}
		at = at.AddDate(0, 0, 7)
		idle := func() {
			_, err := gamemaster.StatusOf(b.World, at)
			must(t, err)
			_, err = b.Next(at)
			must(t, err)
			_, err = players.Seat(b.World, at)
			must(t, err)
		}
		cost[turn] = testing.AllocsPerRun(5, idle)
		values[turn], bytes[turn] = storeRead(idle)
	}
	if n, err := b.Outbox(); err != nil || len(n) < 240 {
		t.Errorf("%d letters, %v", len(n), err)
	}
	if cost[60] > cost[2]*1.2 {
		t.Errorf("%.0f allocations after 60 turns, %.0f after 2", cost[60], cost[2])
	}
	if values[2] == 0 || values[60] > values[2] {
		t.Errorf("%d values read after 60 turns, %d after 2", values[60], values[2])
	}
	if float64(bytes[60]) > float64(bytes[2])*1.05 { // a number has more digits
		t.Errorf("%d bytes read after 60 turns, %d after 2", bytes[60], bytes[2])
	}
}
