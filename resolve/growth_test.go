package resolve

import (
	"os"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/store"
	"weltentor/resolve/unproven"
	"weltentor/resolve/world"
)

// alive is how many bytes all values of the store have, with their keys.
func (b *table) alive() (size int64) {
	b.t.Helper()
	var add func(*store.Bucket) error
	add = func(in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			if inner := in.Bucket(k); v == nil && inner != nil {
				return add(inner)
			}
			size += int64(len(k) + len(v))
			return nil
		})
	}
	must(b.t, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(_ []byte, in *store.Bucket) error { return add(in) })
	}))
	return size
}

// Strangers do not let a world grow without end. For 30 days 480 hostile letters a day come, of all kinds, with a turn
// and a backup a week. Once everything they may leave is there, only the log grows, by a few entries a day, and the file
// as little. This is KILLS=full; the short form has four days of 60 letters, in which the file grows by what they brought
// at most.
func TestStrangersFillNoStore(t *testing.T) {
	t.Parallel()
	days, each, full := 4, 60, os.Getenv("KILLS") == "full"
	if full {
		days, each = 30, 480
	}
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	deadline, half, halfway, empty := friday, int64(0), int64(0), b.used()
	const filled = 11 << 20
	for day := range days {
		start := day0.AddDate(0, 0, day+1)
		for i := range each {
			b.clockAt = start.Add(time.Duration(i) * 20 * time.Hour / time.Duration(each))
			b.hostile(day*each + i)
			if i%20 == 19 {
				b.sent("", b.clockAt)
			}
		}
		if b.clockAt.After(deadline) {
			b.advance(deadline)
			b.sent("", deadline)
			deadline = deadline.AddDate(0, 0, 7)
		}
		if day == days/2-1 {
			half, halfway = b.alive(), b.used()
		}
		if day%5 == 4 {
			t.Logf("day %d: %d bytes, %d of it alive", day+1, b.used(), b.alive())
		}
	}
	end := b.used()
	switch {
	case !full:
		if each := (end - empty) / int64(days*each); each > 24<<10 {
			t.Errorf("a letter takes %d bytes", each)
		}
		return
	case end > filled:
		t.Errorf("the store has %d bytes, more than what strangers may fill", end)
	case b.alive()-half > 15*24<<10: // 51 entries of the log a day
		t.Errorf("in the second half %d bytes more are alive", b.alive()-half)
	case end-halfway > 1<<20:
		t.Errorf("in the second half the file grew by %d bytes", end-halfway)
	}
	if copies := b.copiesSize(); copies > filled {
		t.Errorf("the backups have %d bytes, of a store of %d", copies, end)
	}
	b.verified()
}

// Of letters whose contents went, the newest are still known, and older ones no more.
func TestOldStrangersAreForgotten(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	must(t, b.Update(func(tx *store.Tx) error {
		d := world.Session{World: b.World, Tx: tx, At: b.clockAt}
		for range unproven.BareKept + 10 {
			n := correspondence.Number(tx, correspondence.Passed{Realm: 1, Text: "How?"})
			for range 2 { // it was in the realm's ring and in the world's
				if err := unproven.Evict(d, unproven.KeptQuestion, store.U64(n)); err != nil {
					return err
				}
			}
		}
		all, err := correspondence.Questions(tx)
		if len(all) != unproven.BareKept || all[0].Number != 11 || all[0].Text != "" {
			t.Errorf("%d are left, the first one is %+v", len(all), all[0])
		}
		return err
	}))
}
