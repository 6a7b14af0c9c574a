package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
)

// deaf is a journal whose answers get lost: those to appends, and now and then that to the question afterwards.
type deaf struct {
	entry.Journal
	dice *rand.Rand
	lost int
}

var errLost = errors.New("the answer was lost")

func (d *deaf) Append(ctx context.Context, world string, prev entry.Position, e entry.Entry) (entry.Position, error) {
	if d.dice.IntN(8) == 0 {
		return 0, errLost // the request is lost
	}
	at, err := d.Journal.Append(ctx, world, prev, e)
	if d.dice.IntN(4) == 0 {
		d.lost++
		return 0, errLost
	}
	return at, err
}

func (d *deaf) Head(ctx context.Context, world string) (entry.Position, entry.Entry, error) {
	if d.dice.IntN(6) == 0 {
		return 0, entry.Entry{}, errLost
	}
	return d.Journal.Head(ctx, world)
}

func (d *deaf) Read(ctx context.Context, world string, from entry.Position) iter.Seq2[entry.Placed, error] {
	return d.Journal.Read(ctx, world, from)
}

const sharing, times = 4, 10

// host works in a world that others change too: it counts up once for each of its letters, whatever answer it gets.
func host(t *testing.T, n int, j *deaf, dir, world string) {
	for letter := range times {
		for tries := 0; ; tries++ {
			if tries > 500 {
				t.Errorf("host %d cannot do its work", n)
				return
			}
			err := takes(t.Context(), j, dir, world, fmt.Sprintf("letter %d of host %d", letter, n), letter == 3)
			if err == nil {
				break
			}
			if !errors.Is(err, faults.ErrFenced) && !errors.Is(err, faults.ErrUnconfirmed) &&
				!errors.Is(err, faults.ErrSilent) {
				t.Errorf("host %d: %v", n, err)
				return
			}
		}
	}
}

// takes takes a letter as a command does: it catches up, and skips known letters.
func takes(ctx context.Context, j *deaf, dir, world, letter string, large bool) error {
	if _, err := store.CatchUp(ctx, dir, nil, j, world); err != nil {
		return err
	}
	st, err := store.OpenLinked(dir, 0, &store.Link{Journal: j, World: world, Context: ctx},
		func(*store.Tx) error { return nil })
	if err != nil {
		return err
	}
	known := false
	if err := st.View(func(tx *store.Tx) error {
		known = tx.Bucket([]byte("letters")).Get([]byte(letter)) != nil
		return nil
	}); err != nil || known {
		return err
	}
	return st.Update(func(tx *store.Tx) error {
		b, text := tx.Bucket([]byte("letters")), []byte("x")
		if large {
			text = random(engine.MaxData + 1)
		}
		store.Put(b, []byte(letter), text)
		store.Number("count").Next(tx)
		return nil
	})
}

// shareAWorld lets hosts change one world at the same time, while answers are lost and a new host catches up from
// nothing again and again. No letter is lost and none counts twice.
func shareAWorld(t *testing.T, world string, journalOf func(host int) entry.Journal) {
	t.Helper()
	st, err := storetest.New(t.TempDir())
	if err == nil {
		err = st.Join(&store.Link{Journal: journalOf(0), World: world}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	folder := func(name string) string {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	var hosts sync.WaitGroup
	ears := make([]*deaf, sharing)
	for n := range sharing {
		ears[n] = &deaf{Journal: journalOf(n), dice: rand.New(rand.NewPCG(15, uint64(n)))}
		dir := folder(fmt.Sprint("host", n))
		hosts.Go(func() { host(t, n, ears[n], dir, world) })
	}
	over := make(chan struct{})
	go func() { hosts.Wait(); close(over) }()
	copies, last := 0, uint64(0)
	for done := false; !done; copies++ {
		select {
		case <-over:
			done = true
		default:
		}
		dir := folder("new")
		if _, err := store.CatchUp(t.Context(), dir, nil, journalOf(0), world); err != nil {
			t.Fatalf("a new host: %v", err)
		}
		count, letters := counted(t, dir)
		if int(count) != letters || count < last {
			t.Fatalf("a new host counts %d, has %d letters, and the one before counted %d", count, letters, last)
		}
		last = count
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
	if last != sharing*times {
		t.Errorf("%d letters count, want %d", last, sharing*times)
	}
	lost := 0
	for _, d := range ears {
		lost += d.lost
	}
	if t.Logf("%d answers lost, %d new hosts", lost, copies); lost < 3 {
		t.Errorf("only %d answers were lost", lost)
	}
}

// counted returns a copy's count, and how many letters it has.
func counted(t *testing.T, dir string) (count uint64, letters int) {
	t.Helper()
	st, err := store.Open(dir, 0, func(*store.Tx) error { return nil })
	if err == nil {
		err = st.View(func(tx *store.Tx) error {
			if v := tx.Bucket([]byte("meta")).Get([]byte("count")); v != nil {
				count = binary.BigEndian.Uint64(v)
			}
			for range store.KeysOf(tx.Bucket([]byte("letters"))) {
				letters++
			}
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return count, letters
}

func TestHostsShareAWorld(t *testing.T) {
	t.Parallel()
	j := &storetest.Journal{}
	shareAWorld(t, "w", func(int) entry.Journal { return j })
}

// unfenced is a journal that takes every entry, whatever it should follow.
type unfenced struct{ entry.Journal }

func (u unfenced) Append(ctx context.Context, world string, _ entry.Position, e entry.Entry) (entry.Position, error) {
	at, _, err := u.Head(ctx, world)
	if err != nil {
		return 0, err
	}
	return u.Journal.Append(ctx, world, at, e)
}

// The control: without the fence the second host's change is confirmed over the first one's, and every reader of the
// journal stops.
func TestWithoutTheFenceTheWorldStops(t *testing.T) {
	t.Parallel()
	j := unfenced{&storetest.Journal{}}
	st, err := storetest.New(t.TempDir())
	if err == nil {
		err = st.Join(&store.Link{Journal: j, World: "w"}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	var hosts []*store.Store
	for n := range 2 {
		dir := filepath.Join(t.TempDir(), fmt.Sprint(n))
		err := os.Mkdir(dir, 0o700)
		if err == nil {
			_, err = store.CatchUp(t.Context(), dir, nil, j, "w")
		}
		if err != nil {
			t.Fatal(err)
		}
		st, err := store.OpenLinked(dir, 0, &store.Link{Journal: j, World: "w"}, func(*store.Tx) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		hosts = append(hosts, st)
	}
	for n, st := range hosts {
		if err := st.Update(func(tx *store.Tx) error {
			store.Put(tx.Bucket([]byte("letters")), []byte{byte(n)}, nil)
			return nil
		}); err != nil {
			t.Fatalf("host %d: %v", n, err)
		}
	}
	if _, err := store.CatchUp(t.Context(), hosts[0].Dir, nil, j, "w"); !errors.Is(err, faults.ErrLogBehind) {
		t.Errorf("a journal without a fence: %v", err)
	}
}
