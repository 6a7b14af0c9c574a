package resolve

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// hosted is a world whose changes go to a journal.
type hosted struct {
	*worldtest.Game
	journal *storetest.Journal
	link    *store.Link
}

func host(t *testing.T, realms int, change ...func(*world.Settings)) *hosted {
	t.Helper()
	h := &hosted{Game: worldtest.Found(t, worldtest.Tiny{}, realms, change...), journal: &storetest.Journal{}}
	h.link = &store.Link{Journal: h.journal, World: "bovistan"}
	must(t, players.Join(h.World, h.link))
	return h
}

// other returns the world on another host: a folder that has caught up.
func (h *hosted) other() *worldtest.Game {
	h.T.Helper()
	dir := filepath.Join(h.T.TempDir(), "other")
	must(h.T, os.Mkdir(dir, 0o700))
	_, err := store.CatchUp(h.T.Context(), dir, nil, h.journal, h.link.World)
	must(h.T, err)
	o := &worldtest.Game{T: h.T, Dir: dir, Passwords: h.Passwords, ClockAt: h.ClockAt, Mails: 1000 + h.Mails}
	o.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Journal = h.link })
	return o
}

// same checks that another host has every value of the world.
func (h *hosted) same(what string) {
	h.T.Helper()
	if o := h.other(); !maps.Equal(everything(h.T.(*testing.T), h.Dir), everything(h.T.(*testing.T), o.Dir)) {
		h.T.Errorf("%s: another host has another world", what)
	}
}

func (h *hosted) gist() entry.Gist {
	_, e, err := h.journal.Head(h.T.Context(), "")
	must(h.T, err)
	return e.Gist
}

// Everything that is done to a world is in its journal, in order. Another host continues from it, and the first one
// continues from what that one did.
func TestAWorldGoesFromHostToHost(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	h.same("founded")
	h.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
	h.same("a letter taken")
	h.Sent("", worldtest.Day0.Add(2*time.Hour))
	h.same("letters sent")
	h.Advance(worldtest.Friday)
	h.same("a turn")
	o := h.other()
	o.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	if _, err := intake.Accept(h.Game.World, h.Letter(1, "$I 1 PASSWORD\n$A\ndig 5\n"), h.ClockAt); !errors.Is(err, faults.ErrFenced) {
		t.Fatalf("the first host is not fenced: %v", err)
	}
	if _, err := h.Next(h.ClockAt); !errors.Is(err, faults.ErrFenced) {
		t.Errorf("it gives out letters of a draft: %v", err)
	}
	_, err := store.CatchUp(t.Context(), h.Dir, nil, h.journal, h.link.World)
	must(t, err)
	h.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Journal = h.link })
	h.Send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
	h.Advance(worldtest.Friday.AddDate(0, 0, 7))
	v, err := turns.Verify(h.other().World)
	must(t, err)
	if len(v.Wrong) > 0 || len(v.Turns) != 2 || !v.Turns[1].Replayed {
		t.Errorf("%+v", v)
	}
	s, err := master.StatusOf(h.Game.World, h.ClockAt)
	must(t, err)
	if s.Turn != 3 {
		t.Errorf("turn %d", s.Turn)
	}
}

// The summary of the world in an entry is what is due in it.
func TestTheGistOfAnEntry(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	deadline := time.Date(2026, 11, 27, 17, 0, 0, 0, time.UTC) // Friday 18:00 in Berlin
	if !deadline.Equal(worldtest.Friday) {
		t.Fatalf("the first deadline is %v", worldtest.Friday)
	}
	want := entry.Gist{Schema: store.Schema, Rulebook: "tiny", Rules: 1, Turn: 1, Deadline: deadline, Look: deadline,
		Waiting: 2, Oldest: worldtest.Day0.UTC(), Due: worldtest.Day0.UTC()}
	if got := h.gist(); got != want {
		t.Errorf("founded:\n%+v, want\n%+v", got, want)
	}
	h.Sent("", worldtest.Day0.Add(time.Hour))
	want.Waiting, want.Oldest, want.Due = 0, time.Time{}, time.Time{}
	if got := h.gist(); got != want {
		t.Errorf("all sent:\n%+v, want\n%+v", got, want)
	}
	h.Advance(worldtest.Friday)
	want.Turn, want.Waiting, want.Oldest, want.Due = 2, 2, worldtest.Friday.UTC(), worldtest.Friday.UTC()
	want.Deadline, want.Look = deadline.AddDate(0, 0, 7), deadline.AddDate(0, 0, 7)
	v, err := turns.Verify(h.Game.World)
	must(t, err)
	if want.TurnHash = v.Turns[0].Hash; len(want.TurnHash) != 64 {
		t.Errorf("turn 1 has the hash %q", want.TurnHash)
	}
	if got := h.gist(); got != want {
		t.Errorf("a turn:\n%+v, want\n%+v", got, want)
	}
	h.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Journal, s.Reminder = h.link, 24*time.Hour })
	h.Sent("", worldtest.Friday.Add(time.Hour))
	if got := h.gist(); !got.Look.Equal(want.Deadline.AddDate(0, 0, -1)) || !got.Deadline.Equal(want.Deadline) {
		t.Errorf("with a reminder: looked at %v", got.Look)
	}
	a, err := turns.Advance(h.Game.World, worldtest.Friday.AddDate(0, 0, 6).Add(time.Hour), false)
	must(t, err)
	if got := h.gist(); len(a.Reminded) != 2 || !got.Look.Equal(want.Deadline) {
		t.Errorf("%v reminded: looked at %v", a.Reminded, got.Look)
	}
	now := worldtest.Friday.AddDate(0, 0, 6).Add(2 * time.Hour)
	_, err = schedule.Pause(h.Game.World, time.Time{}, now)
	must(t, err)
	if got := h.gist(); !got.Deadline.IsZero() || !got.Look.IsZero() || !got.Paused.Equal(now) ||
		!got.Resumes.IsZero() {
		t.Errorf("paused: %+v", got)
	}
	_, err = schedule.Pause(h.Game.World, now.AddDate(0, 0, 9), now.Add(time.Hour))
	must(t, err)
	if got := h.gist(); !got.Paused.Equal(now) || !got.Resumes.Equal(now.AddDate(0, 0, 9)) {
		t.Errorf("paused until a time: %+v", got)
	}
	_, err = schedule.Resume(h.Game.World, now.Add(2*time.Hour))
	must(t, err)
	_, err = turns.Hold(h.World, now.Add(3*time.Hour), true)
	must(t, err)
	if got := h.gist(); !got.Paused.IsZero() || got.Held != 2 || !got.Deadline.IsZero() {
		t.Errorf("held: %+v", got)
	}
}

// Before a letter is sent, there is room to record it. The journal has nothing about that.
func TestRehearsingIsNoEntry(t *testing.T) {
	t.Parallel()
	h := host(t, 3)
	out, err := h.Next(h.ClockAt)
	must(t, err)
	before := len(h.journal.Entries())
	for range 3 {
		must(t, h.Rehearse(out.ID))
	}
	if now := len(h.journal.Entries()); now != before {
		t.Errorf("%d entries came from rehearsing", now-before)
	}
	found, err := os.Stat(filepath.Join(h.Dir, disk.FileName))
	must(t, err)
	_, e, err := h.journal.Head(t.Context(), "")
	must(t, err)
	blocks := found.Sys().(*syscall.Stat_t).Blocks * 512
	if want := e.Size + 64*worldtest.PageSize; found.Size() < want || blocks < found.Size() {
		t.Errorf("the file has %d bytes and room for %d, want %d", found.Size(), blocks, want)
	}
	must(t, h.Record(out.ID, outbox.Attempt{At: h.ClockAt, Result: outbox.Delivered}))
	if now := len(h.journal.Entries()); now != before+1 {
		t.Errorf("a note is %d entries", now-before)
	}
	h.same("noted")
}

// If another store takes the world's place, that is one whole entry. The same is true if the store is raised to a
// newer schema.
func TestAnotherStoreIsAWholeEntry(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	must(t, h.BackupFile(filepath.Join(h.Dir, "backup.db")))
	h.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
	h.Advance(worldtest.Friday)
	s := worldtest.Settings()
	s.Journal = h.link
	lock, err := disk.Lock(h.Dir)
	must(t, err)
	before := len(h.journal.Entries())
	r, err := players.Restore(h.Dir, filepath.Join(h.Dir, "backup.db"), []game.Rulebook{worldtest.Tiny{}}, s, "here", logbook.Hand{By: logbook.Command,
		At: worldtest.Friday}, worldtest.Friday)
	must(t, err)
	if now := len(h.journal.Entries()); now != before {
		t.Errorf("making it ready is %d entries", now-before)
	}
	_, err = r.Done(lock, worldtest.Friday)
	must(t, errors.Join(err, lock.Unlock()))
	entries := h.journal.Entries()
	if last := entries[len(entries)-1]; len(entries) != before+1 || !last.Whole || last.Turn != 1 {
		t.Errorf("%d entries came, the last one %+v", len(entries)-before, last.Gist)
	}
	h.same("restored")
	h.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Journal = h.link })
	h.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	h.same("played on")
}

func TestARaisedStoreIsAWholeEntry(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	layStored(t, 1, h.Dir)
	h.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Journal = h.link })
	entries := h.journal.Entries()
	if last := entries[len(entries)-1]; len(entries) != 2 || !last.Whole || last.Turn != 4 ||
		last.Schema != store.Schema {
		t.Errorf("%d entries, the last one %+v", len(entries), last.Gist)
	}
	h.same("raised")
}

// What was erased is in no entry that is kept: the next entry is whole, and says that all earlier ones are to be
// dropped.
func TestWhatIsForgottenLeavesTheJournal(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	h.Sent("", worldtest.Day0)
	holds := func() (n int) {
		for _, p := range h.journal.Entries() {
			pages, err := store.Unpack(p.Pages)
			must(t, err)
			if bytes.Contains(pages, []byte("r1@example.org")) {
				n++
			}
		}
		return n
	}
	if holds() == 0 {
		t.Fatal("no entry ever had the address")
	}
	_, err := master.PlayerOf(h.World, 1).Forget(true, h.ClockAt)
	must(t, err)
	entries := h.journal.Entries()
	last := entries[len(entries)-1]
	if !last.Whole || last.Drop != entries[len(entries)-2].At+1 {
		t.Errorf("the last entry is whole: %t, and drops all before %d", last.Whole, last.Drop)
	}
	h.Sent("", h.ClockAt)
	_, e, err := h.journal.Head(t.Context(), "")
	must(t, err)
	if e.Drop != last.Drop {
		t.Errorf("later entries say nothing of it: %+v", e)
	}
	h.journal.Drop(e.Drop)
	if n := holds(); n > 0 {
		t.Errorf("%d of %d entries have the address", n, len(h.journal.Entries()))
	}
	h.same("forgotten")
}
