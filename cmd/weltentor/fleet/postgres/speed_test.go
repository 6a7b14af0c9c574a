//go:build fleet && servers

package postgres

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"slices"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// BenchmarkAppend measures how long an entry takes until it is confirmed: a small one, an order sheet, a turn of 12
// realms after twelve years, and the largest. The server's folder is below TMPDIR, and its disk is what is measured.
func BenchmarkAppend(b *testing.B) {
	s := server.Start(b)
	e, runs := open(b, Settings{URL: s.URL()}), 0
	for _, kilobytes := range []int{1, 21, 89, engine.MaxData >> 10} {
		b.Run(fmt.Sprintf("%dKB", kilobytes), func(b *testing.B) {
			data := make([]byte, kilobytes<<10)
			rand.Read(data)
			runs++
			log, head := fmt.Sprintf("world/run-%d", runs), bytes.Repeat([]byte("h"), 500)
			prev, took := uint64(0), make([]time.Duration, 0, b.N)
			for b.Loop() {
				begin := time.Now()
				n, err := e.Append(begun(b), log, prev, head, data)
				if err != nil {
					b.Fatal(err)
				}
				prev, took = n, append(took, time.Since(begin))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-99%")
		})
	}
}

// BenchmarkHeads measures how long it takes to see what is due in a fleet of 1,000 worlds with 50 entries each.
func BenchmarkHeads(b *testing.B) {
	s := server.Start(b)
	e := open(b, Settings{URL: s.URL()})
	sql(b, s)(`insert into weltentor.entries select 'world/w' || w, n, now(), decode(repeat('68', 500), 'hex'), ''
		from generate_series(1, 1000) w, generate_series(1, 50) n`)
	for b.Loop() {
		n := 0
		for _, err := range e.Heads(begun(b), "world/") {
			if n++; err != nil {
				b.Fatal(err)
			}
		}
		if n != 1000 {
			b.Fatalf("%d heads", n)
		}
	}
}
