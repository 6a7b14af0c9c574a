package store

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"go.etcd.io/bbolt"
)

func testStore(t *testing.T) *bbolt.DB {
	t.Helper()
	db, err := bbolt.Open(filepath.Join(t.TempDir(), "db"), 0o600, &bbolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func change(t *testing.T, db *bbolt.DB, f func(*bbolt.Tx) error) {
	t.Helper()
	if err := db.Update(f); err != nil {
		t.Fatal(err)
	}
}

// read returns what a read panics with.
func read(f func()) (d *Damage) {
	defer func() {
		if p := recover(); p != nil {
			d = p.(*Damage)
		}
	}()
	f()
	return nil
}

// filled returns a database with values of every length up to 40, also an empty one, and one of many pages. They are
// in a bucket and in one within it.
func filled(t *testing.T) *bbolt.DB {
	db := testStore(t)
	change(t, db, func(raw *bbolt.Tx) error {
		top, err := FromBolt(raw).CreateBucketIfNotExists([]byte("top"))
		if err != nil {
			return err
		}
		under, err := top.CreateBucketIfNotExists([]byte{0, 0, 0, 7})
		for n := range 40 {
			value := bytes.Repeat([]byte{byte(n)}, n)
			err = errors.Join(err, top.Put(fmt.Appendf(nil, "k%d", n), value),
				under.Put(fmt.Appendf(nil, "k%d", n), value))
		}
		return errors.Join(err, under.Put([]byte("long"), bytes.Repeat([]byte("weltentor"), 2000)))
	})
	return db
}

func TestWhatIsPutIsRead(t *testing.T) {
	t.Parallel()
	db := filled(t)
	change(t, db, func(raw *bbolt.Tx) error {
		top := FromBolt(raw).Bucket([]byte("top"))
		under := top.Bucket([]byte{0, 0, 0, 7})
		for _, b := range []*Bucket{top, under} {
			for n := range 40 {
				if v := b.Get(fmt.Appendf(nil, "k%d", n)); v == nil ||
					!bytes.Equal(v, bytes.Repeat([]byte{byte(n)}, n)) {
					t.Errorf("k%d is %q", n, v)
				}
			}
		}
		if v := top.Get([]byte("none")); v != nil {
			t.Errorf("there is %q", v)
		}
		k, v := under.Cursor().Last()
		if string(k) != "long" || len(v) != 18000 {
			t.Errorf("%s has %d bytes", k, len(v))
		}
		k, v = top.Cursor().First()
		if !bytes.Equal(k, []byte{0, 0, 0, 7}) || v != nil {
			t.Errorf("%x is %q, not a bucket", k, v)
		}
		if FromBolt(raw).Bucket([]byte("none")) != nil || top.Bucket([]byte("none")) != nil {
			t.Error("there is a bucket that nobody made")
		}
		return nil
	})
}

// One bit of a value may be changed, or one byte, or a value may be under another's key or in another bucket. Whoever
// reads it gets an error, and so does a check.
func TestAnyChangeOfAValueIsFound(t *testing.T) {
	t.Parallel()
	db, tried := filled(t), 0
	change(t, db, func(raw *bbolt.Tx) error {
		all := slices.DeleteFunc(slices.Collect(FromBolt(raw).rows(nil)), func(r row) bool { return r.bucket })
		for _, r := range all {
			key, stored := bytes.Clone(r.key), bytes.Clone(r.stored)
			wrong := func(bad []byte, what string) {
				tried++
				if _, ok := r.b.checked(key, bad); ok {
					t.Fatalf("%s, key %s: %s goes unseen", r.b.path(), key, what)
				}
			}
			for at := range stored {
				for bit := range 8 {
					stored[at] ^= 1 << bit
					wrong(stored, fmt.Sprintf("bit %d of byte %d", bit, at))
					stored[at] ^= 1 << bit
				}
				for _, other := range []byte{0x00, 0xff, 'x', stored[at] + 1} {
					if was := stored[at]; was != other {
						stored[at] = other
						wrong(stored, fmt.Sprintf("byte %d is %d", at, other))
						stored[at] = was
					}
				}
				if at%97 == 0 {
					wrong(stored[:at], fmt.Sprintf("cut to %d bytes", at))
				}
			}
			for _, other := range all {
				if other.b.path() != r.b.path() || !bytes.Equal(other.key, key) {
					wrong(other.stored, fmt.Sprintf("the value of %s, key %s", other.b.path(), other.key))
				}
			}
		}
		return nil
	})
	if tried < 150_000 {
		t.Errorf("only %d changes tried", tried)
	}
}

// However a damaged value is read, the error names bucket and key.
func TestReadsNameTheDamage(t *testing.T) {
	t.Parallel()
	db := filled(t)
	change(t, db, func(raw *bbolt.Tx) error {
		under := raw.Bucket([]byte("top")).Bucket([]byte{0, 0, 0, 7})
		bad := bytes.Clone(under.Get([]byte("k9")))
		bad[3] ^= 4
		return under.Put([]byte("k9"), bad)
	})
	want := Damage{"top/7", "k9"}
	_ = db.View(func(raw *bbolt.Tx) error {
		b := FromBolt(raw).Bucket([]byte("top")).Bucket([]byte{0, 0, 0, 7})
		for name, f := range map[string]func(){
			"get":  func() { b.Get([]byte("k9")) },
			"each": func() { _ = b.ForEach(func(_, _ []byte) error { return nil }) },
			"seek": func() { b.Cursor().Seek([]byte("k9")) },
			"next": func() { c := b.Cursor(); c.Seek([]byte("k8")); c.Next() },
			"prev": func() { c := b.Cursor(); c.Last(); c.Prev() },
		} {
			if d := read(f); d == nil || *d != want {
				t.Errorf("%s: %v", name, d)
			}
		}
		found := damaged(FromBolt(raw))
		if len(found) != 1 || *found[0] != want {
			t.Errorf("found %v", found)
		}
		return nil
	})
}

// damaged are the values with a wrong checksum.
func damaged(tx *Tx) (found []*Damage) {
	for r := range tx.rows(nil) {
		if !r.sound() {
			found = append(found, r.b.damage(r.key))
		}
	}
	return found
}

func TestShown(t *testing.T) {
	t.Parallel()
	for want, key := range map[string][]byte{"founded": []byte("founded"), "7": {0, 0, 0, 7},
		"3.12": {0, 0, 0, 3, 0, 0, 0, 12}, "0001ff": {0, 1, 0xff}, "": {}} {
		if got := shown(key); got != want {
			t.Errorf("%x is shown as %q, want %q", key, got, want)
		}
	}
}

// A key is shown as people read it: text as it is, with its blanks, numbers as numbers, anything else in hex.
func TestKeysAreShown(t *testing.T) {
	t.Parallel()
	for want, key := range map[string]string{"letters by state": "letters by state", " ~": " ~",
		"7":     "\x00\x00\x00\x07",
		"1.258": "\x00\x00\x00\x01\x00\x00\x01\x02", "1f": "\x1f", "7f41": "\x7fA", "": ""} {
		if got := shown([]byte(key)); got != want {
			t.Errorf("%x is shown as %q, want %q", key, got, want)
		}
	}
}
