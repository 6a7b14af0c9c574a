package players_test

import (
	"errors"
	"path/filepath"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
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
	must(t, b.View(func(tx *store.Tx) error { // why the turn waits
		for lang, want := range map[phrase.Lang]string{
			phrase.De: "das Spiel wurde aus einer Sicherung wiederhergestellt, und die Briefe seither sind noch " +
				"nicht wieder gelesen",
			phrase.En: "the game was restored from a backup, and the letters that came since have not been read again",
		} {
			if got := notices.Because(b.World.Setup, deadlines.ReadMailbox(tx), lang); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return nil
	}))
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

// silent is an engine that does not answer.
type silent struct {
	store.Engine
	why error
}

func (s silent) View(func(store.Keys) error) error { return s.why }
func (silent) String() string                      { return "north" }

// A copy is not taken for all there is because the database does not answer now, or is an older one.
func TestACopyIsComparedWithADatabaseThatAnswers(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(t, b.BackupFile(copied))
	for _, why := range []error{faults.ErrSilent, faults.ErrOlder} {
		s := worldtest.Settings()
		s.Elsewhere = func(string) (store.Engine, error) { return silent{why: why}, nil }
		_, err := players.Restore(b.Dir, copied, []game.Rulebook{worldtest.Tiny{}}, s, "here",
			logbook.Hand{By: logbook.Command, At: worldtest.Friday}, worldtest.Friday)
		if !errors.Is(err, players.ErrPresent) || !errors.Is(err, why) {
			t.Errorf("%v: restored with %v", why, err)
		}
	}
}
