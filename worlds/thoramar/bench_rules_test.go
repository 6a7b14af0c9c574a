package thoramar

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// hosts are the worlds in which a turn is measured: one density, 114 fields, 24
// of them its own, and 50 armies of all arms a realm.
var hosts = []struct{ width, height, realms int }{
	{100, 57, 50},
	{200, 114, 200},
	{400, 228, 800},
}

// BenchmarkRules plays the turn of BenchmarkTurn and writes its reports, without a
// store, again and again in memory that the turns before have warmed: what fits
// the processor's cache is then faster than it ever is in a game.
func BenchmarkRules(b *testing.B) {
	for _, h := range hosts {
		b.Run(fmt.Sprintf("%dx%d/%d_realms", h.width, h.height, h.realms), func(b *testing.B) {
			w := mobilise(b, h.width, h.height, h.realms)
			sheets := w.campaign()
			b.ReportAllocs()
			var size int64
			begun := cpuTime()
			for b.Loop() {
				size = writeAll(w.Resolve(sheets, game.Seed{1}, runtime.GOMAXPROCS(0), nil))
			}
			reportCosts(b, cpuTime()-begun, h.realms*len(host))
			b.ReportMetric(float64(size), "report-bytes/op")
		})
	}
}

// reportCosts tells what a turn took for each army: by the clock, and of the
// processors' time, which other work on the machine does not change.
func reportCosts(b *testing.B, cpu time.Duration, armies int) {
	per := float64(b.N) * float64(armies) * 1000
	b.ReportMetric(float64(b.Elapsed())/per, "µs/army")
	b.ReportMetric(float64(cpu)/per, "cpu-µs/army")
}

// cpuTime is what the process has used of all processors; 0 where /proc does not
// tell.
func cpuTime() time.Duration {
	stat, err := os.ReadFile("/proc/self/stat")
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	if err != nil || len(f) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// BenchmarkResolve resolves the greatest of these turns and writes nothing.
func BenchmarkResolve(b *testing.B) {
	h := hosts[len(hosts)-1]
	w := mobilise(b, h.width, h.height, h.realms)
	sheets := w.campaign()
	b.ReportAllocs()
	begun := cpuTime()
	for b.Loop() {
		w.Resolve(sheets, game.Seed{1}, runtime.GOMAXPROCS(0), nil)
	}
	reportCosts(b, cpuTime()-begun, h.realms*len(host))
}

// BenchmarkReport writes its reports.
func BenchmarkReport(b *testing.B) {
	h := hosts[len(hosts)-1]
	w := mobilise(b, h.width, h.height, h.realms)
	o := w.Resolve(w.campaign(), game.Seed{1}, 1, nil)
	b.ReportAllocs()
	var size int64
	begun := cpuTime()
	for b.Loop() {
		size = writeAll(o)
	}
	b.SetBytes(size)
	reportCosts(b, cpuTime()-begun, h.realms*len(host))
}

// TestTheCrowdMoves: what the benchmarks measure is a turn in which armies walk.
func TestTheCrowdMoves(t *testing.T) {
	w, sheets := crowd(t, 100, 57, 10, 50)
	next := w.Resolve(sheets, game.Seed{1}, 1, nil).Next().(*World)
	moved := 0
	for r := 1; r <= 10; r++ {
		for _, a := range w.at.State.Armies[r] {
			if b := next.at.State.Army(r, a.Name); b != nil && b.At != a.At {
				moved++
			}
		}
	}
	// A random walk may end where it began, and armies block each other.
	if moved < 350 {
		t.Errorf("%d of 500 armies ended in another field", moved)
	}
}

// writeAll writes all reports, two at a time.
func writeAll(o game.Outcome) int64 {
	realms := o.Realms()
	var sizes [2]int64
	var both sync.WaitGroup
	for part := range sizes {
		both.Go(func() {
			for i := part; i < len(realms); i += len(sizes) {
				sizes[part] += int64(len(o.Report(realms[i], nil).Text))
			}
		})
	}
	both.Wait()
	return sizes[0] + sizes[1]
}

// BenchmarkReceipt reads a sheet of 50 armies of all arms in a world of 400 × 228
// fields with 800 such realms, checks it, and puts all that a receipt tells into
// words.
func BenchmarkReceipt(b *testing.B) {
	h := hosts[len(hosts)-1]
	w := mobilise(b, h.width, h.height, h.realms)
	sheet := game.Sheet{Realm: 400, Turn: 1, Text: w.campaignOf(400)}
	b.ReportAllocs()
	begun := cpuTime()
	for b.Loop() {
		c, words, text := w.Check(sheet), w.at.Rules.Words("de"), []byte(nil)
		for i := range c.Problems {
			text = words.Append(text, c.Problems[i].What, nil)
		}
		for i := range c.InForce {
			text = words.Append(text, c.InForce[i].What, nil)
		}
		for _, list := range [][]phrase.Phrase{c.Idle, c.Outlook} {
			for i := range list {
				text = words.Append(text, list[i], nil)
			}
		}
		if len(c.InForce) == 0 || len(text) == 0 {
			b.Fatal("nothing is in force")
		}
	}
	b.ReportMetric(float64((cpuTime()-begun).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}
