package players_test

import (
	"fmt"
	"testing"

	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// opensCounted is tiny, but counts how often states are opened.
type opensCounted struct {
	worldtest.Tiny
	opened *int
}

func (c opensCounted) Open(state, tables []byte) (game.World, error) {
	*c.opened++
	return c.Tiny.Open(state, tables)
}

// Reading and writing for a realm that joins does not grow with the number of earlier ones: their joins stay where
// they are, and the state is not opened again.
func TestARealmMoreCostsWhatTheFirstDid(t *testing.T) {
	t.Parallel()
	b, opened := worldtest.Found(t, worldtest.Tiny{}, 1), 0
	w, err := world.Open(b.Dir, []game.Rulebook{opensCounted{opened: &opened}}, worldtest.Settings())
	must(t, err)
	b.World = w
	written := func() (size int) {
		must(t, b.View(func(tx *store.Tx) error {
			size = len(tx.Bucket([]byte("turns")).Bucket(store.U32(1)).Get([]byte("opened")))
			return nil
		}))
		return size
	}
	first := written()
	for n := range 30 {
		_, _, err := players.AddRealm(b.World, game.Joining{Name: fmt.Sprint("More ", n), Lang: "en"},
			fmt.Sprintf("more%d@example.org", n), worldtest.Day0)
		must(t, err)
	}
	if got := written(); got != first {
		t.Errorf("the beginning of the turn has %d bytes, with one realm %d", got, first)
	}
	if opened > 1 {
		t.Errorf("the state was opened %d times", opened)
	}
	if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// Changes to the world in a failed transaction are forgotten.
func TestFailedJoinIsForgotten(t *testing.T) {
	t.Parallel()
	b, failed := worldtest.Found(t, worldtest.Tiny{}, 1), fmt.Errorf("the disk has failed")
	err := b.Update(func(tx *store.Tx) error {
		d, err := b.World.Session(tx, worldtest.Day0)
		must(t, err)
		_, err = players.Enrol(d, func(e *players.Enrolment) error {
			n, err := e.Add(game.Joining{Name: "Gone", Lang: "en"},
				roster.RealmRecord{Mail: []string{"gone@example.org"}}, "", notices.Newcomer{})
			if n != 2 {
				t.Errorf("realm %d", n)
			}
			return err
		})
		must(t, err)
		return failed
	})
	worldtest.WantError(t, err, failed)
	n, _, err := players.AddRealm(b.World, game.Joining{Name: "Next", Lang: "en"}, "next@example.org", worldtest.Day0)
	must(t, err)
	if rows, err := players.Realms(b.World); err != nil || n != 2 || len(rows) != 2 || rows[1].Name != "Next" {
		t.Errorf("realm %d of %+v, %v", n, rows, err)
	}
}
