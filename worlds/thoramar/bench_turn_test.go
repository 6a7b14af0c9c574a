//go:build !386

// What turns cost in a store is measured with 64 bits. So the tests with 32 bits need not compile what is below resolve.

package thoramar

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// hostBook is the rulebook of a world whose realms have all their host as soon
// as the last of them joins.
type hostBook struct {
	*Rulebook
	realms int
	full   *World // when the last one has joined
}

func (b *hostBook) Open(state, tables []byte) (game.World, error) {
	w, err := b.Rulebook.Open(state, tables)
	if err != nil {
		return nil, err
	}
	return hostWorld{w.(*World), b}, nil
}

type hostWorld struct {
	*World
	book *hostBook
}

func (h hostWorld) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	next, n, err := h.World.Join(j, seed)
	if err != nil {
		return nil, 0, err
	}
	w := next.(*World)
	if n == h.book.realms {
		for r := 1; r <= n; r++ {
			w.raise(r)
		}
		h.book.full = w
	}
	return hostWorld{w, h.book}, n, nil
}

// BenchmarkTurn is the turn a game master waits for, of a process that has just
// begun: copy of the store made, state and sheets read, turn resolved, every
// report written and packed, letters queued, all committed. All armies march. The
// cost is to grow as the armies do: from 50 realms to 800, at most 20 times. It is a
// turn of a game's middle years, whose reports have no ideas.
func BenchmarkTurn(b *testing.B) { eachHost(b, "Advice no\n") }

// BenchmarkFullReports is the same turn where every realm has asked for its full report.
func BenchmarkFullReports(b *testing.B) { eachHost(b, "Advice no\nReport full\n") }

// BenchmarkIdeas is the turn of BenchmarkTurn where every realm is a beginner's: each report comes with ideas.
func BenchmarkIdeas(b *testing.B) { eachHost(b, "") }

// eachHost plays the turn of each of the worlds, with these settings in every sheet.
func eachHost(b *testing.B, settings string) {
	for _, h := range hosts {
		b.Run(fmt.Sprintf("%dx%d/%d_realms", h.width, h.height, h.realms), func(b *testing.B) {
			full := filepath.Join(b.TempDir(), "full")
			at, answering := musterWith(b, full, h.width, h.height, h.realms, func(text string) string {
				return text + "\n$S\n" + settings
			})
			play(b, full, at, h.realms)
			b.ReportMetric(float64(answering.Microseconds())/1000, "ms/receipt")
		})
	}
}

// play plays the turn of a stored world again and again, each time in a copy, and reports what one costs.
func play(b *testing.B, full string, at time.Time, realms int) {
	folder := filepath.Join(b.TempDir(), "world")
	b.ReportAllocs()
	var cpu time.Duration
	var peak float64
	for b.Loop() {
		b.StopTimer()
		refresh(b, full, folder)
		debug.FreeOSMemory()
		forgetPeak()
		b.StartTimer()
		begun := cpuTime()
		advance(b, folder, at, realms)
		cpu += cpuTime() - begun
		peak = max(peak, peakMemory())
	}
	reportCosts(b, cpu, realms*len(host))
	b.ReportMetric(cpu.Seconds()*1000/float64(b.N), "cpu-ms/turn")
	b.ReportMetric(reportBytes(b, folder, realms), "report-bytes/op")
	b.ReportMetric(peak, "peak-MB")
}

// advance resolves the turn of a stored world.
func advance(b *testing.B, folder string, at time.Time, realms int) {
	w, err := world.Open(folder, []game.Rulebook{Rules()}, storeSettings())
	if err != nil {
		b.Fatal(err)
	}
	if a, err := turns.Advance(w, at, true); err != nil || a.Reports != realms {
		b.Fatal(a, err)
	}
}

// reportBytes sums up the reports of the turn that was resolved.
func reportBytes(b *testing.B, folder string, realms int) float64 {
	w, err := world.Open(folder, []game.Rulebook{Rules()}, storeSettings())
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for r := 1; r <= realms; r++ {
		rep, err := turns.Report(w, r, 1)
		if err != nil {
			b.Fatal(err)
		}
		n += len(rep.Text)
	}
	return float64(n)
}

// musterHosts founds a world in a store, lets all realms join and enters their
// sheets by the game master's hand. It gives a time after all that, and how long
// it took, on an average, to take a sheet: read, checked, answered, committed.
func musterHosts(b *testing.B, dir string, width, height, realms int) (at time.Time, answering time.Duration) {
	return musterWith(b, dir, width, height, realms, func(text string) string { return text })
}

// musterWith is musterHosts with other sheets than those of the hosts.
func musterWith(b *testing.B, dir string, width, height, realms int, sheet func(string) string) (at time.Time,
	answering time.Duration) {
	b.Helper()
	book, at := &hostBook{Rulebook: Rules(), realms: realms}, time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	err := players.Found(dir, book, game.Founding{Seed: game.Seed{7}, Width: width, Height: height}, at)
	if err != nil {
		b.Fatal(err)
	}
	w, err := world.Open(dir, []game.Rulebook{book}, storeSettings())
	if err != nil {
		b.Fatal(err)
	}
	for r := 1; r <= realms; r++ {
		n := strconv.Itoa(r)
		if _, _, err := players.AddRealm(w, game.Joining{Name: "Reich " + n, Player: "Spieler " + n, Lang: phrase.Langs[r%2]},
			"r"+n+"@example.org", at); err != nil {
			b.Fatal(err)
		}
	}
	begun := time.Now()
	for _, s := range book.full.campaign() {
		if a, err := intake.Submit(w, s.Realm, sheet(s.Text), at); err != nil || a.Fate != receipt.Taken {
			b.Fatal(a.Fate, err)
		}
	}
	return at.Add(time.Hour), time.Since(begun) / time.Duration(realms)
}

// refresh puts a copy of the full world in the place of the one that was used.
func refresh(b *testing.B, full, folder string) {
	b.Helper()
	err := os.RemoveAll(folder)
	if err == nil {
		err = os.Mkdir(folder, 0o700)
	}
	var store []byte
	if err == nil {
		store, err = os.ReadFile(filepath.Join(full, "world.db"))
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "world.db"), store, 0o600)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func storeSettings() world.Settings {
	return world.Settings{Name: "Thoramar", Address: "spiel@example.org",
		Deadline: chronicle.Deadline{Weekday: time.Friday, Hour: 18},
		Render:   func(d outbox.Draft) ([]byte, error) { return []byte(d.Text), nil }}
}

// forgetPeak lets the kernel count the peak of memory anew, where it can.
func forgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peakMemory is the most memory the process had since forgetPeak, in MB; 0 where
// /proc does not tell.
func peakMemory() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, line, _ := bytes.Cut(status, []byte("VmHWM:"))
	line, _, _ = bytes.Cut(line, []byte("kB"))
	kb, _ := strconv.Atoi(strings.TrimSpace(string(line)))
	return float64(kb) / 1000
}
