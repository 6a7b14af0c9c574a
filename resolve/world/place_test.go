package world

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

var noon = time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)

// What one look at a folder does not know is ignored. All else must be the same.
func TestOneSpot(t *testing.T) {
	all := Spot{Inode: 7, Born: 1700000000_000000001, Machine: "a"}
	for _, c := range []struct {
		name  string
		other Spot
		one   bool
	}{
		{"the same", all, true},
		{"another number", Spot{Inode: 8, Born: all.Born, Machine: "a"}, false},
		{"the number of a folder that is gone", Spot{Inode: 7, Born: all.Born + 1, Machine: "a"}, false},
		{"another machine", Spot{Inode: 7, Born: all.Born, Machine: "b"}, false},
		{"a machine without a name", Spot{Inode: 7, Born: all.Born}, true},
		{"a file system that does not say when", Spot{Inode: 7, Machine: "a"}, true},
		{"that one on another machine", Spot{Inode: 7, Machine: "b"}, false},
		{"nothing but the number", Spot{Inode: 7}, true},
		{"another number, nothing else", Spot{Inode: 8}, false},
	} {
		if all.is(c.other) != c.one || c.other.is(all) != c.one {
			t.Errorf("%s: %v, want %v", c.name, !c.one, c.one)
		}
	}
}

// The name of a machine is not stored. Two machines differ, and a line end after a name is not part of it.
func TestMachineIsNotShown(t *testing.T) {
	dir := t.TempDir()
	spot := func(machine string) Spot {
		s, err := spotOf(dir, machine)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := spot("3d1219c7c4c5404aaa1f6d2a48adfda4\n"), spot("77d9a1b0e2f84c6c9a55d3c1f00b2a61")
	if a.Machine == b.Machine || len(a.Machine) != 16 || a.Machine == "3d1219c7c4c5404a" {
		t.Errorf("%q, %q", a.Machine, b.Machine)
	}
	if again := spot("3d1219c7c4c5404aaa1f6d2a48adfda4"); again != a || a.Inode == 0 {
		t.Errorf("%+v, %+v", again, a)
	}
	if none := spot(" \n"); none.Machine != "" {
		t.Errorf("%+v", none)
	}
}

// keeperOf returns the keeper of a world's place, with a store that has nothing else.
func keeperOf(t *testing.T, machine string) PlaceKeeper {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "world")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	err := store.Create(filepath.Join(dir, disk.FileName), func(tx *store.Tx) error {
		meta := tx.Bucket([]byte("meta"))
		store.Put(meta, []byte("schema"), store.U32(store.Schema))
		store.Put(meta, []byte("rulebook"), []byte("tiny"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return openedIn(t, dir, machine)
}

func openedIn(t *testing.T, dir, machine string) PlaceKeeper {
	t.Helper()
	disk, err := store.Open(dir, 0, func(*store.Tx) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return PlaceKeeper{Disk: disk, Dir: dir, Machine: machine, Note: (&logbook.Keeper{Disk: disk}).Note}
}

func nothingElse(*store.Tx, uint64) error { return nil }

func (k PlaceKeeper) wants(t *testing.T, what string, want error) {
	t.Helper()
	if err := k.Check(noon); !errors.Is(err, want) || err != nil && want == nil {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// A store without a place takes the first one from which it mails. What was unknown about it then is completed later,
// and no look changes the store without need.
func TestTheFirstPlaceCounts(t *testing.T) {
	k := keeperOf(t, "")
	k.wants(t, "first", nil)
	k.Machine = "a"
	k.wants(t, "the machine has a name now", nil)
	rec, _, err := k.read()
	if err != nil || rec.Machine == "" || !rec.Since.Equal(noon) {
		t.Fatalf("%+v, %v", rec, err)
	}
	before, err := os.ReadFile(filepath.Join(k.Disk.Dir, disk.FileName))
	if err != nil {
		t.Fatal(err)
	}
	k.wants(t, "again", nil)
	k.Machine = ""
	k.wants(t, "in a container without a name", nil)
	k.Machine = "b"
	k.wants(t, "on another machine", faults.ErrCopy)
	after, err := os.ReadFile(filepath.Join(k.Disk.Dir, disk.FileName))
	if err != nil || string(after) != string(before) {
		t.Errorf("a look has changed the store: %v", err)
	}
	if err := k.Adopt(phrase.P("log.adopt"), 0, noon, nothingElse); err != nil {
		t.Fatal(err)
	}
	k.wants(t, "adopted there", nil)
	k.Machine = "a"
	k.wants(t, "where it was", faults.ErrCopy)
}

// A world in a database is where the database says, and a copy of it is not. One that is moved takes the next place.
func TestAPlaceInADatabase(t *testing.T) {
	k := keeperOf(t, "a")
	k.wants(t, "in its folder", nil)
	k.Database = "7/1"
	k.wants(t, "copied into a database", faults.ErrCopy)
	if err := k.Disk.Update(LeavePlace); err != nil {
		t.Fatal(err)
	}
	k.wants(t, "moved there", nil)
	k.Machine = "b"
	k.wants(t, "from another machine", nil)
	k.Database = "7/2"
	k.wants(t, "a copy in the database", faults.ErrCopy)
	k.Database = ""
	k.wants(t, "in its folder again", faults.ErrCopy)
}

// A store that is copied alone into another folder is a copy.
func TestACopiedStore(t *testing.T) {
	k := keeperOf(t, "a")
	k.wants(t, "first", nil)
	raw, err := os.ReadFile(filepath.Join(k.Disk.Dir, disk.FileName))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, disk.FileName), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	openedIn(t, dir, "a").wants(t, "the copy", faults.ErrCopy)
	k.wants(t, "the world", nil)
}

// A mark that this store has made stops nobody, although another host made it since somebody read the store, or many
// since then. A mark of another store does, with a later generation or with the same one.
func TestWhoseMarkOvertakes(t *testing.T) {
	k := keeperOf(t, "a")
	k.wants(t, "first", nil)
	var made []PlaceRecord
	for range tokensKept + 4 {
		rec, err := k.Next(0)
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, rec)
	}
	for _, rec := range made {
		if err := k.Overtake(rec.Generation, rec.Token); !errors.Is(err, faults.ErrLocked) {
			t.Errorf("generation %d of its own: %v", rec.Generation, err)
		}
		k.wants(t, "after a mark of its own", nil)
	}
	for n, foreign := range []PlaceRecord{{Generation: tokensKept + 4, Token: "other"}, {Generation: tokensKept + 6}} {
		if err := k.Overtake(foreign.Generation, foreign.Token); !errors.Is(err, faults.ErrOld) {
			t.Errorf("foreign mark %d: %v", n+1, err)
		}
		k.wants(t, "after a mark of another store", faults.ErrOld)
	}
}
