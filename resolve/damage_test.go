package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Whichever page of a store is damaged, every call returns. If it cannot succeed, it says that the store is damaged
// and what to restore.
func TestEveryPageMayBeDamaged(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	raw := b.Bytes()
	later := worldtest.Friday.AddDate(0, 0, 21)
	spoil := map[string]func([]byte){
		"ones":  func(page []byte) { copy(page, bytes.Repeat([]byte{0xff}, len(page))) },
		"zeros": func(page []byte) { clear(page) },
		"moved": func(page []byte) { copy(page, raw[3*worldtest.PageSize:4*worldtest.PageSize]) },
		"far":   func(page []byte) { copy(page[16:], bytes.Repeat([]byte{0x7f}, 64)) }, // offsets of its first entries
	}
	damaged, backup := 0, filepath.Join(t.TempDir(), "copy.db")
	for name, f := range spoil {
		for at := 2 * worldtest.PageSize; at < len(raw); at += worldtest.PageSize {
			bad := bytes.Clone(raw)
			f(bad[at : at+worldtest.PageSize])
			must(t, os.WriteFile(b.Path(), bad, 0o600))
			for i, call := range []func(w *world.World) error{
				func(w *world.World) error { _, err := gamemaster.StatusOf(w, later); return err },
				func(w *world.World) error { _, err := w.Outbox(); return err },
				func(w *world.World) error { _, err := turns.Report(w, 1, 2); return err },
				func(w *world.World) error { _, err := turns.Verify(w); return err },
				func(w *world.World) error {
					return errors.Join(os.RemoveAll(backup), w.BackupFile(backup))
				},
				func(w *world.World) error { _, err := w.Next(later); return err },
				func(w *world.World) error { _, err := intake.Submit(w, 1, "$A\ndig 1\n", later); return err },
				func(w *world.World) error { _, err := turns.Advance(w, later, true); return err },
			} {
				w, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
				if err == nil {
					err = call(w)
				}
				if err != nil && !errors.Is(err, faults.ErrReport) {
					damaged++
					if !errors.Is(err, faults.ErrDamaged) || !strings.Contains(err.Error(), "`weltentor restore ") ||
						strings.Count(err.Error(), "restore") != 1 {
						t.Errorf("%s in page %d, call %d: %v", name, at/worldtest.PageSize, i, err)
					}
				}
			}
		}
	}
	if damaged < 100 {
		t.Errorf("only %d calls met the damage", damaged)
	}
	// The copy it names is the newest sound one, and makes the world work again.
	tree := bytes.Clone(raw)
	for at := 2 * worldtest.PageSize; at < len(tree); at += worldtest.PageSize {
		clear(tree[at : at+worldtest.PageSize])
	}
	must(t, os.WriteFile(filepath.Join(b.Dir, "backups", "before-turn-00004.db.zst"), store.Pack(tree), 0o600))
	must(t, os.WriteFile(b.Path(), raw[:3*worldtest.PageSize], 0o600))
	_, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrDamaged, "before-turn-00003.db.zst")
	_, from, _ := strings.Cut(err.Error(), "`weltentor restore "+b.Dir+" ")
	from, _, _ = strings.Cut(from, "`")
	copied, err := os.ReadFile(from)
	must(t, err)
	must(t, os.WriteFile(b.Path(), copied, 0o600))
	b.Reopen(worldtest.Tiny{})
	if s, err := gamemaster.StatusOf(b.World, later); err != nil || s.Turn != 3 {
		t.Errorf("turn %d, %v", s.Turn, err)
	}
}

// A panic of ours inside a transaction is not damage to the store.
func TestOurPanicIsNoDamage(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	defer func() {
		if p := recover(); p != "ours" {
			t.Errorf("panic %v", p)
		}
		if _, err := gamemaster.StatusOf(b.World, worldtest.Day0); err != nil { // and the store is not locked
			t.Error(err)
		}
	}()
	_ = b.View(func(*store.Tx) error { panic("ours") })
}

func TestPartOfAWorldIsMissing(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	if err := store.Missing(b.Dir); !errors.Is(err, faults.ErrMissing) ||
		!strings.Contains(err.Error(), "there is no "+filepath.Join(b.Dir, "world.toml")+", but world.db, backups") {
		t.Errorf("without settings: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(b.Dir, "world.toml"), nil, 0o600))
	if err := store.Missing(b.Dir); err != nil {
		t.Errorf("nothing is missing: %v", err)
	}
	must(t, os.Remove(b.Path()))
	_, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrMissing, "there is no "+b.Path(),
		"`weltentor restore "+b.Dir+" "+filepath.Join(b.Dir, "backups", "before-turn-00003.db"))
	_, err = world.Open(t.TempDir(), []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	worldtest.WantError(t, err, faults.ErrNoWorld)
}

// A caller with its own words for an error needs only the rest of it.
func TestDetail(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	_, err := turns.Report(b.World, 1, 1)
	if want := "realm 1 has no report of turn 1"; !errors.Is(err, faults.ErrReport) || errors.Is(err, faults.ErrRealm) ||
		faults.Detail(err) != want {
		t.Errorf("%v, detail %q", err, faults.Detail(err))
	}
	if _, err = turns.Report(b.World, 9, 1); !errors.Is(err, faults.ErrRealm) {
		t.Error(err)
	}
	wrapped := fmt.Errorf("adding a realm: %w", err)
	if faults.Detail(wrapped) != "9" || faults.Detail(io.EOF) != "EOF" {
		t.Errorf("%q, %q", faults.Detail(wrapped), faults.Detail(io.EOF))
	}
}

// If the clock is five weeks ahead, turns are resolved only by force.
func TestClockFarAhead(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before := b.Bytes()
	_, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 35).Add(time.Second), false)
	worldtest.WantError(t, err, faults.ErrAhead, "turn 1 was due on 2026-11-27 18:00:00 CET", "--force")
	if !bytes.Equal(before, b.Bytes()) {
		t.Error("something was stored")
	}
	did, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 36), true)
	must(t, err)
	again, err := turns.Advance(b.World, worldtest.Friday.AddDate(0, 0, 36).Add(time.Minute), true)
	must(t, err)
	if !did.Former.IsZero() || !again.Former.Equal(worldtest.Friday.AddDate(0, 0, 36)) {
		t.Errorf("former turns at %s and %s", did.Former, again.Former)
	}
}
