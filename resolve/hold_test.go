package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
)

// Without numbers, letters that wait after a failure are tried again. Of those that could not be delivered, only the
// ones since the last turn are.
func TestRetryAll(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	for range 2 { // reports 0, from before the turn
		must(t, b.Record(b.next(day0).ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "550"}))
	}
	b.sent("", day0)
	b.advance(friday)
	failed, waits := b.next(friday), uint64(0)
	must(t, b.Record(failed.ID, outbox.Attempt{At: friday, Result: outbox.Permanent, Text: "550"}))
	waits = b.next(friday).ID
	must(t, b.Record(waits, outbox.Attempt{At: friday, Result: outbox.Temporary, Text: "451"}))
	n, err := b.RetryAll()
	must(t, err)
	if n != 2 || b.row(failed.ID).State != outbox.Waiting || b.row(1).State != outbox.Failed {
		t.Errorf("%d tried again, %+v, %+v", n, b.row(failed.ID), b.row(1))
	}
	if o := b.next(friday); o.ID != failed.ID {
		t.Errorf("%+v", o)
	}
}

// In no hour are more letters handed over than the provider accepts. Receipts do not wait behind a turn's reports.
func TestLettersAnHour(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 8, func(s *world.Settings) { s.PerHour = 3 })
	b.clockAt = day0
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	var times []time.Time
	for now := day0; now.Before(day0.Add(6 * time.Hour)); now = now.Add(time.Minute) {
		o, err := b.Next(now)
		must(t, err)
		if o == nil {
			continue
		}
		if receipt := strings.Contains(o.MessageID, "receipt"); receipt != (len(times) == 0) {
			t.Errorf("letter %d is %s", len(times), o.MessageID)
		}
		times = append(times, now)
		must(t, b.Record(o.ID, outbox.Attempt{At: now, Result: outbox.Delivered}))
	}
	if len(times) != 9 {
		t.Fatalf("%d letters left: %v", len(times), times)
	}
	for i := 3; i < len(times); i++ {
		if gap := times[i].Sub(times[i-3]); gap <= time.Hour || gap > 70*time.Minute {
			t.Errorf("the letters %d to %d leave within %s", i-3, i, gap)
		}
	}
	s, err := master.StatusOf(b.World, times[8])
	must(t, err)
	if !s.Outbox.Limited.After(times[8]) || s.Outbox.Waiting != 0 {
		t.Errorf("%+v", s.Outbox)
	}
	// A refusal of our own server does not count.
	b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	late := times[8].Add(3 * time.Hour)
	for range 9 {
		must(t, b.Record(b.next(late).ID, outbox.Attempt{At: late, Result: outbox.Held}))
	}
}

// Reports above the world's size limit are zipped for everybody. The letter is the same in every attempt, even if the
// limit has changed.
func TestZipAboveASize(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{0: "", 1: "ERGEBNIS.ZIP", 1 << 20: ""} {
		b := sit(t, tiny{}, 1, func(s *world.Settings) { s.ZipAbove = limit })
		var d outbox.Draft
		first := b.next(day0)
		must(t, json.Unmarshal(first.Raw, &d))
		if d.Zip != want {
			t.Errorf("limit %d: ZIP %q, want %q", limit, d.Zip, want)
		}
		b.reopen(tiny{}, func(s *world.Settings) { s.ZipAbove = 1 - min(limit, 1) })
		if again := b.next(day0); string(again.Raw) != string(first.Raw) {
			t.Errorf("limit %d: the second attempt differs", limit)
		}
	}
}
