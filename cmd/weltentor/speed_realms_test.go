package main

import (
	"fmt"
	"testing"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// BenchmarkRealms adds realms to a new world of the first rulebook, each with a password and a
// report 0: four times the realms take four times the processor time. The bounds are
// the fsyncs of each, the hashing of its password and the state, which is stored whole.
func BenchmarkRealms(b *testing.B) {
	for _, realms := range []int{200, 800} {
		b.Run(fmt.Sprint(realms), func(b *testing.B) {
			begun := cpuTime()
			for b.Loop() {
				newMailroom(b, worlds.Rulebooks()[0], realms, game.Founding{Width: 400, Height: 228}, nil, "")
			}
			each := 1000 / float64(b.N) / float64(realms)
			b.ReportMetric(b.Elapsed().Seconds()*each, "ms/realm")
			b.ReportMetric((cpuTime()-begun).Seconds()*each, "cpu-ms/realm")
		})
	}
}
