//go:build fleet

package nats

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// BenchmarkAppend is one entry of 20 KB behind another, as a turn of a small world is; and many
// worlds at a time.
func BenchmarkAppend(b *testing.B) {
	data := bytes.Repeat([]byte("weltentor "), 2000)
	for _, hosts := range []int{1, 3} {
		f := founded(b, hosts)
		e := f.engine(0)
		runs := 0
		b.Run(fmt.Sprintf("hosts=%d/worlds=1", hosts), func(b *testing.B) {
			runs++
			appends(b, e, fmt.Sprintf("world/one-%d", runs), data, b.N)
		})
		b.Run(fmt.Sprintf("hosts=%d/worlds=16", hosts), func(b *testing.B) {
			var next atomic.Int64
			runs++
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				log, prev := fmt.Sprintf("world/many-%d-%d", runs, next.Add(1)), uint64(0)
				for pb.Next() {
					n, err := e.Append(context.Background(), log, prev, []byte("head"), data)
					if err != nil {
						b.Error(err)
						return
					}
					prev = n
				}
			})
		})
		for i := range hosts {
			f.stop(i)
		}
	}
}

func appends(b *testing.B, e engine.Log, log string, data []byte, n int) {
	prev, took := uint64(0), make([]time.Duration, 0, n)
	for range n {
		begun := time.Now()
		number, err := e.Append(context.Background(), log, prev, []byte("head"), data)
		if err != nil {
			b.Fatal(err)
		}
		prev, took = number, append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[n/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[n*99/100].Microseconds())/1000, "ms-99%")
}

// BenchmarkReads are the head of one of a thousand worlds, the heads of all, and a lease taken
// and given back.
func BenchmarkReads(b *testing.B) {
	for _, hosts := range []int{1, 3} {
		f := founded(b, hosts)
		e := f.engine(0)
		for i := range 1000 {
			appends(b, e, fmt.Sprintf("world/w-%d", i), []byte(strings.Repeat("d", 1000)), 1)
		}
		b.Run(fmt.Sprintf("hosts=%d/head", hosts), func(b *testing.B) {
			for i := range b.N {
				if _, err := e.Head(context.Background(), fmt.Sprintf("world/w-%d", i%1000)); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("hosts=%d/heads=1000", hosts), func(b *testing.B) {
			for range b.N {
				n := 0
				for _, err := range e.Heads(context.Background(), "world/") {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n != 1000 {
					b.Fatalf("%d heads", n)
				}
			}
		})
		b.Run(fmt.Sprintf("hosts=%d/lease", hosts), func(b *testing.B) {
			for range b.N {
				l, err := e.Take(context.Background(), "world/a", "one", patience)
				if err == nil {
					err = l.Release(context.Background())
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
		for i := range hosts {
			f.stop(i)
		}
	}
}

// BenchmarkMemory is what a server has in memory when it keeps entries of 20 KB of a thousand
// worlds, each world N times.
func BenchmarkMemory(b *testing.B) {
	p := apart(b, 3, false)
	for i := range p.running {
		p.begin(b, i)
	}
	e := p.beside(b, 0, "", 0)
	data := bytes.Repeat([]byte("weltentor "), 2000)
	b.ResetTimer()
	for i := range 1000 {
		appends(b, e, fmt.Sprintf("world/w-%d", i), data, b.N)
	}
	for i, cmd := range p.running {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
		for _, line := range strings.Split(string(status), "\n") {
			var kb float64
			if _, no := fmt.Sscanf(line, "VmHWM: %f kB", &kb); err == nil && no == nil {
				b.ReportMetric(kb/1024, fmt.Sprintf("MB-host-%d", i+1))
			}
		}
	}
}
