//go:build fleet && servers

package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// copiesAreEqual: whatever a folder's world has, its copy in rows has, and the copy of that in a folder, byte by byte.
func copiesAreEqual(b *base) {
	for seed := range uint64(40) {
		dice, dir := rand.New(rand.NewPCG(seed, 4)), b.TempDir()
		there, back := filepath.Join(dir, "there.db"), filepath.Join(dir, "back.db")
		must(b, store.Create(there, func(tx *store.Tx) error {
			store.Found(tx, "none", make([]byte, 32))
			for range dice.IntN(8) {
				in, err := tx.CreateBucketIfNotExists([]byte([]string{"letters", "turns", "x\x00", "\xff"}[dice.IntN(4)]))
				must(b, err)
				b.scatter(dice, in, 0)
			}
			return nil
		}))
		w, name := b.open([]int{0, 2000}[dice.IntN(2)]), fmt.Sprintf("copy %d", seed)
		must(b, fromFile(there, func(tx *store.Tx) error { return w.Add(b.Context(), name, tx) }))
		st, err := store.OpenOn(w.World(b.Context(), name), dir, func(*store.Tx) error { return nil })
		must(b, err)
		must(b, st.BackupFile(back, func(int, int) {}))
		var rows []string
		must(b, st.View(func(tx *store.Tx) error {
			rows = list(b, tx)
			return nil
		}))
		was, is := listFile(b, there), listFile(b, back)
		if !slices.Equal(was, rows) || !slices.Equal(was, is) || dumpFile(b, there) != dumpFile(b, back) {
			b.Fatalf("seed %d: %d records became %d rows, and %d", seed, len(was), len(rows), len(is))
		}
	}
}

// scatter puts values and buckets into a bucket.
func (b *base) scatter(dice *rand.Rand, in *store.Bucket, depth int) {
	for range dice.IntN(40) {
		key := make([]byte, 1+dice.IntN(6))
		for i := range key {
			key[i] = byte(dice.IntN(4) * 85)
		}
		switch {
		case dice.IntN(6) > 0 || depth > 1:
			if in.Bucket(key) == nil {
				must(b, in.Put(key, bytes.Repeat([]byte{byte(dice.IntN(256))}, dice.IntN(3)*dice.IntN(3000))))
			}
		case in.Get(key) == nil:
			below, err := in.CreateBucketIfNotExists(key)
			must(b, err)
			b.scatter(dice, below, depth+1)
		}
	}
}

// list is all that a world has, as an engine keeps it.
func list(t testing.TB, tx *store.Tx) (all []string) {
	for r, err := range tx.Records() {
		must(t, err)
		all = append(all, fmt.Sprintf("%x %x %x %t", r.Way, r.Key, r.Value, r.Value == nil))
	}
	return all
}

func listFile(t testing.TB, path string) (all []string) {
	must(t, fromFile(path, func(tx *store.Tx) error {
		all = list(t, tx)
		return nil
	}))
	return all
}

// copiesAreWhole: a copy that fails leaves nothing, and one onto another world changes nothing.
func copiesAreWhole(b *base) {
	w, path := b.open(0), filepath.Join(b.TempDir(), "world.db")
	must(b, store.Create(path, func(tx *store.Tx) error {
		store.Found(tx, "none", make([]byte, 32))
		return nil
	}))
	name := b.create(w)
	must(b, put(w.World(b.Context(), name), "k", "v"))
	if err := fromFile(path, func(tx *store.Tx) error { return w.Add(b.Context(), name, tx) }); !errors.Is(err, faults.ErrExists) {
		b.Errorf("onto another world: %v", err)
	}
	b.has(b.open(0).World(b.Context(), name), "k", "v")
	b.sql("update weltentor.cell set value = value || 'x' where world = (select id from weltentor.world where name = $1) and key = 'k'", name)
	var damage *store.Damage
	err := b.open(0).World(b.Context(), name).View(func(k store.Keys) error { return w.Add(b.Context(), "damaged", store.FromKeys(k)) })
	if !errors.As(err, &damage) || damage.Key != "k" {
		b.Errorf("a damaged one: %v", err)
	}
	if err := w.World(b.Context(), "damaged").View(func(store.Keys) error { return nil }); !errors.Is(err, faults.ErrNoWorld) {
		b.Errorf("there is a world of a damaged one: %v", err)
	}
}

// copiesNeedLittleMemory: copying a world of 100 MB, there and back, needs much less than that.
func copiesNeedLittleMemory(b *base) {
	const values, size, most = 1000, 100_000, 64 << 20
	dir := b.TempDir()
	there, back := filepath.Join(dir, "there.db"), filepath.Join(dir, "back.db")
	must(b, store.Create(there, func(tx *store.Tx) error {
		store.Found(tx, "none", make([]byte, 32))
		for n := range values {
			store.Put(tx.Bucket([]byte("letters")), store.U32(n), bytes.Repeat([]byte{byte(n)}, size))
		}
		return nil
	}))
	w := b.open(8 << 20)
	peak := b.peak(func() {
		must(b, fromFile(there, func(tx *store.Tx) error { return w.Add(b.Context(), "large", tx) }))
		st, err := store.OpenOn(w.World(b.Context(), "large"), dir, func(*store.Tx) error { return nil })
		must(b, err)
		must(b, st.BackupFile(back, func(int, int) {}))
	})
	b.Logf("at most %d MB", peak>>20)
	if peak > most {
		b.Errorf("copying %d MB took %d MB of memory", values*size>>20, peak>>20)
	}
	if dumpFile(b, there) != dumpFile(b, back) {
		b.Error("the copy is another world")
	}
}

// peak is how many bytes are in use at most while f runs.
func (b *base) peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var most atomic.Uint64
	over := make(chan struct{})
	go func() {
		for tick := time.NewTicker(2 * time.Millisecond); ; {
			select {
			case <-over:
				return
			case <-tick.C:
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.HeapAlloc))
			}
		}
	}()
	f()
	close(over)
	return most.Load()
}
