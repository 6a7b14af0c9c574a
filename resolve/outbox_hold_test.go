package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Without numbers, letters that wait after a failure are tried again. Of those that could not be delivered, only the
// ones since the last turn are.
func TestRetryAll(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	for range 2 { // reports 0, from before the turn
		must(t, b.Record(b.NextLetter(worldtest.Day0).ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Permanent, Text: "550"}))
	}
	b.Sent("", worldtest.Day0)
	b.Advance(worldtest.Friday)
	failed, waits := b.NextLetter(worldtest.Friday), uint64(0)
	must(t, b.Record(failed.ID, outbox.Attempt{At: worldtest.Friday, Result: outbox.Permanent, Text: "550"}))
	waits = b.NextLetter(worldtest.Friday).ID
	must(t, b.Record(waits, outbox.Attempt{At: worldtest.Friday, Result: outbox.Temporary, Text: "451"}))
	n, err := players.SendAgain(b.World, b.ClockAt)
	must(t, err)
	if n != 2 || b.Row(failed.ID).State != outbox.Waiting || b.Row(1).State != outbox.Failed {
		t.Errorf("%d tried again, %+v, %+v", n, b.Row(failed.ID), b.Row(1))
	}
	if o := b.NextLetter(worldtest.Friday); o.ID != failed.ID {
		t.Errorf("%+v", o)
	}
}

// In no hour are more letters handed over than the provider accepts. Receipts do not wait behind a turn's reports.
func TestLettersAnHour(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 8, func(s *world.Settings) { s.PerHour = 3 })
	b.ClockAt = worldtest.Day0
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	var times []time.Time
	for now := worldtest.Day0; now.Before(worldtest.Day0.Add(6 * time.Hour)); now = now.Add(time.Minute) {
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
	s, err := gamemaster.StatusOf(b.World, times[8])
	must(t, err)
	if !s.Outbox.Limited.After(times[8]) || s.Outbox.Waiting != 0 {
		t.Errorf("%+v", s.Outbox)
	}
	// A refusal of our own server does not count.
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n", receipt.Taken)
	late := times[8].Add(3 * time.Hour)
	for range 9 {
		must(t, b.Record(b.NextLetter(late).ID, outbox.Attempt{At: late, Result: outbox.Held}))
	}
}

// Reports above the world's size limit are zipped for everybody. The letter is the same in every attempt, even if the
// limit has changed.
func TestZipAboveASize(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{0: "", 1: "ERGEBNIS.ZIP", 1 << 20: ""} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1, func(s *world.Settings) { s.ZipAbove = limit })
		var d outbox.Draft
		first := b.NextLetter(worldtest.Day0)
		must(t, json.Unmarshal(first.Raw, &d))
		if d.Zip != want {
			t.Errorf("limit %d: ZIP %q, want %q", limit, d.Zip, want)
		}
		b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.ZipAbove = 1 - min(limit, 1) })
		if again := b.NextLetter(worldtest.Day0); string(again.Raw) != string(first.Raw) {
			t.Errorf("limit %d: the second attempt differs", limit)
		}
	}
}
