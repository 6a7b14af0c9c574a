package outbox_test

import (
	"bytes"
	"testing"
	"time"

	"weltentor/resolve/outbox"
)

// states returns how many letters of an outbox wait, and how many were sent.
func (b *office) states() (waiting, sent int) {
	b.t.Helper()
	rows, err := b.Outbox()
	must(b.t, err)
	for _, r := range rows {
		switch r.State {
		case outbox.Waiting:
			waiting++
		case outbox.Sent:
			sent++
		}
	}
	return waiting, sent
}

// gone are these letters, with one result.
func gone(letters []*outbox.Outgoing, at time.Time, result outbox.Result) (all []outbox.Gone) {
	for _, o := range letters {
		all = append(all, outbox.Gone{ID: o.ID, Attempt: outbox.Attempt{At: at, Result: result, Text: "what was said"}})
	}
	return all
}

// The results of four letters are recorded when the next four are taken. Each letter is taken once.
func TestExchange(t *testing.T) {
	b := open(t, 10)
	var left []outbox.Gone
	seen := map[uint64]bool{}
	for n, want := range []int{4, 4, 2, 0} {
		next, err := b.Exchange(left, 4, day0)
		must(t, err)
		if waiting, sent := b.states(); len(next) != want || sent != min(4*n, 10) || waiting != 10-sent {
			t.Errorf("%d letters, want %d; %d sent, %d wait", len(next), want, sent, waiting)
		}
		for _, o := range next {
			if seen[o.ID] {
				t.Errorf("letter %d is taken again", o.ID)
			}
			seen[o.ID] = true
		}
		left = gone(next, day0, outbox.Delivered)
	}
}

// Letters whose results were not recorded are taken again, with the same Message-ID and bytes, and no others.
func TestAnExchangeThatIsCutOff(t *testing.T) {
	b := open(t, 6)
	first, err := b.Exchange(nil, 4, day0)
	must(t, err)
	again, err := b.Exchange(nil, 4, day0) // the process was killed
	must(t, err)
	if len(first) != 4 || len(again) != 4 {
		t.Fatalf("%d and %d letters", len(first), len(again))
	}
	for i, was := range first {
		if o := again[i]; o.ID != was.ID || o.MessageID != was.MessageID || !bytes.Equal(o.Raw, was.Raw) {
			t.Errorf("letter %d is another: %+v, was %+v", i+1, o, was)
		}
	}
}

// What was refused waits, also if it is recorded with the next letters. What comes meanwhile is taken with them.
func TestAnExchangeTakesWhatComes(t *testing.T) {
	b := open(t, 2)
	first, err := b.Exchange(nil, 4, day0)
	must(t, err)
	b.queue(outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: 9, Turn: 1, To: "r9@example.org", Subject: "Zug 1"})
	next, err := b.Exchange(append(gone(first[:1], day0, outbox.Temporary), gone(first[1:], day0, outbox.Permanent)...), 4,
		day0)
	must(t, err)
	if len(next) == 0 || next[0].To != "r9@example.org" {
		t.Errorf("%+v", next)
	}
	if one, two := b.row(first[0].ID), b.row(first[1].ID); one.State != outbox.Waiting || two.State != outbox.Failed {
		t.Errorf("%+v, %+v", one, two)
	}
}

// With the limit of an hour, one letter is taken at a time, and of three two.
func TestAnExchangeKeepsTheLimit(t *testing.T) {
	b := open(t, 3)
	b.PerHour = 2
	var left []outbox.Gone
	for n, want := range []int{1, 1, 0} {
		next, err := b.Exchange(left, 4, day0)
		must(t, err)
		if len(next) != want {
			t.Errorf("%d letters at %d, want %d", len(next), n+1, want)
		}
		left = gone(next, day0, outbox.Delivered)
	}
}
