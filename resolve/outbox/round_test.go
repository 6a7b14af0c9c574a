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

// hand takes the next letter of a round and records a result for it. It returns nil if there is none.
func hand(t *testing.T, r *outbox.Round, now time.Time, result outbox.Result) *outbox.Outgoing {
	t.Helper()
	o, err := r.Next(now)
	must(t, err)
	if o != nil {
		must(t, r.Record(o.ID, outbox.Attempt{At: now, Result: result, Text: "what was said"}))
	}
	return o
}

// The results of four letters are recorded together, each is sent once, and the rest is recorded at the end.
func TestARoundWritesSeveralDown(t *testing.T) {
	b := open(t, 10)
	r := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour}
	seen := map[uint64]bool{}
	for n, wantSent := range []int{0, 0, 0, 4, 4, 4, 4, 8, 8, 8} {
		o := hand(t, r, day0, outbox.Delivered)
		if o == nil || seen[o.ID] {
			t.Fatalf("letter %d: %+v", n+1, o)
		}
		seen[o.ID] = true
		if waiting, sent := b.states(); sent != wantSent || waiting != 10-wantSent {
			t.Errorf("after %d: %d sent, %d wait; want %d sent", n+1, sent, waiting, wantSent)
		}
	}
	if o := hand(t, r, day0, outbox.Delivered); o != nil {
		t.Errorf("%+v left again", o)
	}
	if waiting, sent := b.states(); sent != 10 || waiting != 0 {
		t.Errorf("at the end: %d sent, %d wait", sent, waiting)
	}
	must(t, r.Settle())
}

// A letter whose result was not recorded is sent again, with the same Message-ID and bytes.
func TestARoundThatIsCutOff(t *testing.T) {
	b := open(t, 5)
	r := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour}
	first := []*outbox.Outgoing{hand(t, r, day0, outbox.Delivered), hand(t, r, day0, outbox.Delivered),
		hand(t, r, day0, outbox.Delivered)}
	again := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour} // the process was killed
	for i, was := range first {
		o := hand(t, again, day0, outbox.Delivered)
		if o.ID != was.ID || o.MessageID != was.MessageID || !bytes.Equal(o.Raw, was.Raw) {
			t.Errorf("letter %d is another: %+v, was %+v", i+1, o, was)
		}
	}
}

// The result of a letter that was not accepted is recorded at once. So it is when the first result has waited long
// enough, and without a number each is recorded alone.
func TestARoundDoesNotWait(t *testing.T) {
	for name, c := range map[string]struct {
		round  outbox.Round
		result outbox.Result
		hour   int
	}{
		"refused":    {outbox.Round{Most: 4, Wait: time.Hour}, outbox.Permanent, 0},
		"busy":       {outbox.Round{Most: 4, Wait: time.Hour}, outbox.Temporary, 0},
		"held":       {outbox.Round{Most: 4, Wait: time.Hour}, outbox.Held, 0},
		"no time":    {outbox.Round{Most: 4}, outbox.Delivered, 0},
		"each":       {outbox.Round{Wait: time.Hour}, outbox.Delivered, 0},
		"one":        {outbox.Round{Most: 1, Wait: time.Hour}, outbox.Delivered, 0},
		"in an hour": {outbox.Round{Most: 4, Wait: time.Hour}, outbox.Delivered, 100},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, 3)
			b.PerHour = c.hour
			c.round.Office = b.Office
			o := hand(t, &c.round, day0, c.result)
			if row := b.row(o.ID); len(row.Attempts) != 1 {
				t.Errorf("not written down: %+v", row)
			}
		})
	}
	t.Run("those before it", func(t *testing.T) {
		b := open(t, 3)
		r := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour}
		first := hand(t, r, day0, outbox.Delivered)
		hand(t, r, day0, outbox.Permanent)
		if row := b.row(first.ID); row.State != outbox.Sent {
			t.Errorf("%+v", row)
		}
	})
}

// The limit of an hour applies in a round: of three letters, two are sent.
func TestARoundKeepsTheLimit(t *testing.T) {
	b := open(t, 3)
	b.PerHour = 2
	r := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour}
	for n := range 3 {
		if o := hand(t, r, day0, outbox.Delivered); (o == nil) != (n == 2) {
			t.Errorf("letter %d: %+v", n+1, o)
		}
	}
}

// A letter that is queued while others are on their way is sent in the same round.
func TestARoundTakesWhatComes(t *testing.T) {
	b := open(t, 1)
	r := &outbox.Round{Office: b.Office, Most: 4, Wait: time.Hour}
	hand(t, r, day0, outbox.Delivered)
	b.queue(outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: 9, Turn: 1, To: "r9@example.org", Subject: "Zug 1"})
	if o := hand(t, r, day0, outbox.Delivered); o == nil || o.To != "r9@example.org" {
		t.Errorf("%+v", o)
	}
}
