//go:build !386

package thoramar

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// BenchmarkGrowth plays the turn of BenchmarkTurn with one factor more at a time: the fields of the world, the realms
// in it, the lines of a sheet. No report has ideas.
func BenchmarkGrowth(b *testing.B) {
	for _, g := range []struct {
		name                  string
		width, height, realms int
		lines                 int // of the sheet's armies, written so often
	}{
		{"fields/5700", 100, 57, 50, 1},
		{"fields/22800", 200, 114, 50, 1},
		{"fields/91200", 400, 228, 50, 1},
		{"realms/50", 200, 114, 50, 1},
		{"realms/100", 200, 114, 100, 1},
		{"realms/200", 200, 114, 200, 1},
		{"lines/50", 100, 57, 50, 1},
		{"lines/500", 100, 57, 50, 10},
		{"lines/5000", 100, 57, 50, 100},
	} {
		b.Run(g.name, func(b *testing.B) {
			full := filepath.Join(b.TempDir(), "full")
			at, _ := musterWith(b, full, g.width, g.height, g.realms, func(text string) string {
				_, armies, _ := strings.Cut(text, "$A\n")
				return text + strings.Repeat(armies, g.lines-1) + "\n$S\nAdvice no\n"
			})
			play(b, full, at, g.realms)
		})
	}
}

// BenchmarkArmies plays the turn of a realm with more armies each time, all in one field or each in a field of its own,
// and writes its whole report or a short one. Behind the largest number it reports with which power of the armies the costs have grown since
// the smallest: 1 is linear.
func BenchmarkArmies(b *testing.B) {
	for _, c := range []struct {
		name     string
		together bool
		short    bool
	}{{"one_field", true, false}, {"one_field_short", true, true}, {"scattered", false, false}} {
		var first float64 // the processor time of the smallest number, for each army
		for _, armies := range []int{1000, 4000, 13000} {
			b.Run(fmt.Sprint(c.name, "/", armies), func(b *testing.B) {
				w := mass(b, armies, c.together)
				w.at.State.Realms[1].Settings.Short = c.short
				b.ReportAllocs()
				begun, size := cpuTime(), 0
				for b.Loop() {
					size = len(w.Resolve(nil, game.Seed{1}, 1, nil).Report(1, &game.Shown{}).Text)
				}
				cost := cpuTime() - begun
				reportCosts(b, cost, armies)
				b.ReportMetric(float64(size), "report-bytes/op")
				each := float64(cost) / float64(b.N*armies)
				if armies == 1000 {
					first = each
				} else {
					b.ReportMetric(1+math.Log(each/first)/math.Log(float64(armies)/1000), "exponent")
				}
			})
		}
	}
}
