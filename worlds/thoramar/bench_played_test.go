//go:build !386

package thoramar

import (
	"path/filepath"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// BenchmarkTurnsPlayed plays 1,000 turns of a world whose armies march in the first one and
// stand from then on. It reports the processor time of a turn, its copy with it, of turns
// 4 to 63 and of turns 941 to 1,000: what a turn costs must not grow with those before it.
func BenchmarkTurnsPlayed(b *testing.B) {
	var early, late time.Duration
	for b.Loop() {
		folder := filepath.Join(b.TempDir(), "world")
		at, _ := musterHosts(b, folder, 40, 23, 8)
		for turn := 1; turn <= 1000; turn++ {
			w, err := world.Open(folder, []game.Rulebook{Rules()}, storeSettings())
			if err != nil {
				b.Fatal(err)
			}
			begun := cpuTime()
			if _, err := turns.Advance(w, at, true); err != nil {
				b.Fatal(err)
			}
			switch cost := cpuTime() - begun; {
			case 4 <= turn && turn < 64:
				early += cost
			case turn > 940:
				late += cost
			}
			if err := readNotices(w, at); err != nil {
				b.Fatal(err)
			}
			at = at.AddDate(0, 0, 7)
		}
	}
	b.ReportMetric(early.Seconds()*1000/60/float64(b.N), "cpu-ms/early-turn")
	b.ReportMetric(late.Seconds()*1000/60/float64(b.N), "cpu-ms/late-turn")
}

// readNotices is what cron does after each turn: the game master has read what there is to read.
func readNotices(w *world.World, at time.Time) error {
	s, err := gamemaster.StatusOf(w, at)
	if err != nil {
		return err
	}
	var ids []uint64
	for _, n := range s.Notices {
		ids = append(ids, n.ID)
	}
	return w.NoticesTold(at, ids...)
}
