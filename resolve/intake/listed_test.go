package intake_test

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// The sheets that are remembered from letter to letter are those in the store. This holds after letters of all realms,
// in any order, twice, with uncommitted changes in between, and after a turn.
func TestSheetsAreThoseOfTheStore(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	at := worldtest.Day0.Add(time.Hour)
	holds := func(what string, turn, want int) {
		t.Helper()
		scanned, remembered := b.Scanned(turn)
		if len(scanned) != want || len(remembered) != want {
			t.Errorf("%s: %d in the store, %d remembered, want %d", what, len(scanned), len(remembered), want)
		}
		for i := range min(len(scanned), len(remembered)) {
			if x, y := scanned[i], remembered[i]; x.Realm != y.Realm || x.Text != y.Text || !x.At.Equal(y.At) ||
				x.Good != y.Good || !reflect.DeepEqual(x.Void, y.Void) {
				t.Errorf("%s: realm %d: %+v is remembered as %+v", what, x.Realm, x, y)
			}
		}
	}
	for i, n := range []int{2, 3, 1, 2, 2} {
		b.ClockAt = at.Add(time.Duration(i) * time.Minute)
		b.Send(n, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n", n, i+1), receipt.Taken)
	}
	holds("after five letters", 1, 3)
	b.ClockAt = at.Add(time.Hour)
	b.Send(3, "$I 3 PASSWORD\n$A\ndig 7\n", receipt.Taken)
	lost := errors.New("the disk is full")
	err := b.Update(func(tx *store.Tx) error {
		rec, _ := b.Cache.Sheet(tx, 1, 1)
		rec.Good = 77
		b.Cache.Put(tx, rec)
		return lost
	})
	if !errors.Is(err, lost) {
		t.Fatal(err)
	}
	holds("after what was not committed", 1, 3)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
	b.Advance(worldtest.Friday)
	holds("the turn gone by", 1, 3)
	holds("the next", 2, 0)
}

// Changes by another writer since this process last looked are seen.
func TestSheetsOfAnotherProcess(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	other, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	must(t, err)
	_, err = intake.Submit(other, 2, "$A\ndig 2\n", b.ClockAt)
	must(t, err)
	if _, got := b.Scanned(1); len(got) != 2 {
		t.Errorf("%d sheets are remembered, want 2", len(got))
	}
}

// A store that goes back to an earlier state, from a backup or since a database has lost commits, and goes on from
// there: nothing counts that was remembered of what is lost.
func TestWhatIsLostIsNotRemembered(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	back, err := storetest.Keep(b.Dir, filepath.Join(t.TempDir(), "kept"))
	must(t, err)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	must(t, back())
	other, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
	must(t, err)
	_, err = intake.Submit(other, 2, "$A\ndig 3\n", b.ClockAt)
	must(t, err)
	if _, got := b.Scanned(1); len(got) != 2 || !strings.Contains(got[1].Text, "dig 3") {
		t.Errorf("remembered is %+v", got)
	}
	back, err = storetest.Keep(b.Dir, filepath.Join(t.TempDir(), "kept"))
	must(t, err)
	b.Advance(worldtest.Friday)
	must(t, back())
	_, err = intake.Submit(other, 2, "$A\ndig 7\n", b.ClockAt)
	must(t, err)
	_, err = turns.Advance(other, worldtest.Friday, false)
	must(t, err)
	must(t, b.View(func(tx *store.Tx) error {
		c, err := b.Now(tx)
		must(t, err)
		is, err := chronicle.StateOf(tx, 2)
		if must(t, err); !bytes.Equal(c.World.State(), is) {
			t.Error("the state is the lost one")
		}
		return nil
	}))
}
