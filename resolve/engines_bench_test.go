//go:build fleet

package resolve

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/storetest"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// BenchmarkEngines plays the same game in a file and in rows, in turn, so that other work on the machine affects both
// alike: letters of 12 realms with orders, the status, a turn. It reports medians and trips to the database, whose
// address is ROWS in the environment. A turn in a file makes its copy.
func BenchmarkEngines(b *testing.B) {
	if storetest.Elsewhere == nil {
		b.Skip("ROWS names no database")
	}
	const realms = 12
	games := map[string]*worldtest.Game{
		"file": worldtest.Found(b, worldtest.Tiny{Reports: 20_000}, realms, func(s *world.Settings) { s.Elsewhere = nil }),
		"rows": worldtest.Found(b, worldtest.Tiny{Reports: 20_000}, realms)}
	times, trips := map[string][]float64{}, map[string][]float64{}
	measure := func(what string, f func()) {
		asked, begun := storetest.Trips(), time.Now()
		f()
		times[what] = append(times[what], time.Since(begun).Seconds()*1e3)
		trips[what] = append(trips[what], float64(storetest.Trips()-asked))
	}
	at := worldtest.Friday
	for b.Loop() {
		for realm := range realms {
			for where, w := range games {
				l := w.Letter(realm+1, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 4 ; %d\n", realm+1, realm))
				measure("letter-"+where, func() {
					a, err := intake.Accept(w.World, l, at.Add(-time.Hour))
					if err != nil || a.Fate != receipt.Taken {
						b.Fatal(a, err)
					}
				})
				measure("status-"+where, func() {
					_, err := gamemaster.StatusOf(w.World, at.Add(-time.Hour))
					worldtest.Must(b, err)
				})
			}
		}
		for where, w := range games {
			measure("turn-"+where, func() { w.Advance(at) })
		}
		at = at.AddDate(0, 0, 7)
	}
	for _, what := range []string{"letter", "status", "turn"} {
		for _, where := range []string{"file", "rows"} {
			b.ReportMetric(median(times[what+"-"+where]), "ms-"+what+"-"+where)
		}
		b.ReportMetric(median(trips[what+"-rows"]), "trips-"+what)
	}
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
