package resolve

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Copies are smaller than the store, and each is the world again, packed or not. A copy that is cut off is reported,
// and the newest sound one is named.
func TestPackedCopies(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	at := worldtest.Friday
	for range 6 {
		b.Advance(at)
		at = at.AddDate(0, 0, 7)
	}
	copies, err := filepath.Glob(filepath.Join(b.Dir, worldtest.BackupsName, "before-turn-*.db.zst"))
	must(t, err)
	if len(copies) != 5 {
		t.Fatalf("copies %v", copies)
	}
	total := 0
	for i, path := range copies {
		packed, err := os.ReadFile(path)
		must(t, err)
		total += len(packed)
		raw, err := store.Unpack(packed)
		must(t, err)
		for _, put := range [][]byte{packed, raw} {
			must(t, os.WriteFile(b.Path(), put, 0o600))
			b.Reopen(worldtest.Tiny{})
			s, err := gamemaster.StatusOf(b.World, at)
			must(t, err)
			if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 || s.Turn != i+2 {
				t.Errorf("%s: turn %d, %+v, %v", path, s.Turn, v, err)
			}
		}
	}
	if size := len(b.Bytes()); total >= size {
		t.Errorf("five copies have %d bytes, the store %d", total, size)
	}
	last, err := os.ReadFile(copies[4])
	must(t, err)
	must(t, os.WriteFile(copies[4], last[:len(last)/2], 0o600))
	must(t, os.WriteFile(b.Path(), last[:len(last)/2], 0o600))
	_, err = world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrDamaged, "cannot be unpacked", fmt.Sprintf("`weltentor restore %s %s`", b.Dir, copies[3]))
	left, err := filepath.Glob(filepath.Join(b.Dir, worldtest.BackupsName, "look-*"))
	must(t, err)
	if _, err := os.Stat(b.Path() + ".next"); err == nil || len(left) > 0 {
		t.Errorf("half of an unpacked copy is left: %v", left)
	}
}

// A packed copy in place of the store waits for whoever works on the world.
func TestUnpackingTakesTheLock(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	packed := store.Pack(b.Bytes())
	must(t, os.WriteFile(b.Path(), packed, 0o600))
	lock, err := disk.Lock(b.Dir)
	must(t, err)
	_, err = world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrLocked)
	must(t, lock.Unlock())
	b.Reopen(worldtest.Tiny{})
	if rows, err := players.Realms(b.World); err != nil || len(rows) != 1 {
		t.Errorf("%+v, %v", rows, err)
	}
}
