package players_test

import (
	"path/filepath"
	"testing"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A world goes back to a copy, wherever it is. The former one is kept, and the world mails from where it did.
func TestAWorldGoesBackToACopy(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	must(t, world.PlaceOf(b.World, "here").Check(b.ClockAt))
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(t, b.BackupFile(copied))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 4\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	lock, err := disk.Lock(b.Dir)
	must(t, err)
	r, err := players.Restore(b.Dir, copied, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings(), "here",
		logbook.Hand{By: logbook.Command, At: worldtest.Friday}, worldtest.Friday)
	must(t, err)
	if l := r.Lost; !l.Known || l.Was != 2 || l.Turn != 1 || l.Letters != 1 {
		t.Errorf("lost is %+v", l)
	}
	if kept, err := r.Done(lock, worldtest.Friday); err != nil || kept == "" {
		t.Errorf("kept as %q (%v)", kept, err)
	}
	must(t, lock.Unlock())
	old := b.World // another process, which remembers the world as it was
	b.Reopen(worldtest.Tiny{})
	for _, w := range []*world.World{b.World, old} {
		if _, err := players.Wanted(w, worldtest.Friday); err != nil {
			t.Error(err)
		}
		must(t, w.Ask(1, func(c chronicle.Current) {
			if c.Turn != 1 {
				t.Errorf("turn %d awaits orders", c.Turn)
			}
		}))
	}
	must(t, world.PlaceOf(b.World, "here").Check(worldtest.Friday))
	at := world.PlaceOf(b.World, "here")
	at.Database = "another"
	worldtest.WantError(t, at.Check(worldtest.Friday), faults.ErrCopy)
}
