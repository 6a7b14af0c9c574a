//go:build fleet && servers

package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store"
)

// areBuckets: rows answer what bbolt answers, whatever is asked.
func areBuckets(b *base) {
	for seed := range uint64(300) {
		dice := rand.New(rand.NewPCG(seed, 3))
		db, err := bbolt.Open(filepath.Join(b.TempDir(), "db"), 0o600, &bbolt.Options{NoSync: true})
		must(b, err)
		kept := []int{0, 0, 300, 5000}[dice.IntN(4)]
		w := b.open(kept)
		name := fmt.Sprintf("seed %d", seed)
		made(b, w, name, func(store.Keys) error { return nil })
		for n := range 12 {
			if dice.IntN(3) == 0 {
				w = b.open(kept) // another process
			}
			both := &both{base: b, dice: dice, writes: dice.IntN(3) > 0, where: fmt.Sprintf("seed %d, transaction %d", seed, n)}
			if err := both.transaction(db, w, name); err != nil {
				b.Fatalf("%s: %v", both.where, err)
			}
		}
		must(b, db.Close())
	}
}

// both asks two engines the same.
type both struct {
	*base
	dice   *rand.Rand
	writes bool
	where  string
}

var errNo = errors.New("no")

func (b *both) transaction(db *bbolt.DB, w *Worlds, name string) (wrong error) {
	fails, e := b.dice.IntN(4) == 0, w.World(b.Context(), name)
	run, in := db.View, e.View
	if b.writes {
		run, in = db.Update, e.Update
	}
	err := run(func(raw *bbolt.Tx) error {
		return in(func(k store.Keys) error {
			if wrong = b.everywhere(store.FromBolt(raw), store.FromKeys(k)); wrong != nil {
				return wrong
			}
			if fails {
				return errNo
			}
			return nil
		})
	})
	if wrong != nil {
		return wrong
	}
	if fails != errors.Is(err, errNo) || !fails && err != nil {
		return err
	}
	return db.View(func(raw *bbolt.Tx) error {
		return e.View(func(k store.Keys) error {
			if x, y := dump(store.FromBolt(raw)), dump(store.FromKeys(k)); x != y && b.dice.IntN(2) == 0 {
				return fmt.Errorf("afterwards:\n%s\nbut rows:\n%s", x, y)
			}
			return nil
		})
	})
}

func (b *both) key() []byte {
	if b.dice.IntN(3) == 0 {
		return fmt.Appendf(nil, "%05d", b.dice.IntN(600))
	}
	k := make([]byte, 1+b.dice.IntN(2))
	for i := range k {
		k[i] = "abcdefgh\xff\x00"[b.dice.IntN(10)]
	}
	return k
}

// everywhere goes through the outermost buckets, making and dropping them.
func (b *both) everywhere(x, y *store.Tx) error {
	for range 1 + b.dice.IntN(6) {
		name := []byte{"pqr"[b.dice.IntN(3)]}
		in, also := x.Bucket(name), y.Bucket(name)
		switch {
		case (in == nil) != (also == nil):
			return fmt.Errorf("bucket %q", name)
		case in == nil && !b.writes:
			continue
		case in == nil:
			in, _ = x.CreateBucketIfNotExists(name)
			also, _ = y.CreateBucketIfNotExists(name)
		case b.writes && b.dice.IntN(6) == 0:
			if err := errors.Join(x.DeleteBucket(name), y.DeleteBucket(name)); err != nil {
				return err
			}
			continue
		}
		if err := b.within(in, also, 0); err != nil {
			return err
		}
	}
	if b.dice.IntN(2) == 0 {
		if x, y := dump(x), dump(y); x != y {
			return fmt.Errorf("in it:\n%s\nbut rows:\n%s", x, y)
		}
	}
	return nil
}

// within asks about a bucket, and changes it. A cursor of bbolt's must be placed anew after a change.
func (b *both) within(x, y *store.Bucket, depth int) error {
	c, d, placed := x.Cursor(), y.Cursor(), false
	for range 1 + b.dice.IntN(25) {
		k := b.key()
		var err error
		switch n := b.dice.IntN(14); {
		case n < 3 && b.writes && x.Bucket(k) == nil:
			v := bytes.Repeat([]byte{byte(b.dice.IntN(256))}, b.dice.IntN(40))
			err, placed = errors.Join(x.Put(k, v), y.Put(k, v)), false
		case n == 3 && b.writes && x.Bucket(k) == nil:
			err, placed = errors.Join(x.Delete(k), y.Delete(k)), false
		case n == 4 && b.writes && depth < 2 && x.Get(k) == nil:
			in, err1 := x.CreateBucketIfNotExists(k)
			also, err2 := y.CreateBucketIfNotExists(k)
			if err = errors.Join(err1, err2); err == nil {
				err, placed = b.within(in, also, depth+1), false
			}
		case n == 5 && b.writes:
			err, placed = b.drop(x, y, k), false
			c, d = x.Cursor(), y.Cursor()
		case n < 8:
			if v, w := x.Get(k), y.Get(k); !same(v, w) || (x.Bucket(k) == nil) != (y.Bucket(k) == nil) {
				err = fmt.Errorf("%q is %x, but in rows %x", k, v, w)
			}
		default:
			placed, err = b.move(c, d, k, n, placed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *both) drop(x, y *store.Bucket, k []byte) error {
	err, also := x.DeleteBucket(k), y.DeleteBucket(k)
	if (err == nil) != (also == nil) {
		return fmt.Errorf("dropping %q: %v, but rows: %v", k, err, also)
	}
	return nil
}

// move moves both cursors alike. A cursor that is nowhere goes to a key.
func (b *both) move(c, d *store.Cursor, k []byte, n int, placed bool) (bool, error) {
	var key, v, key2, v2 []byte
	switch {
	case n == 8:
		key, v = c.First()
		key2, v2 = d.First()
	case n == 9:
		key, v = c.Last()
		key2, v2 = d.Last()
	case n < 12 && placed:
		key, v = c.Next()
		key2, v2 = d.Next()
	case placed:
		key, v = c.Prev()
		key2, v2 = d.Prev()
	default:
		key, v = c.Seek(k)
		key2, v2 = d.Seek(k)
	}
	if !same(key, key2) || !same(v, v2) {
		return false, fmt.Errorf("a move (%d, %q) came to %q=%x, but in rows to %q=%x", n, k, key, v, key2, v2)
	}
	return key != nil, nil
}

func same(x, y []byte) bool { return bytes.Equal(x, y) && (x == nil) == (y == nil) }
