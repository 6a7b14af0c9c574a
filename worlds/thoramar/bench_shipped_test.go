package thoramar

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// BenchmarkShipped plays worlds whose changes go to a journal, and reports how many bytes an
// entry of each kind has: of a sheet, a turn, a note of a letter that left, and of all. The
// turns are the last ten; there are four in a year of the game, and every letter leaves.
func BenchmarkShipped(b *testing.B) {
	for _, c := range []struct{ width, height, realms, length int }{{48, 28, 12, 48}, {200, 114, 200, 1}} {
		b.Run(fmt.Sprintf("%d_realms_%d_turns", c.realms, c.length), func(b *testing.B) {
			for b.Loop() {
				ship(b, c.width, c.height, c.realms, c.length)
			}
		})
	}
}

// shipped counts bytes and entries by what they are of.
type shipped struct {
	journal        *storetest.Journal
	seen           int
	bytes, entries map[string]int
}

func (s *shipped) count(what string) {
	all := s.journal.Entries()
	for _, e := range all[s.seen:] {
		what := what
		if e.Whole {
			what = "whole"
		}
		s.bytes[what] += len(e.Pages)
		s.entries[what]++
	}
	s.seen = len(all)
}

func ship(b *testing.B, width, height, realms, length int) {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "world")
	at, _ := musterHosts(b, dir, width, height, realms)
	s := &shipped{&storetest.Journal{}, 0, map[string]int{}, map[string]int{}}
	w, err := world.Open(dir, []game.Rulebook{Rules()}, storeSettings())
	if err == nil {
		err = players.Join(w, &store.Link{Journal: s.journal, World: "w"})
	}
	if err != nil {
		b.Fatal(err)
	}
	s.count("")
	for turn := 1; turn <= length; turn++ {
		if turn <= length-10 { // of turns long ago nothing is counted
			clear(s.bytes)
			clear(s.entries)
		}
		for r := 1; r <= realms; r++ {
			text := fmt.Sprintf("$A\nT %d %d\n#M An alle: Zug %d.\n", r, r%realms+1, turn)
			if _, err := intake.Submit(w, r, text, at); err != nil {
				b.Fatal(err)
			}
			s.count("sheet")
		}
		if _, err := turns.Advance(w, at, true); err != nil {
			b.Fatal(err)
		}
		s.count("turn")
		leave(b, w, at, s)
		at = at.Add(7 * 24 * time.Hour)
	}
	if err := w.BackupFile(dir + ".copy"); err != nil {
		b.Fatal(err)
	}
	for what, n := range s.entries {
		b.ReportMetric(float64(s.bytes[what])/float64(n)/1000, "KB/"+what)
	}
	last := s.journal.Entries()[s.seen-1]
	b.ReportMetric(float64(last.Size)/1e6, "MB-store")
}

// leave lets all letters of a world leave.
func leave(b *testing.B, w *world.World, at time.Time, s *shipped) {
	b.Helper()
	for {
		out, err := w.Next(at)
		s.count("address")
		if err != nil || out == nil {
			if err != nil {
				b.Fatal(err)
			}
			return
		}
		if err := w.Rehearse(out.ID); err != nil {
			b.Fatal(err)
		}
		s.count("rehearsal")
		if err := w.Record(out.ID, outbox.Attempt{At: at, Result: outbox.Delivered}); err != nil {
			b.Fatal(err)
		}
		s.count("note")
	}
}
