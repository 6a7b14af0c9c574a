package sender_test

import (
	"os"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// alive is how many bytes all values of the store have, with their keys.
func alive(b *worldtest.Game) (size int64) {
	b.T.Helper()
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
	must(b.T, b.View(func(tx *store.Tx) error {
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
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	deadline, half, halfway, empty := worldtest.Friday, int64(0), int64(0), worldtest.Used(b)
	const filled = 11 << 20
	for day := range days {
		start := worldtest.Day0.AddDate(0, 0, day+1)
		for i := range each {
			b.ClockAt = start.Add(time.Duration(i) * 20 * time.Hour / time.Duration(each))
			hostile(b, day*each+i)
			if i%20 == 19 {
				b.Sent("", b.ClockAt)
			}
		}
		if b.ClockAt.After(deadline) {
			b.Advance(deadline)
			b.Sent("", deadline)
			deadline = deadline.AddDate(0, 0, 7)
		}
		if day == days/2-1 {
			half, halfway = alive(b), worldtest.Used(b)
		}
		if day%5 == 4 {
			t.Logf("day %d: %d bytes, %d of it alive", day+1, worldtest.Used(b), alive(b))
		}
	}
	end := worldtest.Used(b)
	switch {
	case !full:
		if each := (end - empty) / int64(days*each); each > 24<<10 {
			t.Errorf("a letter takes %d bytes", each)
		}
		return
	case end > filled:
		t.Errorf("the store has %d bytes, more than what strangers may fill", end)
	case alive(b)-half > 15*24<<10: // 51 entries of the log a day
		t.Errorf("in the second half %d bytes more are alive", alive(b)-half)
	case end-halfway > 1<<20:
		t.Errorf("in the second half the file grew by %d bytes", end-halfway)
	}
	if copies := worldtest.CopiesSize(b); copies > filled {
		t.Errorf("the backups have %d bytes, of a store of %d", copies, end)
	}
	b.Verified()
}

// Of letters whose contents went, the newest are still known, and older ones no more.
func TestOldStrangersAreForgotten(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	must(t, b.Update(func(tx *store.Tx) error {
		d := world.Session{World: b.World, Tx: tx, At: b.ClockAt}
		for range sender.BareKept + 10 {
			n := correspondence.Number(tx, correspondence.Forwarded{Realm: 1, Text: "How?"})
			for range 2 { // it was in the realm's ring and in the world's
				if err := sender.Evict(d, sender.KeptQuestion, store.U64(n)); err != nil {
					return err
				}
			}
		}
		all := correspondence.Questions(tx)
		if len(all) != sender.BareKept || all[0].Number != 11 || all[0].Text != "" {
			t.Errorf("%d are left, the first one is %+v", len(all), all[0])
		}
		return nil
	}))
}
