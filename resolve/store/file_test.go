package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// filedWorld returns a store that is linked to a journal in a file.
func filedWorld(t *testing.T) *linked {
	t.Helper()
	l := &linked{played: play(t, 11)}
	if err := l.Join(&Link{Journal: File{filepath.Dir(l.Dir)}, World: filepath.Base(l.Dir)}, true); err != nil {
		t.Fatal(err)
	}
	return l
}

// A journal in a file sends nothing, but fences like others.
func TestFileIsAJournal(t *testing.T) {
	l := filedWorld(t)
	if err := errors.Join(l.puts("a"), l.puts("b")); err != nil {
		t.Fatal(err)
	}
	l.wants("b")
	j := File{filepath.Dir(l.Dir)}
	at, e, err := j.Head(t.Context(), "world")
	if err != nil || at != 3 || e.Transaction != 4 || len(e.Pages) > 0 || e.Schema != Schema {
		t.Errorf("the head is %d, %+v (%v)", at, e, err)
	}
	if _, err := j.Append(t.Context(), "world", 2, e); !errors.Is(err, ErrFenced) {
		t.Errorf("behind entry 2 of 3: %v", err)
	}
	for _, name := range []string{"", "..", "a/b", "/etc"} {
		if _, err := j.Append(t.Context(), name, 0, e); !errors.Is(err, ErrNoWorld) {
			t.Errorf("a world called %q: %v", name, err)
		}
	}
}

// A kill between the store's commit and the journal loses nothing: there is one host, and its store is right.
func TestFileAdoptsWhatIsStored(t *testing.T) {
	l := filedWorld(t)
	if err := l.puts("a"); err != nil {
		t.Fatal(err)
	}
	kept := l.Store.link
	l.Store.link = nil // killed before the journal is told
	if err := l.puts("b"); err != nil {
		t.Fatal(err)
	}
	open := func() (*Store, error) { return OpenLinked(l.Dir, 0, kept, func(*Tx) error { return nil }) }
	if _, err := open(); !errors.Is(err, ErrDraft) {
		t.Errorf("it is opened: %v", err)
	}
	if _, err := CatchUp(t.Context(), l.Dir, nil, kept.Journal, "world"); err != nil {
		t.Fatal(err)
	}
	var err error
	if l.Store, err = open(); err != nil {
		t.Fatal(err)
	}
	l.wants("b")
	if err := l.puts("c"); err != nil {
		t.Fatal(err)
	}
	l.wants("c")
}

// headed is a journal as a register with compare-and-set: its last entry.
type headed struct {
	at Position
	by int // Turn of the entry, which identifies it
}

type did struct {
	prev   Position
	by     int // 0: asked for the head
	fenced bool
	headed
}

// Several hosts use one journal in a file, and each appends after the entries it knows. The result is as if they came
// one after the other.
func TestHistoriesOfFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "w"), 0o700); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var ops []porcupine.Operation
	var clock atomic.Int64
	var hosts sync.WaitGroup
	for host := range 6 {
		hosts.Go(func() {
			j, dice, known := File{dir}, rand.New(rand.NewPCG(3, uint64(host))), Position(0)
			for n := range 60 {
				op := porcupine.Operation{ClientId: host, Call: clock.Add(1)}
				d := did{prev: known}
				var err error
				if dice.IntN(3) == 0 {
					var e Entry
					d.headed.at, e, err = j.Head(t.Context(), "w")
					d.headed.by, known = e.Turn, d.headed.at
				} else {
					if d.prev > 0 && dice.IntN(4) == 0 {
						d.prev-- // what it knew before
					}
					d.by = 1 + host*1000 + n
					d.headed.at, err = j.Append(t.Context(), "w", d.prev, Entry{Gist: Gist{Turn: d.by}})
					if d.fenced = errors.Is(err, ErrFenced); d.fenced {
						err, known = nil, known+1
					} else {
						known = d.headed.at
					}
				}
				if err != nil {
					t.Error(err)
				}
				op.Output, op.Return = d, clock.Add(1)
				mu.Lock()
				ops = append(ops, op)
				mu.Unlock()
			}
		})
	}
	hosts.Wait()
	register := porcupine.Model{
		Init: func() any { return headed{} },
		Step: func(state, _, output any) (bool, any) {
			now, d := state.(headed), output.(did)
			switch {
			case d.by == 0:
				return d.headed == now, now
			case d.fenced:
				return d.prev != now.at, now
			}
			return d.prev == now.at && d.headed.at > now.at, headed{d.headed.at, d.by}
		},
		DescribeOperation: func(_, output any) string { return fmt.Sprintf("%+v", output) },
	}
	confirmed, fenced := 0, 0
	for _, op := range ops {
		switch d := op.Output.(did); {
		case d.fenced:
			fenced++
		case d.by > 0:
			confirmed++
		}
	}
	if t.Logf("%d confirmed, %d fenced", confirmed, fenced); confirmed < 20 || fenced < 20 {
		t.Error("the history says little")
	}
	if got := porcupine.CheckOperationsTimeout(register, ops, time.Minute); got != porcupine.Ok {
		t.Errorf("the history is %v", got)
	}
}
