package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// FromKeys makes a transaction with checksums of an engine's.
func FromKeys(keys Keys) *Tx { return &Tx{keys: keys} }

// OpenOn opens a world whose records an engine has, calls look with it, and returns it. dir is the folder of the world's
// settings; nothing of the store is in it. There are no copies of it: the engine has its own, and its own room. A store
// of an older schema is raised by its next change; until then each look raises it for itself.
func OpenOn(e Engine, dir string, look func(*Tx) error) (*Store, error) {
	st := &Store{Dir: dir, engine: e}
	return st, st.View(look)
}

// Place tells a world that an engine has from all copies of it. It is "" for one in a file.
func (tx *Tx) Place() string {
	if placed, is := tx.keys.(Placed); is {
		return placed.Place()
	}
	return ""
}

// replaced is what a world that was replaced has behind its name.
const replaced = " replaced "

// ReplaceBy puts a store in a file in the place of the world that an engine has, in one transaction. The former one is
// kept there under a new name, which is returned. If it is killed before that, the world is as it was.
func ReplaceBy(e Engine, next string, now time.Time) (kept string, err error) {
	for n := 1; ; n++ {
		if kept = e.String() + replaced + now.UTC().Format("2006-01-02 150405"); n > 1 {
			kept += fmt.Sprint(" ", n)
		}
		err, _ = openFor(next, true, func(db *bbolt.DB) error {
			return db.View(func(raw *bbolt.Tx) error {
				return e.Update(func(k Keys) error {
					k.(Placed).Keep(kept)
					return FromBolt(raw).replaces(k)
				})
			})
		})
		if !errors.Is(err, faults.ErrExists) {
			return kept, err
		}
	}
}

// replaces puts all values in the place of what is in an engine.
func (tx *Tx) replaces(k Keys) error {
	r := k.Range()
	for name, _ := r.First(); name != nil; name, _ = r.Next() {
		if err := k.Drop(name); err != nil {
			return err
		}
	}
	for r, err := range tx.Records() {
		if r.Value = slices.Clone(r.Value); err == nil { // an engine may keep it
			err = putInto(k, r)
		}
		if err != nil {
			return err
		}
	}
	is := FromKeys(k)
	Generation.Draw(is)
	States.Draw(is)
	return nil
}

// byEngine runs f in a transaction of the engine, and turns damage into ErrDamaged. After damage nothing more is read or
// written, as in a file, see with.
func (st *Store) byEngine(run func(func(Keys) error) error, f func(*Tx) error) (err error) {
	if st.damage != nil {
		return st.damage
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Undecoded:
			err = st.cured(p.fault())
		case *Damage:
			err = st.cured(fmt.Errorf("%w: %s: %v", faults.ErrDamaged, st.path(), p))
			st.damage = err
		default:
			panic(p)
		}
	}()
	return run(func(keys Keys) error { return f(FromKeys(keys)) })
}

// Elsewhere reports whether an engine has the world.
func (st *Store) Elsewhere() bool { return st.engine != nil }

// readByEngine is read for a world that an engine has. A look changes nothing: one at an older schema is a change that
// is never committed.
func (st *Store) readByEngine(f func(*Tx) error) error {
	err := st.byEngine(st.engine.View, func(tx *Tx) error {
		if err := st.fits(tx); err != nil {
			return err
		}
		return f(tx)
	})
	if !errors.Is(err, errOld) {
		return err
	}
	err = st.byEngine(st.engine.Update, func(tx *Tx) error {
		if err := st.raised(tx); err != nil {
			return err
		}
		if err := f(tx); err != nil {
			return err
		}
		return errLooked
	})
	if errors.Is(err, errLooked) {
		return nil
	}
	return err
}

// errLooked ends a change that was only a look.
var errLooked = errors.New("nothing is to be changed")

// updateByEngine is Update for a world that an engine has.
func (st *Store) updateByEngine(f func(*Tx) error) error {
	if st.begins != nil {
		if err := st.begins(); err != nil {
			return err
		}
	}
	return st.byEngine(st.engine.Update, func(tx *Tx) error {
		if err := st.lock.Stands(); err != nil {
			return err
		}
		if err := st.raised(tx); err != nil {
			return err
		}
		tx.begin()
		if err := f(tx); err != nil {
			return err
		}
		return tx.sign(st.key)
	})
}

// KeyValue is a key of a world as an engine keeps it. It is valid until the transaction ends.
type KeyValue struct {
	Way   [][]byte // names of the buckets that it is in, the outermost first; empty: the key is a bucket's name
	Key   []byte
	Value []byte // with its checksum; nil: the key is a bucket, whose records follow
}

// Records goes through all that a world has, in order, but not what only counts in its file. A wrong checksum is
// *Damage, and the end.
func (tx *Tx) Records() iter.Seq2[KeyValue, error] {
	return func(yield func(KeyValue, error) bool) {
		for r := range tx.rows(touchedBucket) {
			if !r.sound() {
				yield(KeyValue{}, r.b.damage(r.key))
				return
			}
			if !yield(KeyValue{r.way, r.key, r.stored}, nil) {
				return
			}
		}
	}
}

// gathered is how many bytes of records go into a file in one transaction.
const gathered = 16 << 20

// copyInto copies all records into a new file, byte by byte, in transactions of a few MB: a large world needs little
// memory. The file counts only when all of it is done.
func (tx *Tx) copyInto(db *bbolt.DB) error {
	raw, err := db.Begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = raw.Rollback() }() // nothing, after the commit
	size := 0
	for r, err := range tx.Records() {
		if err == nil {
			err = putInto(rootOf(raw), r)
		}
		if err != nil {
			return err
		}
		if size += len(r.Key) + len(r.Value); size < gathered {
			continue
		}
		if err := raw.Commit(); err != nil {
			return err
		}
		if raw, err = db.Begin(true); err != nil {
			return err
		}
		size = 0
	}
	return raw.Commit()
}

// putInto puts a record into the buckets that it is in.
func putInto(to Keys, r KeyValue) (err error) {
	for _, name := range r.Way {
		to = to.In(name)
	}
	if r.Value == nil {
		_, err = to.Make(r.Key)
		return err
	}
	return to.Put(r.Key, r.Value)
}

// intoFile writes the world into a new private file, as the store of a folder.
func (st *Store) intoFile(path string) error {
	if err := disk.WriteNew(path, func(io.Writer) error { return nil }); err != nil {
		return err
	}
	db, err := newFile(path)
	if err == nil {
		err = errors.Join(st.View(func(tx *Tx) error { return tx.copyInto(db) }), db.Close())
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// newFile opens a file for a new store.
func newFile(path string) (*bbolt.DB, error) {
	return bbolt.Open(path, 0o600, &bbolt.Options{Timeout: disk.Busy, PageSize: copies.Size,
		FreelistType: bbolt.FreelistMapType, OpenFile: disk.OpenOwn})
}

// Every change of a command to a world that hosts share has the key of the command's run, as a cell of the same
// transaction. If the answer was lost, the key shows later whether the change counts. So a command that is repeated
// with its key counts once.

// invokedBucket has the keys of runs, one for each transaction, by a number. The first key makes it.
var invokedBucket = []byte("invoked")

// mostInvoked is how many of them are kept, the newest ones.
const mostInvoked = 1000

// Signs gives all changes from now on the key of a command's run. begins, if it is not nil, is called before each
// change is stored.
func (st *Store) Signs(key string, begins func() error) { st.key, st.begins = key, begins }

// sign records the key of a run, if there is one.
func (tx *Tx) sign(key string) error {
	if key == "" {
		return nil
	}
	b, err := tx.CreateBucketIfNotExists(invokedBucket)
	if err != nil {
		return err
	}
	next := uint64(1)
	if last, _ := b.Cursor().Last(); last != nil {
		next = binary.BigEndian.Uint64(last) + 1
	}
	Put(b, U64(next), []byte(key))
	for old, _ := b.Cursor().First(); binary.BigEndian.Uint64(old)+mostInvoked <= next; old, _ = b.Cursor().First() {
		Remove(b, old)
	}
	return nil
}

// Invoked reports whether the world has a change of the run with this key.
func (st *Store) Invoked(key string) (is bool, err error) {
	err = st.View(func(tx *Tx) error {
		b := tx.Bucket(invokedBucket)
		if b == nil {
			return nil
		}
		for k := range KeysOf(b) {
			is = is || string(b.Get(k)) == key
		}
		return nil
	})
	return is, err
}
