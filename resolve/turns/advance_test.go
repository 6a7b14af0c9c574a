package turns_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

func TestATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#M\nMay I have more?\n#E\n", receipt.Taken)
	if a, err := turns.Advance(b.World, worldtest.Friday.Add(-time.Second), false); err != nil || a.Resolved ||
		a.Waits.Code != "waits-deadline" || !a.Deadline.Equal(worldtest.Friday) {
		t.Fatalf("a second before the deadline: %+v, %v", a, err)
	}
	if early := b.Sent("", worldtest.Friday); len(early) != 2 || early[0].To != "leiter@example.org" ||
		!strings.Contains(early[0].Text, "\n  May I have more?\n") {
		t.Errorf("at once: %+v", early)
	}
	a := b.Advance(worldtest.Friday)
	if a.Turn != 1 || a.Reports != 2 || len(a.Hash) != 64 {
		t.Errorf("%+v", a)
	}
	events := b.Events(1)
	if len(events) != 1 || events[0].Code != "found" || events[0].Realms[0] != 1 {
		t.Fatalf("events %+v", events)
	}
	found := events[0].Args[0].N // 2 and a die of six
	if found < 3 || found > 8 {
		t.Errorf("dug 2, found %d", found)
	}
	letters := b.Sent("", worldtest.Friday)
	if len(letters) != 2 { // none to the game master, whose letter left when the message came
		t.Fatalf("%d letters: %+v", len(letters), letters)
	}
	d := letters[0]
	if d.To != "r1@example.org" || d.Subject != "[Bovistan Z1] Bericht für Reich1" || len(d.Files) != 1 ||
		d.Files[0].Name != "ERGEBNIS.TXT" ||
		d.Files[0].Charset != "UTF-8" || d.Answer {
		t.Errorf("letter %+v", d)
	}
	// Resolved at the deadline: the next one is a week later.
	if want := "Als Nächstes: Zug 2. Befehle bis Freitag, 4. Dezember 2026, 18:00 Uhr " +
		"(Europe/Berlin).\nAlles: ERGEBNIS.TXT · Siegel 1: "; !strings.Contains(d.Text, want) {
		t.Errorf("the letter ends %q, want %q", d.Text, want)
	}
	rep, err := turns.Report(b.World, 1, 1)
	must(t, err)
	if !bytes.Equal(rep.Text, d.Files[0].Data) {
		t.Errorf("report %q, sent %q", rep.Text, d.Files[0].Data)
	}
	if newest, err := turns.Report(b.World, 1, -1); err != nil || !bytes.Equal(newest.Text, rep.Text) {
		t.Errorf("the newest report is %q (%v)", newest.Text, err)
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	if s.Turn != 2 || !s.LastTurn.Equal(worldtest.Friday) || s.Outbox.Sent != 6 || s.Outbox.Waiting != 0 ||
		!s.Realms[0].Sent.IsZero() {
		t.Errorf("status %+v", s)
	}
}

// No turn is resolved without a copy of the store from before it.
func TestNoTurnWithoutACopy(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	copies := filepath.Join(b.Dir, worldtest.BackupsName)
	must(t, os.RemoveAll(copies))
	must(t, os.WriteFile(copies, nil, 0o600)) // no folder
	if a, err := turns.Advance(b.World, worldtest.Friday, false); err == nil || a.Resolved {
		t.Fatalf("resolved without a copy: %+v, %v", a, err)
	}
	must(t, os.Remove(copies))
	if a := b.Advance(worldtest.Friday); a.Turn != 1 {
		t.Errorf("%+v", a)
	}
	if _, err := os.Stat(filepath.Join(copies, "before-turn-00001.db.zst")); err != nil {
		t.Error(err)
	}
}

func TestWhenATurnIsDue(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name       string
		rules      worldtest.Tiny
		early      bool
		sheets     int // of 2 realms
		at         time.Time
		force, due bool
		waits      string
	}{
		{"before the deadline", worldtest.Tiny{}, false, 2, worldtest.Friday.Add(-1), false, false, "waits-deadline-in"},
		{"before the deadline, one is missing", worldtest.Tiny{}, false, 1, worldtest.Friday.Add(-1), false, false, "waits-deadline"},
		{"at the deadline, nobody sent", worldtest.Tiny{}, false, 0, worldtest.Friday, false, true, ""},
		{"forced", worldtest.Tiny{}, false, 0, worldtest.Day0, true, true, ""},
		{"early, one is missing", worldtest.Tiny{}, true, 1, worldtest.Day0, false, false, "waits-deadline"},
		{"early, all in", worldtest.Tiny{}, true, 2, worldtest.Day0, false, true, ""},
		{"early, but not before", worldtest.Tiny{Due: game.NotBefore}, true, 2, worldtest.Day0, false, false, "waits-deadline-in"},
		{"not before, held up by a sheet", worldtest.Tiny{Due: game.NotBefore, Holds: true}, true, 2, worldtest.Day0, false, false,
			"waits-sheet"},
		{"not before, one is missing", worldtest.Tiny{Due: game.NotBefore, Holds: true}, true, 1, worldtest.Day0, false, false,
			"waits-deadline"},
		{"not before, at the deadline", worldtest.Tiny{Due: game.NotBefore}, true, 0, worldtest.Friday, false, true, ""},
		{"now", worldtest.Tiny{Due: game.Now}, false, 0, worldtest.Day0, false, true, ""},
		{"by hand", worldtest.Tiny{Due: game.ByHand}, true, 2, worldtest.Friday.Add(time.Hour), false, false, "waits-master"},
		{"by hand, forced", worldtest.Tiny{Due: game.ByHand}, false, 0, worldtest.Day0, true, true, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			b := worldtest.Found(t, c.rules, 2)
			b.Reopen(c.rules, func(s *world.Settings) { s.Early = c.early })
			for n := 1; n <= c.sheets; n++ {
				if a, err := intake.Accept(b.World, b.Letter(n, "$I "+fmt.Sprint(n)+" PASSWORD\n$A\ndig 1\n"), worldtest.Day0); err != nil ||
					a.Fate != receipt.Taken {
					t.Fatalf("%+v, %v", a, err)
				}
			}
			a, err := turns.Advance(b.World, c.at, c.force)
			must(t, err)
			if a.Resolved != c.due || a.Waits.Code != c.waits {
				t.Errorf("resolved %v, waits %q", a.Resolved, a.Waits.Code)
			}
		})
	}
}

func TestNoTurnWithoutPlayers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	a, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 30), true)
	must(t, err)
	if a.Resolved || a.Waits.Code != "waits-realms" {
		t.Errorf("%+v", a)
	}
}

func TestALateWorldGetsItsTimeFromItsNewestRealm(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	late := worldtest.Friday.AddDate(0, 0, 20) // a Thursday
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Late"}, "late@example.org", late)
	must(t, err)
	s, err := gamemaster.StatusOf(b.World, late)
	must(t, err)
	if want := time.Date(2026, 12, 25, 18, 0, 0, 0, worldtest.Berlin); !s.Deadline.Equal(want) { // the 18th is but a day away
		t.Errorf("deadline %s, want %s", s.Deadline, want)
	}
}

func TestClockBefore(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	if _, err := turns.Advance(b.World, worldtest.Day0.Add(-time.Minute), true); !errors.Is(err, faults.ErrClock) {
		t.Errorf("before the founding: %v", err)
	}
	b.Advance(worldtest.Friday)
	before := b.Bytes()
	_, err := turns.Advance(b.World, worldtest.Friday.Add(-time.Second), true)
	worldtest.WantError(t, err, faults.ErrClock, "2026-11-27 17:59:59 CET", "turn 1 was resolved at 2026-11-27 18:00:00 CET",
		storetest.Cure("backups/before-turn-00001.db"))
	_, err = intake.Accept(b.World, b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1\n"), worldtest.Friday.Add(-time.Second))
	worldtest.WantError(t, err, faults.ErrClock)
	_, err = intake.Submit(b.World, 1, "$A\ndig 1\n", worldtest.Friday.Add(-time.Second))
	worldtest.WantError(t, err, faults.ErrClock)
	_, _, err = players.AddRealm(b.World, game.Joining{Name: "New"}, "new@example.org", worldtest.Friday.Add(-time.Second))
	worldtest.WantError(t, err, faults.ErrClock)
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("the store was changed")
	}
	b.Advance(worldtest.Friday.AddDate(0, 0, 7))
}

func TestFaultsOfTheRulesLeaveTheStoreUntouched(t *testing.T) {
	t.Parallel()
	for fault, words := range map[string]string{"resolve": "the mine caves in", "report": "no ink",
		"broken": "Reich1 owes gold",
		"again":  "after turn 1 comes turn 1", "ahead": "after turn 1 comes turn 3",
		"shut":  "its state does not open as it was (the mine is shut)",
		"other": "its state does not open as it was (<nil>)"} {
		t.Run(fault, func(t *testing.T) {
			b := worldtest.Found(t, worldtest.Tiny{}, 2)
			b.Reopen(worldtest.Tiny{Fault: fault})
			before := b.Bytes()
			_, err := turns.Advance(b.World, worldtest.Friday, false)
			worldtest.WantError(t, err, faults.ErrRules, words, "turn 1")
			if !bytes.Equal(before, b.Bytes()) {
				t.Error("the store was changed")
			}
			b.Reopen(worldtest.Tiny{})
			b.Advance(worldtest.Friday)
		})
	}
}

func TestOrderOfLettersDoesNotMatter(t *testing.T) {
	t.Parallel()
	var hashes []string
	for _, order := range [][]int{{1, 2, 3}, {3, 1, 2}, {2, 3, 1}} {
		b := worldtest.Found(t, worldtest.Tiny{}, 3)
		for _, n := range order {
			b.Send(n, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n", n, n), receipt.Taken)
		}
		a, err := turns.Advance(b.World, worldtest.Friday.Add(time.Duration(order[0])*time.Minute), false)
		must(t, err)
		hashes = append(hashes, a.Hash)
	}
	if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
		t.Errorf("hashes %v", hashes)
	}
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	if a := b.Advance(worldtest.Friday); a.Hash == hashes[0] {
		t.Error("other orders, the same hash")
	}
}

func TestBackupsBeforeTurns(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Backups = 2 })
	var before []byte
	for n := range 4 {
		before = b.Bytes()
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
	}
	got, err := filepath.Glob(filepath.Join(b.Dir, "backups", "*"))
	must(t, err)
	var names []string
	for _, g := range got {
		names = append(names, filepath.Base(g))
	}
	if want := []string{"before-turn-00003.db.zst", "before-turn-00004.db.zst"}; !slices.Equal(names, want) {
		t.Fatalf("backups %v, want %v", names, want)
	}
	info, err := os.Stat(got[1])
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
	// If the copy replaces the store, it is the world before the turn.
	raw, err := os.ReadFile(got[1])
	must(t, err)
	must(t, os.WriteFile(filepath.Join(b.Dir, disk.FileName), raw, 0o600))
	b.Reopen(worldtest.Tiny{})
	if s, err := gamemaster.StatusOf(b.World, worldtest.Friday); err != nil || s.Turn != 4 {
		t.Errorf("turn %d, %v", s.Turn, err)
	}
	if len(before) == 0 {
		t.Error("no store")
	}
}

// If the settings say so, one copy is kept: it is a number like others, not the default.
func TestOneBackupIsKept(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Backups = 1 })
	for n := range 3 {
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
	}
	got, err := filepath.Glob(filepath.Join(b.Dir, "backups", "before-turn-*"))
	must(t, err)
	if len(got) != 1 || filepath.Base(got[0]) != "before-turn-00003.db.zst" {
		t.Errorf("backups %v, want that of turn 3", got)
	}
}

func TestBackupFileOverwritesNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	path := filepath.Join(t.TempDir(), "copy.db")
	must(t, b.BackupFile(path))
	worldtest.WantError(t, b.BackupFile(path), faults.ErrExists, path)
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %o", info.Mode().Perm())
	}
}

func TestAttachmentsAreKeptOnceAndComeBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	picture := bytes.Repeat([]byte{0xff, 0xd8, 1, 2}, 1000)
	for n := range 2 {
		l := b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n+1))
		l.Files = []game.File{{Name: "flag.jpg", Type: "image/jpeg", Data: picture}}
		b.Accept(l)
	}
	b.Advance(worldtest.Friday)
	b.Advance(worldtest.Friday.AddDate(0, 0, 7)) // no new picture: sent again by its sum
	letters := b.Sent("report", worldtest.Friday.AddDate(0, 0, 7))
	if len(letters) != 2 {
		t.Fatalf("%d letters", len(letters))
	}
	for _, d := range letters {
		if len(d.Files) != 2 || d.Files[1].Name != "flag.jpg" || d.Files[1].Charset != "" ||
			!bytes.Equal(d.Files[1].Data, picture) {
			t.Errorf("files %+v", d.Files)
		}
	}
	n := 0
	must(t, b.View(func(tx *store.Tx) error {
		return tx.Bucket([]byte("files")).ForEach(func(_, _ []byte) error { n++; return nil })
	}))
	if n != 2 { // the tables and the picture
		t.Errorf("%d files are kept, want 2", n)
	}
}

func TestReadersAreNeverShutOut(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Reports: 50_000}, 10)
	lock, err := disk.Lock(b.Dir)
	must(t, err)
	defer lock.Unlock()
	other := *b
	other.Reopen(worldtest.Tiny{Reports: 50_000})
	stop := make(chan struct{})
	var wait sync.WaitGroup
	var reads atomic.Int64
	wait.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := gamemaster.StatusOf(other.World, worldtest.Friday); err != nil {
				t.Error(err)
				return
			}
			reads.Add(1)
		}
	})
	for n := 0; n < 5 || reads.Load() < 5 && n < 50; n++ {
		b.Send(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n%9+1), receipt.Taken)
		b.Advance(worldtest.Friday.AddDate(0, 0, 7*n))
	}
	close(stop)
	wait.Wait()
	if reads.Load() < 5 {
		t.Errorf("%d reads beside a hundred writes", reads.Load())
	}
}

func TestNoTurnWithoutABackup(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, os.WriteFile(filepath.Join(b.Dir, "backups"), nil, 0o600)) // where the directory should be
	before := b.Bytes()
	if _, err := turns.Advance(b.World, worldtest.Friday, false); err == nil {
		t.Fatal("a turn without a backup")
	}
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("the store was changed")
	}
}

// meddler is a rulebook in whose turn another command changes the world.
type meddler struct {
	worldtest.Tiny
	meddle func()
}

func (m meddler) Open(state, tables []byte) (game.World, error) {
	w, err := m.Tiny.Open(state, tables)
	return meddled{w, m.meddle}, err
}

type meddled struct {
	game.World
	meddle func()
}

func (m meddled) Resolve(in []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	m.meddle()
	return m.World.Resolve(in, seed, lanes, edits)
}

func TestAnotherWriterDuringATurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	other := *b
	other.Reopen(worldtest.Tiny{})
	s := worldtest.Settings()
	w, err := world.Open(b.Dir, []game.Rulebook{meddler{meddle: func() {
		other.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n",
			receipt.Taken)
	}}}, s)
	must(t, err)
	_, err = turns.Advance(w, worldtest.Friday, false)
	worldtest.WantError(t, err, faults.ErrLocked, "turn 1")
	if a := b.Advance(worldtest.Friday); a.Turn != 1 {
		t.Errorf("%+v", a)
	}
	if events := b.Events(1); len(events) != 1 {
		t.Errorf("the order that came in between did not count: %v", events)
	}
}

// A trial of a turn does what the turn then does, and leaves only a line in the log.
func TestTryIsAsTheTurn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Reports: 3}, 2)
	b.ClockAt = worldtest.Friday.Add(-time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	state := func() (s []byte) {
		must(t, b.View(func(tx *store.Tx) error {
			s = bytes.Clone(tx.Bucket([]byte("turns")).Bucket(store.U32(1)).Get([]byte("before")))
			return nil
		}))
		return s
	}
	letters := func() int {
		rows, err := b.Outbox()
		must(t, err)
		return len(rows)
	}
	before, queued := state(), letters()
	tried, err := turns.Try(b.World, worldtest.Friday.Add(-time.Hour))
	must(t, err)
	if tried.Turn != 1 || tried.Waits.Code == "" || len(tried.Realms) != 2 || !tried.Realms[0].Sent ||
		tried.Realms[1].Sent {
		t.Errorf("%+v", tried)
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	if s.Turn != 1 || !bytes.Equal(before, state()) || letters() != queued {
		t.Errorf("turn %d, %d letters: the world was changed", s.Turn, letters())
	}
	log := b.Written(0)
	if log[len(log)-1] != "dry-run command" {
		t.Errorf("the log ends with %q", log[len(log)-1])
	}
	b.Advance(worldtest.Friday)
	for realm, rep := range tried.Reports {
		then, err := turns.Report(b.World, realm, 1)
		must(t, err)
		if !bytes.Equal(rep.Text, then.Text) || len(rep.Text) == 0 {
			t.Errorf("realm %d: tried\n%s\nthen\n%s", realm, rep.Text, then.Text)
		}
	}
}
