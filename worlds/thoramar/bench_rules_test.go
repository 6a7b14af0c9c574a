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
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
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

// crowd founds a world with so many realms, gives each so many armies on the
// land around its capital, and writes sheets that move every army.
func crowd(tb testing.TB, width, height, realms, armies int) (*World, []game.Sheet) {
	tb.Helper()
	seed := game.Seed{7}
	founded, err := Rules().Found(game.Founding{Seed: seed, Width: width, Height: height})
	if err != nil {
		tb.Fatal(err)
	}
	w := founded.(*World)
	for r := 1; r <= realms; r++ {
		joined, n, err := w.Join(game.Joining{Name: "Reich " + strconv.Itoa(r), Player: "Spieler " + strconv.Itoa(r),
			Lang: phrase.Langs[r%2]}, seed)
		if err != nil || n != r {
			tb.Fatalf("realm %d joined as %d: %v", r, n, err)
		}
		w = joined.(*World)
	}
	sheets := make([]game.Sheet, realms)
	for r := 1; r <= realms; r++ {
		dice := seed.Throw(0, 0, "crowd", int64(r))
		text := []byte("$A\n")
		for i := range armies {
			a := &realm.Army{
				Realm: r, Name: realm.ArmyName{Unit: []tables.Unit{{Type: 'K', Class: 'L'}, {Type: 'K', Class: 'M'},
					{Type: 'R', Class: 'L'}, {Type: 'R', Class: 'M'}}[i%4], ID: int32(i + 1)},
				Men: dice.Between(150, 3000), At: stroll(w, w.at.State.Realms[r].Origin, dice, 25, nil), Fit: -1, Since: 1,
				Start: game.Nowhere,
				Flag:  []realm.Flag{realm.Shown, realm.NoSign, realm.Hidden}[dice.N(3)],
			}
			a.Points = w.at.Tables.FindUnit(a.Name.Unit).Move
			var plan []byte
			stroll(w, a.At, dice, realm.Weeks, &plan)
			text = fmt.Appendf(text, "%v %s %s\n", a.Name, plan, []string{"V+", "V", "V-"}[dice.N(3)])
			list := w.at.State.Armies[r]
			at := realm.ArmyPlace(list, a.Name)
			w.at.State.Armies[r] = append(list[:at:at], append([]*realm.Army{a}, list[at:]...)...)
		}
		sheets[r-1] = game.Sheet{Realm: r, Turn: 1, Text: string(text)}
	}
	return w, sheets
}

// stroll walks over land that can be walked, and gives where it ends.
func stroll(w *World, at game.Place, dice *game.Dice, steps int, plan *[]byte) game.Place {
	height := func(p game.Place) int { return w.at.Tables.Terrain[w.at.State.Fields[p].Terrain].Height }
	for range steps {
		var ways []game.Direction
		for d := game.Direction(1); d <= 6; d++ {
			q := w.at.State.Grid.Step(at, d)
			if q != game.Nowhere && height(q) > 0 && height(q)-height(at) <= 1 && height(at)-height(q) <= 1 {
				ways = append(ways, d)
			}
		}
		if len(ways) == 0 {
			if plan != nil {
				*plan = append(*plan, '0')
			}
			continue
		}
		d := ways[dice.N(int64(len(ways)))]
		at = w.at.State.Grid.Step(at, d)
		if plan != nil {
			*plan = append(*plan, '0'+byte(d))
		}
	}
	return at
}
