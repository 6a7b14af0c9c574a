package resolve

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A store of each schema is kept as it was written, in testdata. It is made
// once, when the schema is new, and never again:
//
//	go test ./resolve -run TestStoredSchemas -write-schema
var writeSchema = flag.Bool("write-schema", false, "write the store of the present schema into testdata")

func storedSchema(n int) string { return fmt.Sprintf("testdata/schema%d.db.zst", n) }

// layStored puts the stored store of a schema into a folder, as a world.
func layStored(t *testing.T, schema int, dir string) (raw []byte) {
	t.Helper()
	packed, err := os.ReadFile(storedSchema(schema))
	must(t, err)
	raw, err = store.Unpack(packed)
	must(t, err)
	must(t, os.Chmod(dir, 0o700))
	must(t, os.WriteFile(filepath.Join(dir, disk.FileName), raw, 0o600))
	return raw
}

// The stores of all schemas: two realms of tiny, three turns, a third realm that
// joined in turn 3, letters sent and waiting, one sheet replaced, orders for
// turn 4. Realm 1's password is the first one `drawn` gives. It is not parallel, since passwords are hashed here as they
// were in these stores, and secrets.Memory is for all tests of the process.
func TestStoredSchemas(t *testing.T) {
	secrets.Memory = fullMemory
	t.Cleanup(worldtest.CheapPasswords)
	if *writeSchema {
		b := worldtest.Played(t)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
		must(t, os.MkdirAll("testdata", 0o755))
		must(t, os.WriteFile(storedSchema(store.Schema), store.Pack(b.Bytes()), 0o644))
	}
	for schema := 2; schema <= store.Schema; schema++ {
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			dir := t.TempDir()
			layStored(t, schema, dir)
			before := everything(t, dir)
			playsOn(t, dir)
			kept, err := os.ReadFile(filepath.Join(dir, worldtest.BackupsName,
				fmt.Sprintf("before-schema-%d.db.zst", store.Schema)))
			if schema == store.Schema {
				if !errors.Is(err, os.ErrNotExist) {
					t.Errorf("a copy was made of a store of the present schema (%v)", err)
				}
				return
			}
			must(t, err)
			kept, err = store.Unpack(kept)
			must(t, err)
			must(t, os.WriteFile(filepath.Join(dir, disk.FileName), kept, 0o600)) // put back: the world as it was
			if !maps.Equal(before, everything(t, dir)) {
				t.Error("the copy made before raising differs")
			}
			playsOn(t, dir)
		})
	}
}

// playsOn checks what a stored store contains, and plays a turn.
func playsOn(t *testing.T, dir string) {
	t.Helper()
	b := &worldtest.Game{T: t, Dir: dir, Passwords: []string{""}, Mails: 1000, ClockAt: worldtest.Friday.AddDate(0, 0, 14)}
	b.Reopen(worldtest.Tiny{})
	var r roster.RealmRecord
	password, err := r.Renew(b.Random())
	must(t, err)
	b.Passwords = append(b.Passwords, password)
	v, err := turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 || len(v.Turns) != 3 || !v.Turns[0].Replayed {
		t.Fatalf("%+v", v)
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	if s.Schema != store.Schema || s.Turn != 4 || len(s.Realms) != 3 || s.Realms[0].Good != 1 ||
		s.Realms[2].Name != "Late" || s.Outbox.Waiting == 0 {
		t.Errorf("%+v", s)
	}
	b.Send(1, "$I 1 PASSWORD 4\n$A\ndig 6\n", receipt.Taken)
	b.Advance(worldtest.Friday.AddDate(0, 0, 21))
	// welcomes, then three turns, then this one
	if letters := b.Sent("report", worldtest.Friday.AddDate(0, 0, 30)); len(letters) != 3+2+2+3+3 {
		t.Errorf("%d reports", len(letters))
	}
	if _, err := intake.Submit(b.World, 2, "$A\ndig 1\n", worldtest.Friday.AddDate(0, 0, 21)); err != nil {
		t.Error(err)
	}
	if n, _, err := players.AddRealm(b.World, game.Joining{Name: "New", Lang: phrase.En}, "new@example.org",
		worldtest.Friday.AddDate(0, 0, 22)); err != nil || n != 4 {
		t.Errorf("realm %d, %v", n, err)
	}
	v, err = turns.Verify(b.World)
	must(t, err)
	if len(v.Wrong) > 0 || len(v.Turns) != 4 {
		t.Errorf("%+v", v)
	}
}

// A store of the time before any version that was given out is too old, and no damage. It stays as it is.
func TestTooOldAStoreIsNoDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	raw := layStored(t, 1, dir)
	_, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrSchema)
	worldtest.Has(t, err.Error(), "schema 1, this program reads 2 to 3")
	now, err := os.ReadFile(filepath.Join(dir, disk.FileName))
	must(t, err)
	if !bytes.Equal(now, raw) {
		t.Error("the store was changed")
	}
}

// If a command is killed while it raises stores, with any file half written, the store is raised when it is opened
// next.
func TestRaisingKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	layStored(t, 2, dir)
	began := time.Now()
	_, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	must(t, err)
	one := time.Since(began)
	raised, halves := 0, 0
	for n := 0; n < 12 || n < 60 && (raised < 12 || halves == 0); n++ {
		dir := t.TempDir()
		c := start(t, dir, "raise")
		time.Sleep(time.Duration(n%12) * one / 6)
		kill(t, c)
		worlds, err := os.ReadDir(dir)
		must(t, err)
		for _, w := range worlds {
			path := filepath.Join(dir, w.Name())
			if _, err := os.Stat(filepath.Join(path, disk.FileName)); err != nil {
				continue // not written yet
			}
			for _, half := range []string{disk.FileName + ".next", worldtest.BackupsName +
				"/before-schema-3.db.zst.half"} {
				if _, err := os.Stat(filepath.Join(path, half)); err == nil {
					halves++
				}
			}
			raised++
			world, err := world.Open(path, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
			must(t, err)
			if v, err := turns.Verify(world); err != nil || len(v.Wrong) > 0 || len(v.Turns) != 3 {
				t.Errorf("%+v, %v", v, err)
			}
			if _, err := os.Stat(filepath.Join(path, disk.FileName+".next")); err == nil {
				t.Error("half a store is left")
			}
		}
	}
	if raised < 12 || halves == 0 {
		t.Errorf("%d stores looked at, %d of them were hit in the middle", raised, halves)
	}
}

// A damaged store is not raised: its values would be sealed as they are.
func TestDamagedStoreIsNotRaised(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	raw := layStored(t, 2, dir)
	bad := bytes.Clone(raw)
	clear(bad[5*worldtest.PageSize : 6*worldtest.PageSize])
	must(t, os.WriteFile(filepath.Join(dir, disk.FileName), bad, 0o600))
	_, err := world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrDamaged)
	if now, err := os.ReadFile(filepath.Join(dir, disk.FileName)); err != nil || !bytes.Equal(now, bad) {
		t.Error("the store was changed")
	}
}

// A store of an older schema waits for whoever works on it. Like TestStoredSchemas, it is not parallel.
func TestRaisingTakesTheLock(t *testing.T) {
	secrets.Memory = fullMemory
	t.Cleanup(worldtest.CheapPasswords)
	dir := t.TempDir()
	raw := layStored(t, 2, dir)
	lock, err := disk.Lock(dir)
	must(t, err)
	_, err = world.Open(dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrLocked)
	if now, err := os.ReadFile(filepath.Join(dir, disk.FileName)); err != nil || !bytes.Equal(now, raw) {
		t.Error("the store was changed")
	}
	must(t, lock.Unlock())
	playsOn(t, dir)
}
