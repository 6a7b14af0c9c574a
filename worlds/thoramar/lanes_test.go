package thoramar

import (
	"bytes"
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"time"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/turn"
)

// TestLanesGiveTheSame: a turn played in several lanes, on any number of cores, is the turn played in one:
// events, state, what the game master is told, reports (law 2). By the race detector no lane looks at what another
// changes.
func TestLanesGiveTheSame(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i, h := range hosts {
		if h.realms > 50 && !conformance.Whole() {
			continue
		}
		t.Run(fmt.Sprintf("%d_realms", h.realms), func(t *testing.T) {
			w := mobilise(t, h.width, h.height, h.realms)
			sheets := w.campaign()
			alone := w.Resolve(sheets, game.Seed{1}, 1, nil)
			for _, c := range []struct{ cores, lanes int }{{1, 4}, {2, 2}, {4, 7}, {2, 64}, {4, 3}}[:5-2*i] {
				runtime.GOMAXPROCS(c.cores)
				alike(t, fmt.Sprintf("%d lanes on %d cores", c.lanes, c.cores), alone,
					w.resolve(c.lanes, true, sheets, game.Seed{1}))
			}
		})
	}
}

func alike(t *testing.T, how string, a, b game.Outcome) {
	t.Helper()
	want, got := a.Annals().Events(), b.Annals().Events() // made anew by each call
	for i, e := range want[:min(len(want), len(got))] {
		if !reflect.DeepEqual(e, got[i]) {
			t.Fatalf("%s: event %d is\n%v, not\n%v", how, i, got[i], e)
		}
	}
	if len(want) != len(got) {
		t.Fatalf("%s: %d events, not %d", how, len(got), len(want))
	}
	if !bytes.Equal(a.Next().State(), b.Next().State()) {
		t.Fatalf("%s: another state", how)
	}
	if fmt.Sprint(a.ToMaster()) != fmt.Sprint(b.ToMaster()) {
		t.Fatalf("%s: another letter to the game master", how)
	}
	for _, r := range a.Realms() {
		if !bytes.Equal(a.Report(r, nil).Text, b.Report(r, nil).Text) {
			t.Fatalf("%s: another report of realm %d", how, r)
		}
	}
}

// BenchmarkWeeks plays the weeks of a turn alone, in one lane and in as many as there are cores, by turns.
// It reports the least time of each.
func BenchmarkWeeks(b *testing.B) {
	for _, h := range hosts {
		b.Run(fmt.Sprintf("%d_realms", h.realms), func(b *testing.B) {
			w := mobilise(b, h.width, h.height, h.realms)
			sheets := w.campaign()
			var least [2]time.Duration
			for b.Loop() {
				for i, lanes := range []int{1, runtime.GOMAXPROCS(0)} {
					t := turn.Begin(w.at, sheets, game.Seed{1})
					t.Lanes = lanes
					t.Run(turn.Before)
					begun := time.Now()
					t.PlayWeeks()
					if took := time.Since(begun); least[i] == 0 || took < least[i] {
						least[i] = took
					}
				}
			}
			b.ReportMetric(least[0].Seconds()*1000, "ms/one-lane")
			b.ReportMetric(least[1].Seconds()*1000, "ms/lanes")
		})
	}
}
