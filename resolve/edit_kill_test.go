package resolve

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// editMany sets the treasury of realm 1 again and again to the number of changes so far, beginning with 101.
func editMany(dir string) error {
	w, err := world.Open(dir, []game.Rulebook{worldtest.Handful{}}, worldtest.Settings())
	if err != nil {
		return err
	}
	log, err := w.History(0)
	for n := 101 + len(edits(log)); err == nil; n++ {
		_, err = gamemaster.Edit(w, []string{"set", "1", strconv.Itoa(n)}, worldtest.Why, false, worldtest.Day0)
	}
	return err
}

// edits returns the changes by hand in a logbook.
func edits(log []logbook.Entry) []logbook.Entry {
	return slices.DeleteFunc(log, func(e logbook.Entry) bool { return e.What.Code != "log.edit" })
}

// A change that is killed at any instant is in the world, in the opening list and in the logbook. Or it is in none of
// them. KILLS=full kills fifty calls, otherwise it is every fifth of these.
func TestChangeByHandKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	b, done, calls := worldtest.Found(t, worldtest.Handful{}, 1), 0, 0
	for n := 0; n < 50; n += worldtest.Bouts(5, 1) {
		calls++
		c := start(t, b.Dir, "edit")
		time.Sleep(time.Duration(20+n*3) * time.Millisecond)
		kill(t, c)
		b.Reopen(worldtest.Handful{})
		log, err := b.History(0)
		must(t, err)
		done = len(edits(log))
		must(t, b.View(func(tx *store.Tx) error {
			now, err := b.Now(tx)
			must(t, err)
			gold := now.World.(worldtest.HandfulWorld).All[0].Gold
			if now.Opened.Edits != done || len(now.Edited) != done || done > 0 && gold != int64(100+done) {
				t.Errorf("%d changes in the logbook, %d opened, %d told, and %d gold", done, now.Opened.Edits,
					len(now.Edited), gold)
			}
			return nil
		}))
	}
	b.Verified()
	if t.Logf("%d changes were made in %d calls that were killed", done, calls); done == 0 {
		t.Error("nobody was killed at work")
	}
}
