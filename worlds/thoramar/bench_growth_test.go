package thoramar

import (
	"path/filepath"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// BenchmarkGrowth plays the turn of BenchmarkTurn with one factor more at a time: the fields of the world, the realms
// in it, the lines of a sheet.
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
				return text + strings.Repeat(armies, g.lines-1)
			})
			play(b, full, at, g.realms)
		})
	}
}

// BenchmarkArmies plays the turn of a realm with more armies each time, all in one field or each in a field of its own,
// and writes its report.
func BenchmarkArmies(b *testing.B) {
	for _, c := range []struct {
		name     string
		armies   int
		together bool
	}{
		{"one_field/400", 400, true}, {"one_field/800", 800, true}, {"one_field/1600", 1600, true},
		{"scattered/400", 400, false}, {"scattered/800", 800, false}, {"scattered/1600", 1600, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := mass(b, c.armies, c.together)
			b.ReportAllocs()
			begun, size := cpuTime(), 0
			for b.Loop() {
				size = len(w.Resolve(nil, game.Seed{1}, 1, nil).Report(1, nil).Text)
			}
			reportCosts(b, cpuTime()-begun, c.armies)
			b.ReportMetric(float64(size), "report-bytes/op")
		})
	}
}
