package resolve

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// Whatever becomes of a letter, it is due exactly as long as it waits, at its time,
// and once.
func TestWhatWaitsIsDue(t *testing.T) {
	b := sit(t, tiny{}, 1)
	dice := rand.New(rand.NewPCG(8, 1))
	states := []outbox.State{outbox.Waiting, outbox.Sent, outbox.Failed, outbox.OnHold, outbox.Waiting, outbox.Bounced}
	must(t, b.update(func(tx *store.Tx) error {
		o := outbox.In(tx)
		var ids []uint64
		for range 20 {
			ids = append(ids, o.Add(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice}}, day0).ID)
		}
		for range 500 {
			e, err := o.Letter(ids[dice.IntN(len(ids))])
			must(t, err)
			for range dice.IntN(3) + 1 { // saved several times as it was read once
				e.State, e.Due = states[dice.IntN(len(states))], day0.Add(time.Duration(dice.IntN(3))*time.Hour)
				if e.State == outbox.Waiting && dice.IntN(2) == 0 {
					e.Attempts = append(e.Attempts, outbox.Attempt{At: day0, Result: outbox.Temporary})
				}
				e.Ticked = dice.IntN(4) == 0
				o.Save(&e)
			}
			var want, got [][]byte
			wantCount, undelivered := outbox.OutboxCount{}, []uint64(nil)
			must(t, o.Walk(func(e outbox.Entry) {
				counted(&wantCount, e)
				if e.Undelivered() {
					undelivered = append(undelivered, e.ID)
				}
				if e.State == outbox.Waiting {
					want = append(want, outbox.DueKey(e))
				}
			}))
			for k := range store.KeysOf(tx.Bucket(store.DueBucket)) {
				got = append(got, slices.Clone(k))
			}
			slices.SortFunc(want, slices.Compare)
			if !slices.EqualFunc(got, want, slices.Equal) {
				t.Fatalf("due are %x, %x wait", got, want)
			}
			count, rows, err := o.Standing()
			must(t, err)
			if count != wantCount || !slices.EqualFunc(rows, undelivered,
				func(r outbox.OutboxRow, id uint64) bool { return r.ID == id }) {
				t.Fatalf("counted %+v, undelivered %v; there are %+v, %v", count, rows, wantCount, undelivered)
			}
		}
		letters, err := o.All(func(e outbox.Entry) bool { return e.State == outbox.Waiting })
		must(t, err)
		for _, e := range letters {
			o.Drop(e)
		}
		if count, _, err := o.Standing(); err != nil || count.Waiting+count.Retried != 0 || !count.Oldest.IsZero() {
			t.Errorf("%+v, %v", count, err)
		}
		if k, _ := tx.Bucket(store.DueBucket).Cursor().First(); k != nil {
			t.Errorf("%x is due and no letter", k)
		}
		return nil
	}))
}

// counted counts a letter as status once did, one by one.
func counted(n *outbox.OutboxCount, e outbox.Entry) {
	switch e.State {
	case outbox.Waiting:
		n.Waiting++
		if len(e.Attempts) > 0 {
			n.Retried++
		}
		if n.Oldest.IsZero() {
			n.Oldest = e.Queued
		}
	case outbox.Sent:
		n.Sent++
	case outbox.Unclear:
		n.Unclear++
	case outbox.OnHold:
		n.Held++
	case outbox.Bounced:
		n.Bounced++
	default:
		n.Failed++
	}
}

// What status costs, and what an idle call of cron asks of the store, does not grow
// with the letters and turns there were: the same after 60 turns as after 2, where
// all letters but the last have left, came back or were ticked off.
func TestWhatStatusCosts(t *testing.T) {
	b := sit(t, tiny{}, 4)
	at, cost, values, bytes := friday, map[int]float64{}, map[int]int64{}, map[int]int64{}
	for turn := 1; turn <= 60; turn++ {
		b.advance(at)
		for range 4 {
			o, err := b.Next(at)
			must(t, err)
			must(t, b.Record(o.ID, outbox.Attempt{At: at,
				Result: []outbox.Result{outbox.Delivered, outbox.Permanent}[turn%2]}))
		}
		b.sent("", at)
		s, err := b.Status(at)
		must(t, err)
		for _, row := range s.Undelivered {
			must(t, b.Dismiss(row.ID))
		}
		for _, n := range s.Notices {
			must(t, b.NoticesTold(at, n.ID))
		}
		at = at.AddDate(0, 0, 7)
		idle := func() {
			_, err := b.Status(at)
			must(t, err)
			_, err = b.Next(at)
			must(t, err)
			_, err = b.Seat(at)
			must(t, err)
		}
		cost[turn] = testing.AllocsPerRun(5, idle)
		values[turn], bytes[turn] = storeRead(idle)
	}
	if n, err := b.Outbox(); err != nil || len(n) < 240 {
		t.Errorf("%d letters, %v", len(n), err)
	}
	if cost[60] > cost[2]*1.2 {
		t.Errorf("%.0f allocations after 60 turns, %.0f after 2", cost[60], cost[2])
	}
	if values[2] == 0 || values[60] > values[2] {
		t.Errorf("%d values read after 60 turns, %d after 2", values[60], values[2])
	}
	if float64(bytes[60]) > float64(bytes[2])*1.05 { // a number has more digits
		t.Errorf("%d bytes read after 60 turns, %d after 2", bytes[60], bytes[2])
	}
}

// storeRead tells how many values a call reads from the store, and their bytes.
func storeRead(call func()) (values, bytes int64) {
	valuesBefore, bytesBefore := store.Read()
	call()
	values, bytes = store.Read()
	return values - valuesBefore, bytes - bytesBefore
}

// The buckets of the outbox are opened where they are made, and by the outbox.
func TestOnlyTheOutboxOpensItsBuckets(t *testing.T) {
	files, err := filepath.Glob("*.go")
	must(t, err)
	rooms, err := filepath.Glob("*/*.go")
	must(t, err)
	bucket := regexp.MustCompile(`\b(?i:outbox|drafts|due|ids|unsettled)Bucket\b`)
	opened := 0
	for _, f := range append(files, rooms...) {
		if strings.HasSuffix(f, "_test.go") || f == "store/layout.go" || f == "store/step_2.go" {
			continue
		}
		text, err := os.ReadFile(f)
		must(t, err)
		switch found := bucket.FindAll(text, -1); {
		case f == "outbox/outbox.go":
			opened = len(found)
		case len(found) > 0:
			t.Errorf("%s opens %s", f, found[0])
		}
	}
	if opened == 0 {
		t.Error("the outbox opens none of them")
	}
}
