package resolve

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/logbook"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// scanned returns sheets as a process that has just begun reads them. remembered are the same sheets as this process
// returns them.
func (b *table) scanned(turn int) (scanned, remembered []sheets.Record) {
	b.t.Helper()
	must(b.t, b.View(func(tx *store.Tx) (err error) {
		if remembered, err = b.Shelf.Sheets(tx, turn); err != nil {
			return err
		}
		scanned, err = sheets.NewShelf().Sheets(tx, turn)
		return err
	}))
	return scanned, remembered
}

// The sheets that are remembered from letter to letter are those in the store. This holds after letters of all realms,
// in any order, twice, with uncommitted changes in between, and after a turn.
func TestSheetsAreThoseOfTheStore(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3)
	at := day0.Add(time.Hour)
	holds := func(what string, turn, want int) {
		t.Helper()
		scanned, remembered := b.scanned(turn)
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
		b.clockAt = at.Add(time.Duration(i) * time.Minute)
		b.send(n, fmt.Sprintf("$I %d PASSWORD\n$A\ndig %d\n", n, i+1), receipt.Taken)
	}
	holds("after five letters", 1, 3)
	b.clockAt = at.Add(time.Hour)
	b.send(3, "$I 3 PASSWORD\n$A\ndig 7\n", receipt.Taken)
	lost := errors.New("the disk is full")
	err := b.Update(func(tx *store.Tx) error {
		rec, _, err := b.Shelf.Sheet(tx, 1, 1)
		must(t, err)
		rec.Good = 77
		b.Shelf.Put(tx, rec)
		return lost
	})
	if !errors.Is(err, lost) {
		t.Fatal(err)
	}
	holds("after what was not committed", 1, 3)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 5\n", receipt.Taken)
	b.advance(friday)
	holds("the turn gone by", 1, 3)
	holds("the next", 2, 0)
}

// Changes by another writer since this process last looked are seen.
func TestSheetsOfAnotherProcess(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.clockAt = day0.Add(time.Hour)
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	other := &world.World{Setup: b.Setup, Disk: &store.Store{Dir: b.dir}, Shelf: sheets.NewShelf(),
		Keeper: &logbook.Keeper{}}
	_, err := intake.Submit(other, 2, "$A\ndig 2\n", b.clockAt)
	must(t, err)
	if _, got := b.scanned(1); len(got) != 2 {
		t.Errorf("%d sheets are remembered, want 2", len(got))
	}
}
