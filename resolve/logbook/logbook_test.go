package logbook_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// opened returns a store with a seed, in turn 3.
func opened(t *testing.T) *store.Store {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "world")
	err := os.Mkdir(dir, 0o700)
	err = errors.Join(err, store.Create(filepath.Join(dir, disk.FileName), func(tx *store.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		store.Put(meta, []byte("schema"), store.U32(store.Schema))
		store.Put(meta, []byte("seed"), []byte("sixteen bytes!!!"))
		store.Put(meta, []byte("turn"), store.U32(3))
		return nil
	}))
	st, err2 := store.Open(dir, 0, func(*store.Tx) error { return nil })
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return st
}

// write adds three entries: by a command with a reason, by a player, by cron.
func write(t *testing.T, st *store.Store) *logbook.Keeper {
	t.Helper()
	book := &logbook.Keeper{Disk: st}
	book.SetActor(logbook.Hand{By: logbook.Command, Why: "Ann moves house"})
	change(t, st, func(tx *store.Tx) error {
		_, err := book.Note(tx, logbook.Entry{Realm: 2, What: phrase.P("log.mail", phrase.Num("n", 1)),
			Aside: logbook.Aside{Mail: "ann@example.org"}})
		return err
	})
	change(t, st, func(tx *store.Tx) error {
		_, err := book.Note(tx, logbook.Entry{By: logbook.Player, Realm: 2, What: phrase.P("log.letter-taken"),
			Aside: logbook.Aside{Mail: "ann@example.org"}})
		return err
	})
	change(t, st, func(tx *store.Tx) error {
		_, err := book.Note(tx, logbook.Entry{By: logbook.Timer, What: phrase.P("log.turn", phrase.Num("turn", 3))})
		return err
	})
	return book
}

func change(t *testing.T, st *store.Store, f func(*store.Tx) error) {
	t.Helper()
	if err := st.Update(f); err != nil {
		t.Fatal(err)
	}
}

// wrong returns what is wrong with the logbook, or "" if nothing is.
func wrong(t *testing.T, st *store.Store) (found string) {
	t.Helper()
	err := st.View(func(tx *store.Tx) error {
		for err := range logbook.Check(tx) {
			found += err.Error() + "\n"
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A reason belongs to the command, not to what a player or cron did in the meantime.
func TestWhoAndWhy(t *testing.T) {
	st := opened(t)
	list, err := write(t, st).History(0)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	for n, want := range []struct {
		by  logbook.By
		why string
	}{{logbook.Command, "Ann moves house"}, {logbook.Player, ""}, {logbook.Timer, ""}} {
		e := list[n]
		if e.Number != uint64(n+1) || e.By != want.by || e.Aside.Why != want.why || e.Turn != 3 {
			t.Errorf("entry %d: %+v", n+1, e)
		}
	}
	if found := wrong(t, st); found != "" {
		t.Error(found)
	}
}

// Every change in the logbook is found: a changed entry, a missing one, a changed record aside.
func TestChangesAreFound(t *testing.T) {
	for _, c := range []struct {
		name, want string
		change     func(tx *store.Tx)
	}{
		{"an entry", "entry 2 is not what was written", func(tx *store.Tx) {
			e, _ := store.GetJSON[logbook.Entry](tx.Bucket([]byte("log")), store.U64(2))
			e.Realm = 3
			store.PutJSON(tx.Bucket([]byte("log")), store.U64(2), e)
		}},
		{"one in the middle", "entry 2 is missing", func(tx *store.Tx) {
			store.Remove(tx.Bucket([]byte("log")), store.U64(2))
		}},
		{"the last", "it ends with entry 2, and should with 3", func(tx *store.Tx) {
			store.Remove(tx.Bucket([]byte("log")), store.U64(3))
		}},
		{"a reason", "what lies aside of entry 1 is not", func(tx *store.Tx) {
			store.PutJSON(tx.Bucket([]byte("aside")), store.U64(1), logbook.Aside{Why: "Bob moves house"})
		}},
		{"a name where none was", "what lies aside of entry 3 is not", func(tx *store.Tx) {
			store.PutJSON(tx.Bucket([]byte("aside")), store.U64(3), logbook.Aside{Name: "Bob"})
		}},
	} {
		st := opened(t)
		write(t, st)
		change(t, st, func(tx *store.Tx) error { c.change(tx); return nil })
		if found := wrong(t, st); !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.name, found, c.want)
		}
	}
}

// What is erased about a player is gone, and the logbook stays whole.
func TestErase(t *testing.T) {
	st := opened(t)
	book := write(t, st)
	change(t, st, func(tx *store.Tx) error {
		n, err := logbook.Erase(tx, func(e logbook.Entry) bool { return e.Realm == 2 })
		if n != 2 {
			t.Errorf("%d entries had something aside, want 2", n)
		}
		return err
	})
	list, err := book.History(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.Aside != (logbook.Aside{}) {
			t.Errorf("entry %d still has %+v", e.Number, e.Aside)
		}
	}
	if found := wrong(t, st); found != "" {
		t.Error(found)
	}
}

// A setting is recorded when it changes, and an address without its value.
func TestSettings(t *testing.T) {
	st := opened(t)
	book := &logbook.Keeper{Disk: st}
	set := func(early, master string) {
		change(t, st, func(tx *store.Tx) error {
			return book.NoteSettings(tx, []logbook.Setting{{Name: "early", Value: early},
				{Name: "gm.mail", Value: master, Aside: true}})
		})
	}
	set("true", "a@example.org")
	set("true", "a@example.org")
	set("false", "a@example.org")
	set("false", "b@example.org")
	list, err := book.History(0)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if list[0].What.Code != "log.setting" || list[0].What.Args[1].S != "true" || list[0].What.Args[2].S != "false" {
		t.Errorf("%+v", list[0])
	}
	if list[1].What.Code != "log.setting-aside" || len(list[1].What.Args) != 1 ||
		list[1].Aside.Text != "b@example.org" {
		t.Errorf("%+v", list[1])
	}
}
