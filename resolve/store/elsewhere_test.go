package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
)

// other is an engine that is no file for the store, although it uses one.
type other struct {
	Engine
	path string
}

func (o other) String() string { return o.path }

func (o other) View(f func(Keys) error) error {
	err, _ := openFor(o.path, true, func(db *bbolt.DB) error {
		return db.View(func(raw *bbolt.Tx) error { return f(rootOf(raw)) })
	})
	return err
}

func (o other) Update(f func(Keys) error) error {
	err, _ := openFor(o.path, false, func(db *bbolt.DB) error {
		return db.Update(func(raw *bbolt.Tx) error { return f(rootOf(raw)) })
	})
	return err
}

// A step that changes a transaction raises a world in a file and one elsewhere: all of it, or nothing.
func TestAStepRaisesAnyEngine(t *testing.T) {
	was := steps
	defer func() { steps = was }()
	key, word, wrong := []byte("raised"), []byte("so"), error(nil)
	steps = []step{{To: Schema, Raise: func(tx *Tx) error {
		Put(tx.Bucket(metaBucket), key, word)
		return wrong
	}}}
	dir := filepath.Join(t.TempDir(), "world")
	path := filepath.Join(dir, disk.FileName)
	must(t, os.Mkdir(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, disk.SettingsName), nil, 0o600))
	lay := func() {
		_ = os.Remove(path)
		must(t, Create(path, func(tx *Tx) error {
			Found(tx, "none", make([]byte, 32))
			Put(tx.Bucket(metaBucket), []byte(SchemaNumber), U32(Schema-1))
			return nil
		}))
	}
	looked := func(open func(func(*Tx) error) (*Store, error)) (raised bool, err error) {
		_, err = open(func(tx *Tx) error {
			raised = string(tx.Bucket(metaBucket).Get(key)) == string(word) && tx.Schema() == Schema
			return nil
		})
		return raised, err
	}
	inFile := func(look func(*Tx) error) (*Store, error) { return Open(dir, 0, look) }
	elsewhere := func(look func(*Tx) error) (*Store, error) { return OpenOn(other{path: path}, dir, look) }
	for name, open := range map[string]func(func(*Tx) error) (*Store, error){"in a file": inFile, "elsewhere": elsewhere} {
		lay()
		wrong = errors.New("no")
		if _, err := looked(open); !errors.Is(err, wrong) {
			t.Errorf("%s, it fails: %v", name, err)
		}
		must(t, other{path: path}.View(func(k Keys) error {
			if tx := FromKeys(k); tx.Schema() != Schema-1 || tx.Bucket(metaBucket).Get(key) != nil {
				t.Errorf("%s, half of it is done", name)
			}
			return nil
		}))
		wrong = nil
		for range 2 {
			if raised, err := looked(open); err != nil || !raised {
				t.Errorf("%s: raised %v (%v)", name, raised, err)
			}
		}
	}
	lay()
	schema := func() (n int) {
		must(t, other{path: path}.View(func(k Keys) error { n = FromKeys(k).Schema(); return nil }))
		return n
	}
	st, err := elsewhere(func(*Tx) error { return nil })
	must(t, err)
	if n := schema(); n != Schema-1 {
		t.Errorf("a look has raised it to schema %d", n)
	}
	must(t, st.Update(func(*Tx) error { return nil }))
	if n := schema(); n != Schema {
		t.Errorf("a change leaves it at schema %d", n)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
