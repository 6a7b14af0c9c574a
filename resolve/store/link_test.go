package store

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
)

// shelf is a journal in memory that skips some numbers.
type shelf struct {
	rows []entry.Placed
	fail func(append bool) error // before an append, and after it
}

func (s *shelf) Head(context.Context, string) (entry.Position, entry.Entry, error) {
	if len(s.rows) == 0 {
		return 0, entry.Entry{}, nil
	}
	last := s.rows[len(s.rows)-1]
	last.Pages = nil
	return last.At, last.Entry, nil
}

func (s *shelf) Append(ctx context.Context, world string, prev entry.Position, e entry.Entry) (entry.Position, error) {
	if s.fail != nil {
		if err := s.fail(false); err != nil {
			return 0, err
		}
	}
	if at, _, _ := s.Head(ctx, world); at != prev {
		return 0, faults.ErrFenced
	}
	s.rows = append(s.rows, entry.Placed{At: prev + 1 + entry.Position(len(s.rows)%3), Entry: e})
	if s.fail != nil {
		if err := s.fail(true); err != nil {
			return 0, err
		}
	}
	return s.rows[len(s.rows)-1].At, nil
}

func (s *shelf) Read(_ context.Context, _ string, from entry.Position) iter.Seq2[entry.Placed, error] {
	return func(yield func(entry.Placed, error) bool) {
		for _, p := range s.rows {
			if p.At >= from && !yield(p, nil) {
				return
			}
		}
	}
}

// linked is a store that is used as a world's is, and sends its changes.
type linked struct {
	*played
	*shelf
}

func link(t *testing.T, seed uint64) *linked {
	t.Helper()
	l := &linked{played: play(t, seed), shelf: &shelf{}}
	l.Store.link = &Link{Journal: l.shelf, World: "w"}
	if err := l.Enter(false); err != nil {
		t.Fatal(err)
	}
	return l
}

// churn returns a transaction of any kind: values of all sizes come, change and go, in nested buckets as well, and
// sometimes very many at once.
func churn(dice *rand.Rand) func(*Tx) error {
	value := func(most int) []byte {
		b, n := make([]byte, dice.IntN(most)), 0
		for ; n+8 < len(b); n += 8 {
			binary.BigEndian.PutUint64(b[n:], dice.Uint64())
		}
		return b
	}
	return func(tx *Tx) (err error) {
		b := tx.Bucket([]byte("letters"))
		if dice.IntN(20) == 0 && b.Bucket([]byte("in1")) != nil {
			return b.DeleteBucket([]byte("in1")) // alone: bbolt loses pages of buckets changed before
		}
		for depth := dice.IntN(4); depth > 0 && err == nil; depth-- {
			b, err = b.CreateBucketIfNotExists(fmt.Appendf(nil, "in%d", dice.IntN(4)))
		}
		many := 1 + dice.IntN(6)
		switch dice.IntN(20) {
		case 0:
			many = 300
		case 1:
			for n := range 120 {
				err = errors.Join(err, b.Delete(U32(n)))
			}
		}
		for range many {
			most := 60
			if dice.IntN(8) == 0 {
				most = 6 * pages.Size
			}
			err = errors.Join(err, b.Put(U32(dice.IntN(400)), value(most)))
			if dice.IntN(2) == 0 {
				err = errors.Join(err, b.Delete(U32(dice.IntN(400))))
			}
		}
		return err
	}
}

// counting returns the pages of a store that matter, by number.
func counting(t *testing.T, path string) map[uint64]string {
	t.Helper()
	all := map[uint64]string{}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	err, _ = openFor(path, true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error {
			ids, err := pages.All(raw)
			for _, id := range ids {
				all[id] = string(file[id*pages.Size : (id+1)*pages.Size])
			}
			return errors.Join(err, sound(raw))
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// The old file and the entries of its transactions make the new file. Every page that matters has the same bytes, and
// bbolt finds nothing wrong.
func TestChangedPagesAreAllThereIs(t *testing.T) {
	t.Parallel()
	const turns = 600
	for seed := range uint64(4 / few(4)) {
		l := link(t, 100+seed)
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		for n := range turns {
			if err := l.Update(churn(l.dice)); err != nil {
				t.Fatal(err)
			}
			if n%120 > 5 && l.dice.IntN(30) > 0 {
				continue // several entries at once
			}
			if _, err := CatchUp(t.Context(), dir, nil, l.shelf, "w"); err != nil {
				t.Fatalf("seed %d, transaction %d: %v", seed, n, err)
			}
			was, is := counting(t, l.path()), counting(t, filepath.Join(dir, disk.FileName))
			if !maps.Equal(was, is) {
				t.Fatalf("seed %d, transaction %d: %d pages count, in the copy %d, or others", seed, n, len(was),
					len(is))
			}
		}
		whole := 0
		for _, p := range l.rows {
			if p.Whole {
				whole++
			}
		}
		t.Logf("seed %d: %d entries, %d of them whole, %d pages at the end", seed, len(l.rows), whole,
			l.rows[len(l.rows)-1].Size/pages.Size)
		if same := contents(t, filepath.Join(dir, disk.FileName)); len(same) == 0 {
			t.Error("nothing was compared")
		}
	}
}

func (l *linked) puts(value string) error {
	return l.Update(func(tx *Tx) error { return tx.Bucket([]byte("letters")).Put([]byte("v"), []byte(value)) })
}

// value returns what a reader of the store sees.
func (l *linked) value() (v string, err error) {
	err = l.View(func(tx *Tx) error {
		v = string(tx.Bucket([]byte("letters")).Get([]byte("v")))
		return nil
	})
	return v, err
}

// again catches up and opens the store again, as the next command does.
func (l *linked) again() {
	l.Helper()
	if _, err := CatchUp(l.Context(), l.Dir, nil, l.shelf, "w"); err != nil {
		l.Fatal(err)
	}
	st, err := OpenLinked(l.Dir, 0, l.Store.link, func(*Tx) error { return nil })
	if err != nil {
		l.Fatal(err)
	}
	l.Store = st
}

func (l *linked) wants(value string) {
	l.Helper()
	if v, err := l.value(); err != nil || v != value {
		l.Errorf("the store has %q (%v), want %q", v, err, value)
	}
}

// other returns another host's copy of the same world.
func (l *linked) other() *linked {
	l.Helper()
	dir := filepath.Join(l.TempDir(), "other")
	if err := os.Mkdir(dir, 0o700); err != nil {
		l.Fatal(err)
	}
	o := &linked{played: &played{T: l.T, Store: &Store{Dir: dir, link: l.Store.link}, dice: l.dice}, shelf: l.shelf}
	o.again()
	return o
}

// If two hosts change a world, the second one is fenced. Nobody sees what it stored, and that is gone when it has
// caught up.
func TestTheSecondHostIsFenced(t *testing.T) {
	t.Parallel()
	a := link(t, 1)
	b := a.other()
	if err := a.puts("a"); err != nil {
		t.Fatal(err)
	}
	if err := b.puts("b"); !errors.Is(err, faults.ErrFenced) {
		t.Fatalf("the second host got %v", err)
	}
	if v, err := b.value(); !errors.Is(err, faults.ErrFenced) {
		t.Errorf("it is shown %q (%v)", v, err)
	}
	if err := b.puts("again"); !errors.Is(err, faults.ErrFenced) {
		t.Errorf("it goes on with %v", err)
	}
	if _, err := OpenLinked(b.Dir, 0, b.Store.link, func(*Tx) error { return nil }); !errors.Is(err, faults.ErrDraft) {
		t.Errorf("a draft is opened: %v", err)
	}
	b.again()
	b.wants("a")
	if err := b.puts("b"); err != nil {
		t.Fatal(err)
	}
	a.again()
	a.wants("b")
}

// The journal's answer is lost. If the journal has the entry, the change counts, even if others have continued after
// it. If it does not, the entry is appended again. If another took its place, the change is a draft. It stays unknown
// only if the journal no longer answers.
func TestALostAnswerIsLookedUp(t *testing.T) {
	t.Parallel()
	lost := errors.New("no answer")
	for name, c := range map[string]struct {
		fail func(o *linked, after bool, try int) error
		want string
		err  error
	}{
		"the entry is there": {func(_ *linked, after bool, _ int) error {
			return map[bool]error{true: lost}[after]
		}, "new", nil},
		"its second try": {func(_ *linked, after bool, _ int) error {
			return map[bool]error{true: faults.ErrFenced}[after]
		}, "new", nil},
		"the entry is not there, and then is": {func(_ *linked, _ bool, try int) error {
			return map[bool]error{true: lost}[try < 3]
		}, "new", nil},
		"others have gone on behind it": {func(o *linked, after bool, _ int) error {
			if after {
				o.again()
				return cmp.Or(o.puts("newer"), lost)
			}
			return nil
		}, "newer", nil},
		"another is in its place": {func(o *linked, _ bool, _ int) error {
			return cmp.Or(o.puts("other"), lost)
		}, "other", faults.ErrFenced},
		"nobody knows": {func(*linked, bool, int) error { return lost }, "old", faults.ErrUnconfirmed},
	} {
		t.Run(name, func(t *testing.T) {
			l := link(t, 2)
			l.Store.link.Rest = 10 * time.Millisecond
			if errors.Is(c.err, faults.ErrUnconfirmed) {
				l.Store.link.Patience = 150 * time.Millisecond
			}
			if err := l.puts("old"); err != nil {
				t.Fatal(err)
			}
			o, try, own := l.other(), 0, true
			l.shelf.fail = func(after bool) error {
				if !own { // the other host's appends do not fail
					return nil
				}
				own = false
				defer func() { own = true }()
				if !after {
					try++
				}
				return c.fail(o, after, try)
			}
			if err := l.puts("new"); !errors.Is(err, c.err) {
				t.Fatalf("the change got %v, want %v", err, c.err)
			}
			l.shelf.fail = nil
			if c.err != nil {
				if v, err := l.value(); err == nil {
					t.Errorf("a draft is shown: %q", v)
				}
			}
			l.again()
			l.wants(c.want)
		})
	}
}

// A command's changes have the key of its invocation, as far as they count.
func TestAChangeCarriesItsKey(t *testing.T) {
	t.Parallel()
	l := link(t, 4)
	for n, key := range []string{"", "A", "B", "B"} {
		l.Store.link.Key = key
		if err := l.puts(fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
	}
	l.Store.link.Patience, l.Store.link.Rest, l.Store.link.Key = 100*time.Millisecond, 10*time.Millisecond, "C"
	l.shelf.fail = func(bool) error { return errors.New("no answer") }
	if err := l.puts("C"); !errors.Is(err, faults.ErrUnconfirmed) {
		t.Fatal(err)
	}
	l.shelf.fail, l.Store.link.Key = nil, ""
	l.again()
	for _, dir := range []string{l.Dir, l.other().Dir} {
		for key, want := range map[string]bool{"A": true, "B": true, "C": false, "D": false} {
			if is, err := (&Store{Dir: dir}).Invoked(key); err != nil || is != want {
				t.Errorf("%s: %t (%v), want %t", key, is, err, want)
			}
		}
	}
	l.Store.link.Key = "Z"
	for range mostInvoked {
		if err := l.Update(func(*Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for key, want := range map[string]bool{"A": false, "Z": true} {
		if is, err := (&Store{Dir: l.Dir}).Invoked(key); err != nil || is != want {
			t.Errorf("after many others, %s: %t (%v)", key, is, err)
		}
	}
}

// Nothing is begun once the time of a link is over.
func TestNothingIsBegunTooLate(t *testing.T) {
	t.Parallel()
	l := link(t, 5)
	if err := l.puts("old"); err != nil {
		t.Fatal(err)
	}
	over := errors.New("the right is lost")
	ctx, end := context.WithCancelCause(t.Context())
	l.Store.link.Context = ctx
	end(over)
	if err := l.puts("new"); !errors.Is(err, over) {
		t.Fatal(err)
	}
	l.wants("old")
}

// A journal that has lost what it had confirmed stops the world. It may end earlier or have other entries, and anybody
// may ask first.
func TestAJournalBehindItsCacheStopsTheWorld(t *testing.T) {
	t.Parallel()
	for name, loses := range map[string]func(l, o *linked){
		"ends earlier": func(l, o *linked) { l.rows = l.rows[:len(l.rows)-1] },
		"is empty":     func(l, o *linked) { l.rows = nil },
		"went on without it": func(l, o *linked) {
			l.rows = l.rows[:len(l.rows)-1]
			for _, v := range []string{"x", "y", "z"} {
				if err := o.puts(v); err != nil {
					t.Fatal(err)
				}
			}
		},
		"went on without it, and entered all": func(l, o *linked) {
			l.rows = l.rows[:len(l.rows)-1]
			if err := errors.Join(o.puts("x"), o.Enter(false), o.puts("y")); err != nil {
				t.Fatal(err)
			}
		},
		"has another": func(l, o *linked) {
			l.rows = l.rows[:len(l.rows)-1]
			if err := o.puts("x"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := link(t, 3)
			if err := l.puts("old"); err != nil {
				t.Fatal(err)
			}
			o := l.other()
			if err := l.puts("confirmed"); err != nil {
				t.Fatal(err)
			}
			loses(l, o)
			if _, err := CatchUp(t.Context(), l.Dir, nil, l.shelf, "w"); !errors.Is(err, faults.ErrLogBehind) {
				t.Errorf("catching up: %v", err)
			}
			switch err := l.puts("new"); {
			case name != "has another" && !errors.Is(err, faults.ErrLogBehind):
				t.Errorf("a change: %v", err)
			case name == "has another" && err == nil: // it asks only for the number; a reader stops
				if _, err := CatchUp(t.Context(), o.Dir, nil, l.shelf, "w"); !errors.Is(err, faults.ErrLogBehind) {
					t.Errorf("catching up after it: %v", err)
				}
			}
		})
	}
}

// If somebody has changed the file `confirmed`, that says nothing against the journal, and the copy is made again.
// What was confirmed and is as it was written still stops the world, see TestAJournalBehindItsCacheStopsTheWorld.
func TestADamagedConfirmedIsNoLoss(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(raw []byte) []byte{
		"another position": func(raw []byte) []byte {
			return bytes.Replace(raw, []byte(`"position":`), []byte(`"position":9999`), 1)
		},
		"another hash": func(raw []byte) []byte {
			at := bytes.Index(raw, []byte(`"hash":"`)) + len(`"hash":"`)
			raw[at] ^= 1
			return raw
		},
		"no sum":  func(raw []byte) []byte { line, _, _ := bytes.Cut(raw, []byte("\n")); return line },
		"cut":     func(raw []byte) []byte { return raw[:len(raw)/3] },
		"nothing": func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			l := link(t, 3)
			if err := l.puts("old"); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(l.Dir, entry.ConfirmedName)
			raw, err := os.ReadFile(path)
			if err == nil {
				err = entry.DamagedIn(l.Dir)
			}
			if err != nil {
				t.Fatal(err)
			}
			was, err := entry.Reached(l.Dir)
			if err == nil {
				err = os.WriteFile(path, damage(raw), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := entry.DamagedIn(l.Dir); err == nil || !strings.Contains(err.Error(), path) {
				t.Errorf("damaged: %v", err)
			}
			if c, err := CatchUp(t.Context(), l.Dir, nil, l.shelf, "w"); err != nil || c.Position != was || was == 0 {
				t.Errorf("%+v, %v", c, err)
			}
			l.wants("old")
			if err := entry.DamagedIn(l.Dir); err != nil {
				t.Error(err)
			}
		})
	}
}

// slow is a journal that another host uses between a look at its head and what is read then.
type slow struct {
	*shelf
	meanwhile func()
}

func (s *slow) Head(ctx context.Context, world string) (entry.Position, entry.Entry, error) {
	at, e, err := s.shelf.Head(ctx, world)
	if s.meanwhile != nil {
		s.meanwhile()
	}
	return at, e, err
}

// A follower may look at the head and then sleep, while another host erases something and drops all entries before
// that. The follower continues with what there is, and nothing is lost. If entries are lost meanwhile, the world
// stops.
func TestASlowFollowerIsNoLoss(t *testing.T) {
	t.Parallel()
	for name, from := range map[string]int{"from nothing": 0, "following": 6, "following in a copy": 1} {
		for _, lost := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, lost %t", name, lost), func(t *testing.T) {
				l := link(t, 3)
				for range 12 {
					if err := l.puts("old"); err != nil {
						t.Fatal(err)
					}
				}
				at := entry.Position(0)
				if from > 0 {
					at = l.rows[from].At
				}
				dir := l.copyAt(at)
				s := &slow{shelf: l.shelf}
				s.meanwhile = func() {
					s.meanwhile = nil
					if err := errors.Join(l.puts("new"), l.Enter(true)); err != nil {
						t.Fatal(err)
					}
					l.rows = l.rows[len(l.rows)-1:]
					if lost {
						l.rows = nil
					}
				}
				c, err := CatchUp(t.Context(), dir, nil, s, "w")
				switch {
				case lost && !errors.Is(err, faults.ErrLogBehind):
					t.Errorf("%v", err)
				case !lost && (err != nil || c.Position != l.rows[0].At):
					t.Errorf("at %d of %d: %v", c.Position, l.rows[0].At, err)
				}
			})
		}
	}
}

// A list of free pages that needs several pages itself is sent, too.
func TestLongFreeLists(t *testing.T) {
	t.Parallel()
	l := link(t, 4)
	fill := func(with bool) {
		if err := l.Update(func(tx *Tx) (err error) {
			for n := range 1500 {
				if with {
					err = errors.Join(err, tx.Bucket([]byte("letters")).Put(U32(n), make([]byte, 3000)))
				} else {
					err = errors.Join(err, tx.Bucket([]byte("letters")).Delete(U32(n)))
				}
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	fill(true)
	o := l.other()
	fill(false)
	for range 5 {
		if err := l.Update(churn(l.dice)); err != nil {
			t.Fatal(err)
		}
	}
	o.again()
	found, lists := counting(t, o.path()), 0
	for id, page := range found {
		if id > 1 && page[8] == pages.FreePage && page[0] == byte(id) {
			lists = 1 + int(page[12])
		}
	}
	if lists < 3 {
		t.Errorf("the list of free pages has %d pages", lists)
	}
	if was := counting(t, l.path()); !maps.Equal(was, found) {
		t.Errorf("%d pages count, in the copy %d, or others", len(was), len(found))
	}
	fill(true) // over the pages that were free
	o.again()
	if !maps.Equal(counting(t, l.path()), counting(t, o.path())) {
		t.Error("filled again, the copy is another")
	}
}

// A damaged copy is reported, and made again.
func TestADamagedCopyIsMadeAnew(t *testing.T) {
	t.Parallel()
	l := link(t, 6)
	if err := l.puts(strings.Repeat("value", 100)); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(l.path())
	if err != nil {
		t.Fatal(err)
	}
	file = bytes.ReplaceAll(file, []byte("valuevalue"), []byte("valuevalux"))
	if err := os.WriteFile(l.path(), file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.value(); !errors.Is(err, faults.ErrDamaged) ||
		!strings.Contains(err.Error(), "the next call makes it anew from the journal") {
		t.Errorf("a damaged copy: %v", err)
	}
	l.again()
	l.wants(strings.Repeat("value", 100))
}
