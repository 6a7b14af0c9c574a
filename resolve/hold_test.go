package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// Held letters stay; released ones go at the time they were due.
func TestHoldAndRelease(t *testing.T) {
	b := sit(t, tiny{}, 3)
	first := b.next(day0)
	n, err := b.Hold(first.ID)
	must(t, err)
	if n != 1 || b.next(day0).ID == first.ID || b.row(first.ID).State != outbox.OnHold {
		t.Errorf("%d held, %+v", n, b.row(first.ID))
	}
	_, err = b.Hold(first.ID)
	wantError(t, err, store.ErrLetter) // it does not wait
	n, err = b.Hold()
	must(t, err)
	if o, err := b.Next(day0); n != 2 || o != nil || err != nil {
		t.Errorf("%d held, then %+v %v", n, o, err)
	}
	s, err := b.Status(day0)
	must(t, err)
	if s.Outbox.Held != 3 || s.Outbox.Waiting != 0 || s.Outbox.Failed != 0 || len(s.Undelivered) != 0 {
		t.Errorf("%+v", s.Outbox)
	}
	must(t, b.SetMail(1, "neu@example.org"))
	if r := b.row(first.ID); r.State != outbox.OnHold || r.To != "neu@example.org" {
		t.Errorf("a new address lets it go: %+v", r)
	}
	_, err = b.Release(first.ID, 99)
	wantError(t, err, store.ErrLetter)
	if b.row(first.ID).State != outbox.OnHold {
		t.Error("one of two was released though the other is not there")
	}
	n, err = b.Release()
	must(t, err)
	if got := b.sent("", day0); n != 3 || len(got) != 3 {
		t.Errorf("%d released, %d left", n, len(got))
	}
}

// Without numbers those are tried again that wait after a failure, and of those
// that did not arrive the ones since the last turn.
func TestRetryAll(t *testing.T) {
	b := sit(t, tiny{}, 2)
	for range 2 { // reports 0, of before the turn
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

// In no hour more letters are handed over than the provider takes; receipts do
// not stand behind a turn's reports.
func TestLettersAnHour(t *testing.T) {
	b := sit(t, tiny{}, 8, func(s *Settings) { s.PerHour = 3 })
	b.clockAt = day0
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", Taken)
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
	s, err := b.Status(times[8])
	must(t, err)
	if !s.Outbox.Limited.After(times[8]) || s.Outbox.Waiting != 0 {
		t.Errorf("%+v", s.Outbox)
	}
	// Our own server's refusal costs nothing.
	b.send(1, "$I 1 PASSWORD\n$A\ndig 2\n", Taken)
	late := times[8].Add(3 * time.Hour)
	for range 9 {
		must(t, b.Record(b.next(late).ID, outbox.Attempt{At: late, Result: outbox.Held}))
	}
}

// What a server says of the null sender is remembered for that server, for a month.
func TestNullSenderIsRemembered(t *testing.T) {
	b := sit(t, tiny{}, 0)
	refuses := func(server string, at time.Time) bool {
		t.Helper()
		r, err := b.RefusesNull(server, at)
		must(t, err)
		return r
	}
	if refuses("mail:587", day0) {
		t.Error("before anything was said")
	}
	must(t, b.NullRefused("mail:587", day0))
	if !refuses("mail:587", day0.AddDate(0, 0, 29)) || refuses("other:587", day0) ||
		refuses("mail:587", day0.AddDate(0, 0, 31)) {
		t.Error("remembered for the wrong server or time")
	}
}

// Reports larger than the world's limit are zipped for everybody; the letter is
// the same in every attempt, whatever the limit is then.
func TestZipAboveASize(t *testing.T) {
	for limit, want := range map[int]string{0: "", 1: "ERGEBNIS.ZIP", 1 << 20: ""} {
		b := sit(t, tiny{}, 1, func(s *Settings) { s.ZipAbove = limit })
		var d outbox.Draft
		first := b.next(day0)
		must(t, json.Unmarshal(first.Raw, &d))
		if d.Zip != want {
			t.Errorf("limit %d: ZIP %q, want %q", limit, d.Zip, want)
		}
		b.reopen(tiny{}, func(s *Settings) { s.ZipAbove = 1 - min(limit, 1) })
		if again := b.next(day0); string(again.Raw) != string(first.Raw) {
			t.Errorf("limit %d: the second attempt differs", limit)
		}
	}
}
