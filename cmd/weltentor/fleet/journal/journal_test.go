package journal

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
)

// memory is an engine of one test.
type memory struct {
	entries []engine.Entry
	parts   map[string][]byte
	now     time.Time
	read    int // parts
}

func (m *memory) Head(_ context.Context, log string) (engine.Entry, error) {
	if len(m.entries) == 0 {
		return engine.Entry{}, nil
	}
	return m.entries[len(m.entries)-1], nil
}

func (m *memory) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	if err := cmp.Or(engine.CheckName(log), engine.CheckEntry(head, data)); err != nil {
		return 0, err
	}
	if last, _ := m.Head(ctx, log); last.Number != prev {
		return 0, engine.ErrFenced
	}
	m.entries = append(m.entries, engine.Entry{Log: log, Number: prev + 2, At: m.now, Head: head, Data: data})
	return prev + 2, nil
}

func (m *memory) Read(_ context.Context, _ string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for _, e := range m.entries {
			if e.Number >= from && !yield(e, nil) {
				return
			}
		}
	}
}

func (m *memory) PutPart(_ context.Context, _, sum string, data []byte) error {
	if err := engine.CheckPart(sum, data); err != nil {
		return err
	}
	m.parts[sum] = bytes.Clone(data)
	return nil
}

func (m *memory) Part(_ context.Context, _, sum string) ([]byte, error) {
	m.read++
	if data, is := m.parts[sum]; is {
		return data, nil
	}
	return nil, engine.ErrNone
}

func (m *memory) KeepParts(_ context.Context, _ string, only map[string]bool) error {
	maps.DeleteFunc(m.parts, func(sum string, _ []byte) bool { return !only[sum] })
	return nil
}

func (m *memory) Trim(_ context.Context, _ string, before uint64) error {
	m.entries = slices.DeleteFunc(m.entries, func(e engine.Entry) bool { return e.Number < before })
	return nil
}

func (m *memory) Drop(context.Context, string) error { m.entries = nil; return nil }

// world is a store that ships to an engine.
type world struct {
	*testing.T
	*store.Store
	*memory
	journal Journal
}

func begin(t *testing.T) *world {
	t.Helper()
	m := &memory{parts: map[string][]byte{}, now: time.Date(2026, 11, 1, 18, 0, 0, 0, time.UTC)}
	w := &world{T: t, memory: m, journal: Journal{m}}
	var err error
	if w.Store, err = storetest.New(t.TempDir()); err == nil {
		err = w.Join(&store.Link{Journal: w.journal, World: "nordmark"}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) puts(key string, value []byte) {
	w.Helper()
	if err := w.Update(func(tx *store.Tx) error {
		return tx.Bucket([]byte("letters")).Put([]byte(key), value)
	}); err != nil {
		w.Fatal(err)
	}
}

// copied returns what another host has after catching up.
func (w *world) copied(key string) ([]byte, error) {
	w.Helper()
	dir := w.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		w.Fatal(err)
	}
	if _, err := store.CatchUp(w.Context(), dir, nil, w.journal, "nordmark"); err != nil {
		return nil, err
	}
	st, err := store.OpenLinked(dir, 0, &store.Link{Journal: w.journal, World: "nordmark"},
		func(*store.Tx) error { return nil })
	if err != nil {
		w.Fatal(err)
	}
	var value []byte
	return value, st.View(func(tx *store.Tx) error {
		value = bytes.Clone(tx.Bucket([]byte("letters")).Get([]byte(key)))
		return nil
	})
}

func random(n int) []byte {
	b, dice := make([]byte, n), rand.New(rand.NewPCG(1, uint64(n)))
	for i := range b {
		b[i] = byte(dice.Uint32())
	}
	return b
}

// What is too large for an entry is stored in parts, and comes back from them. Other entries need no parts.
func TestLargeEntriesGoInParts(t *testing.T) {
	t.Parallel()
	w := begin(t)
	w.puts("small", []byte("x"))
	if len(w.parts) > 0 {
		t.Fatalf("a small entry has %d parts", len(w.parts))
	}
	large := random(2*engine.MaxPart + 100_000)
	w.puts("large", large)
	if len(w.parts) != 3 {
		t.Errorf("17 MB are in %d parts, want 3", len(w.parts))
	}
	if got, err := w.copied("large"); err != nil || !bytes.Equal(got, large) {
		t.Errorf("another host has %d bytes (%v)", len(got), err)
	}
	for sum := range w.parts {
		w.parts[sum][5000] ^= 1
		if _, err := w.copied("large"); !errors.Is(err, faults.ErrDamaged) {
			t.Errorf("a part with a bit turned: %v", err)
		}
		w.parts[sum][5000] ^= 1
	}
	clear(w.parts)
	if _, err := w.copied("large"); !errors.Is(err, engine.ErrNone) {
		t.Errorf("without its parts: %v", err)
	}
}

// The heads show the state of a world, without reading a page.
func TestHeadsTellTheGist(t *testing.T) {
	t.Parallel()
	w := begin(t)
	w.puts("large", random(engine.MaxData))
	last, _ := w.memory.Head(t.Context(), "")
	e, err := EntryOf(last)
	if err != nil || e.Turn != 1 || e.Schema != store.Schema || e.Rulebook != "none" || e.Transaction != 3 ||
		w.read > 0 {
		t.Errorf("the head tells %+v (%v), with %d parts read", e, err, w.read)
	}
	if at, e, err := w.journal.Head(t.Context(), "nordmark"); err != nil || at != 4 || e.Turn != 1 {
		t.Errorf("the journal tells %d, %+v (%v)", at, e, err)
	}
	last.Head = []byte("{")
	if _, err := EntryOf(last); !errors.Is(err, errForeign) {
		t.Errorf("a head that is none: %v", err)
	}
}

// A fenced append returns the store's own error.
func TestTheFenceIsTheStores(t *testing.T) {
	t.Parallel()
	w := begin(t)
	_, err := w.journal.Append(t.Context(), "nordmark", 0, entry.Entry{})
	if !errors.Is(err, faults.ErrFenced) || !errors.Is(err, engine.ErrFenced) {
		t.Errorf("an append behind nothing: %v", err)
	}
	if !strings.Contains(err.Error(), "nordmark") {
		t.Errorf("it does not name the world: %v", err)
	}
}

// Trimming leaves what a new host needs: the last whole entry that is old enough, and everything after it. After
// something was forgotten, nothing from before it stays.
func TestTrim(t *testing.T) {
	t.Parallel()
	w := begin(t)
	day := func(n int) time.Time { return time.Date(2026, 11, n, 18, 0, 0, 0, time.UTC) }
	for n := 2; n <= 6; n++ {
		w.now = day(n)
		w.puts(fmt.Sprint(n), random(engine.MaxData+n))
		if n%2 == 0 {
			if err := w.Enter(false); err != nil {
				t.Fatal(err)
			}
		}
	}
	numbers := func() (n []uint64) {
		for _, e := range w.entries {
			n = append(n, e.Number)
		}
		return n
	}
	// entries 2 (whole), 4, 6 (whole, day 2), 8, 10, 12 (whole, day 4), 14, 16, 18 (whole, day 6)
	for _, c := range []struct {
		stored time.Time
		first  uint64
	}{{day(1), 2}, {day(4), 6}, {day(5), 12}, {day(3), 12}, {day(30), 18}} {
		if err := w.journal.Trim(t.Context(), "nordmark", c.stored); err != nil {
			t.Fatal(err)
		}
		if n := numbers(); n[0] != c.first || n[len(n)-1] != 18 {
			t.Errorf("trimmed to before %v there are %v, want them from %d on", c.stored, n, c.first)
		}
		if got, err := w.copied("5"); err != nil || len(got) != engine.MaxData+5 {
			t.Errorf("another host has %d bytes (%v)", len(got), err)
		}
	}
	w.puts("7", []byte("x"))
	if err := w.Enter(true); err != nil {
		t.Fatal(err)
	}
	w.puts("8", []byte("x"))
	if err := w.journal.Trim(t.Context(), "nordmark", day(1)); err != nil {
		t.Fatal(err)
	}
	if n := numbers(); !slices.Equal(n, []uint64{22, 24}) {
		t.Errorf("after something was forgotten there are %v", n)
	}
	if got, err := w.copied("8"); err != nil || string(got) != "x" {
		t.Errorf("another host has %q (%v)", got, err)
	}
	before := len(w.parts)
	w.parts[strings.Repeat("0", 64)] = []byte("nobody's")
	if err := w.journal.Trim(t.Context(), "nordmark", day(1)); err != nil || len(w.parts) != before || before == 0 {
		t.Errorf("%d parts stay, want %d (%v)", len(w.parts), before, err)
	}
}

// An entry that no store would write is refused before its parts are fetched, or anything is dropped for it.
func TestEntriesThatNobodyHasWritten(t *testing.T) {
	t.Parallel()
	w := begin(t)
	large := random(engine.MaxPart)
	w.puts("large", large)
	last := &w.entries[len(w.entries)-1]
	head, data := last.Head, last.Data
	change := func(key string, value any) {
		var h map[string]any
		if err := json.Unmarshal(head, &h); err != nil {
			t.Fatal(err)
		}
		h[key] = value
		last.Head = store.MustJSON(h)
	}
	for key, value := range map[string]any{"drop": 5, "base": 4} {
		change(key, value)
		if _, err := EntryOf(*last); !errors.Is(err, errForeign) {
			t.Errorf("%s %v: %v", key, value, err)
		}
		err := w.journal.Trim(t.Context(), "nordmark", time.Time{})
		if !errors.Is(err, errForeign) || len(w.entries) != 2 {
			t.Errorf("%s %v: trimmed to %d entries (%v)", key, value, len(w.entries), err)
		}
	}
	sums := slices.Repeat(strings.Split(strings.Trim(string(data), `[]`), ","), 200)
	change("parts", len(sums))
	last.Data, w.read = []byte("["+strings.Join(sums, ",")+"]"), 0
	if _, err := w.copied("large"); !errors.Is(err, errForeign) || w.read > 0 {
		t.Errorf("%d parts of 8 MB: %v, with %d parts read", len(sums), err, w.read)
	}
	last.Head, last.Data = head, data
	if got, err := w.copied("large"); err != nil || !bytes.Equal(got, large) {
		t.Errorf("as it was written: %d bytes (%v)", len(got), err)
	}
}
