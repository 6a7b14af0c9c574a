//go:build !386

package thoramar

import (
	"fmt"
	"testing"

	"weltentor/resolve/chronicle"
	"weltentor/worlds/game"
)

// BenchmarkLettersToAll plays a turn in which every realm writes a letter of 2 KB to all, packs the reports, and plays
// it again without letters. It reports what the letters cost in all, for each MB that is read of them, and in reports.
func BenchmarkLettersToAll(b *testing.B) {
	const syllables, letter = "bakidemofunalipesurotavezi", 2000
	for _, h := range []struct{ width, height, realms int }{{100, 57, 50}, {200, 114, 100}, {200, 114, 200}, {300, 171, 500}} {
		b.Run(fmt.Sprint(h.realms), func(b *testing.B) {
			w, sheets := crowd(b, h.width, h.height, h.realms, 0)
			in, read := make([]game.Sheet, len(sheets)), 0
			for i, s := range sheets {
				text, dice := "", game.Seed{7}.Throw(0, 0, "letter", int64(s.Realm))
				for len(text) < letter {
					at := 2 * dice.N(int64(len(syllables)/2))
					text += syllables[at:at+2] + []string{"", "", " ", "\n"}[min(dice.N(20)/5, 3)]
				}
				read += len(text) * (h.realms - 1)
				in[i] = s
				in[i].Text += "$N\n#A\n" + text + "\n#E\n"
			}
			tables, err := Rules().Tables(nil)
			if err != nil {
				b.Fatal(err)
			}
			now := chronicle.Current{Turn: 1, World: w, Seed: game.Seed{1}, Tables: tables}
			var cpu, stored [2]float64
			for b.Loop() {
				for which, in := range [][]game.Sheet{sheets, in} {
					begun := cpuTime()
					out, err := chronicle.Play(Rules(), now, in)
					if err == nil {
						err = out.Write(nil, func(int) {})
					}
					if err != nil {
						b.Fatal(err)
					}
					cpu[which] += (cpuTime() - begun).Seconds()
					for _, r := range out.Reports {
						stored[which] += float64(len(r.Report))
					}
				}
			}
			cost := (cpu[1] - cpu[0]) * 1000 / float64(b.N)
			b.ReportMetric(cost, "cpu-ms/op")
			b.ReportMetric(cost/(float64(read)/1e6), "cpu-ms/MB-read")
			b.ReportMetric((stored[1]-stored[0])/1e6/float64(b.N), "MB-stored/op")
		})
	}
}
