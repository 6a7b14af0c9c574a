package resolve

import (
	"testing"

	"go.etcd.io/bbolt"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
)

// TestRehearseMakesRoom: before a letter is sent, the store's file has enough free pages to record what became of it.
// As long as it has them, nothing is written.
func TestRehearseMakesRoom(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	out, err := b.Next(b.ClockAt)
	must(t, err)
	if out == nil {
		t.Fatal("no letter is due")
	}
	b.Reopen(worldtest.Tiny{}) // a run of its own
	must(t, b.Rehearse(out.ID))
	db, err := bbolt.Open(b.Path(), 0o600, &bbolt.Options{FreelistType: bbolt.FreelistMapType})
	must(t, err)
	free := db.Stats().FreePageN
	must(t, db.Close())
	if free < 64 {
		t.Errorf("%d pages are free, want 64", free)
	}
	worldtest.EditStore(t, b.Dir, func(tx *store.Tx) error {
		if v := tx.Bucket([]byte("meta")).Get([]byte("room")); v != nil {
			t.Errorf("%d bytes are kept", len(v))
		}
		return nil
	})
	before := b.Bytes()
	must(t, b.Rehearse(out.ID))
	if string(before) != string(b.Bytes()) {
		t.Error("with enough room something was written")
	}
	must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
}
