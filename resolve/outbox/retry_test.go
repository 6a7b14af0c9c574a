package outbox_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// If a server does not let us in, that costs no letter an attempt, however long it lasts.
func TestHeldIsNoAttempt(t *testing.T) {
	b := open(t, 1)
	first := b.next(day0)
	for day := range 30 {
		must(t, b.Record(first.ID,
			outbox.Attempt{At: day0.AddDate(0, 0, day), Result: outbox.Held, Text: "auth: 535 wrong password"}))
		if o := b.next(day0.AddDate(0, 0, day)); o.ID != first.ID || o.Attempts != 0 {
			t.Fatalf("day %d: %+v", day, o)
		}
	}
	if r := b.row(first.ID); r.State != outbox.Waiting || len(r.Attempts) != 1 ||
		r.Reason != "auth: 535 wrong password" {
		t.Errorf("%+v", r)
	}
	// Then the recipient's server is busy: the first wait is that of a first attempt.
	now := day0.AddDate(0, 0, 31)
	must(t, b.Record(first.ID, outbox.Attempt{At: now, Result: outbox.Temporary}))
	if r := b.row(first.ID); r.State != outbox.Waiting || !r.Due.Equal(now.Add(5*time.Minute)) {
		t.Errorf("%+v", r)
	}
	must(t, b.Record(first.ID, outbox.Attempt{At: now.Add(time.Hour), Result: outbox.Delivered}))
	if r := b.row(first.ID); r.State != outbox.Sent || r.Reason != "" {
		t.Errorf("%+v", r)
	}
}

// If the server answers a letter as if it would serve none, the letter goes behind those that are due with it. It has
// no other disadvantage.
func TestHeldAtALetterTriesOthersFirst(t *testing.T) {
	b := open(t, 3)
	now := day0.Add(time.Hour)
	first := b.next(now)
	seen := map[uint64]bool{}
	for i := range 6 {
		o := b.next(now)
		if i == 3 && len(seen) != 3 || i == 3 && o.ID != first.ID {
			t.Errorf("three calls tried %v; then comes %d", seen, o.ID)
		}
		seen[o.ID] = true
		must(t, b.Record(o.ID, outbox.Attempt{At: now, Result: outbox.Held, Behind: true,
			Text: "MAIL: 530 login wanted"}))
		now = now.Add(time.Minute)
	}
	if r := b.row(first.ID); r.State != outbox.Waiting || len(r.Attempts) != 1 || r.Due.After(now) {
		t.Errorf("%+v", r)
	}
}

// The five days begin with the first attempt, and there must be six attempts in them.
func TestLateFirstAttempt(t *testing.T) {
	b := open(t, 1)
	now := day0.AddDate(0, 0, 20) // nothing was sent for that long
	id := b.next(now).ID
	for i, after := range []int{0, 1, 4, 5, 6} { // days, with cron running seldom
		must(t, b.Record(id, outbox.Attempt{At: now.AddDate(0, 0, after), Result: outbox.Temporary}))
		if r := b.row(id); r.State != outbox.Waiting {
			t.Fatalf("after %d attempts: %+v", i+1, r)
		}
	}
	must(t, b.Record(id, outbox.Attempt{At: now.AddDate(0, 0, 7), Result: outbox.Temporary, Text: "451 full"}))
	if r := b.row(id); r.State != outbox.GivenUp || r.Reason != "451 full" {
		t.Errorf("after six in seven days: %+v", r)
	}
}

func TestRetry(t *testing.T) {
	b := open(t, 1)
	first := b.next(day0)
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "550 sender unknown"}))
	if r := b.row(first.ID); r.State != outbox.Failed || r.Reason != "550 sender unknown" || r.Realm != 1 {
		t.Fatalf("%+v", r)
	}
	b.Address = "neu@example.org"
	must(t, b.retry(first.ID))
	again := b.next(day0)
	if again.ID != first.ID || again.MessageID != first.MessageID || again.Attempts != 0 ||
		again.From != "neu@example.org" {
		t.Errorf("%+v, first %+v", again, first)
	}
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Temporary}))
	if r := b.row(first.ID); r.State != outbox.Waiting || len(r.Attempts) != 2 {
		t.Errorf("%+v", r)
	}
	must(t, b.retry(first.ID)) // a waiting one is tried at once
	if o := b.next(day0); o.ID != first.ID {
		t.Errorf("%+v", o)
	}
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Delivered}))
	wantError(t, b.retry(first.ID), faults.ErrSpent)
	wantError(t, b.retry(99), faults.ErrLetter)
}

// A letter that was marked as done and fails again is listed again: the earlier failure was seen, but not this one.
func TestTickedOffAndFailedAgain(t *testing.T) {
	b := open(t, 1)
	o := b.next(day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "no such user"}))
	must(t, b.Dismiss(o.ID))
	named := func() []outbox.OutboxRow {
		t.Helper()
		_, undelivered := b.standing()
		return undelivered
	}
	if got := named(); len(got) != 0 {
		t.Fatalf("ticked off and named: %+v", got)
	}
	must(t, b.retry(o.ID))
	must(t, b.Record(o.ID, outbox.Attempt{At: day0.Add(time.Minute), Result: outbox.Permanent, Text: "mailbox full"}))
	if got := named(); len(got) != 1 || got[0].Reason != "mailbox full" {
		t.Errorf("named are %+v", got)
	}
}

// Held letters stay, and released ones are sent at the time at which they were due.
func TestHoldAndRelease(t *testing.T) {
	b := open(t, 3)
	first := b.next(day0)
	n, err := b.Hold(first.ID)
	must(t, err)
	if n != 1 || b.next(day0).ID == first.ID || b.row(first.ID).State != outbox.OnHold {
		t.Errorf("%d held, %+v", n, b.row(first.ID))
	}
	_, err = b.Hold(first.ID)
	wantError(t, err, faults.ErrLetter) // it does not wait
	n, err = b.Hold()
	must(t, err)
	if o, err := b.Next(day0); n != 2 || o != nil || err != nil {
		t.Errorf("%d held, then %+v %v", n, o, err)
	}
	if s, undelivered := b.standing(); s.Held != 3 || s.Waiting != 0 || s.Failed != 0 || len(undelivered) != 0 {
		t.Errorf("%+v", s)
	}
	b.change(func(tx *store.Tx) error {
		roster.Put(tx, 1, roster.RealmRecord{Mail: []string{"neu@example.org"}})
		return outbox.Open(tx).Readdress(1, []string{"r1@example.org"})
	})
	if r := b.row(first.ID); r.State != outbox.OnHold || r.To != "neu@example.org" {
		t.Errorf("a new address lets it go: %+v", r)
	}
	_, err = b.Release(first.ID, 99)
	wantError(t, err, faults.ErrLetter)
	if b.row(first.ID).State != outbox.OnHold {
		t.Error("one of two was released though the other is not there")
	}
	n, err = b.Release()
	must(t, err)
	if got := b.sent(day0); n != 3 || len(got) != 3 {
		t.Errorf("%d released, %d left", n, len(got))
	}
}

// A server's refusal of the null sender is remembered for that server, for a month.
func TestNullSenderIsRemembered(t *testing.T) {
	b := open(t, 0)
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

// A letter to the game master that could not be delivered is kept, too.
func TestUndeliveredNoticeIsKept(t *testing.T) {
	b := open(t, 0)
	must(t, b.Alarm(outbox.MailboxUnread, "mailbox", "The mailbox cannot be read.", day0))
	must(t, b.Record(b.next(day0).ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "550 who?"}))
	var list []outbox.Notice
	must(t, b.Disk.View(func(tx *store.Tx) (err error) {
		list = outbox.Recent(tx)
		return nil
	}))
	if len(list) != 1 || !strings.Contains(list[0].Text, "cannot be read") {
		t.Errorf("%+v", list)
	}
}

func TestOnceADay(t *testing.T) {
	b := open(t, 0)
	for _, c := range []struct {
		key   string
		after time.Duration
		want  bool
	}{{"smtp", 0, true}, {"smtp", 23 * time.Hour, false}, {"imap", 23 * time.Hour, true},
		{"smtp", 24 * time.Hour, true}, {"smtp", 25 * time.Hour, false}} {
		fresh, err := b.Once(c.key, limits.Day, day0.Add(c.after))
		must(t, err)
		if fresh != c.want {
			t.Errorf("%s after %s: %v", c.key, c.after, fresh)
		}
	}
}
