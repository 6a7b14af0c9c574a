package resolve

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sender"
	"weltentor/resolve/worldtest"
)

// A bounce is recorded at its letter, shown, and told to the game master. It is not answered, and later letters are
// sent as usual.
func TestBounceIsNoted(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	o := b.NextLetter(worldtest.Day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
	if a := b.Bounce([]string{"<foreign@example.org>", o.MessageID}, "451 still trying", true); a.Fate != receipt.CameBack {
		t.Errorf("%+v", a)
	}
	if r := b.Row(o.ID); r.State != outbox.Sent || len(r.Attempts) != 2 || r.Attempts[1].Result != outbox.Late {
		t.Errorf("a delay: %+v", r)
	}
	for range 3 { // told once, whoever repeats it
		if a := b.Bounce([]string{o.MessageID}, "550 5.1.1 no\nsuch user", false); a.Fate != receipt.CameBack || a.Answered {
			t.Errorf("%+v", a)
		}
	}
	if r := b.Row(o.ID); r.State != outbox.Bounced || r.Reason != "550 5.1.1 no such user" || len(r.Attempts) != 5 {
		t.Errorf("%+v", r)
	}
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if s.Outbox.Bounced != 1 || s.Outbox.Failed != 0 || len(s.Undelivered) != 1 || s.Undelivered[0].ID != o.ID {
		t.Errorf("%+v %+v", s.Outbox, s.Undelivered)
	}
	told := b.Sent("", b.ClockAt)
	if len(told) != 1 || told[0].To != "leiter@example.org" ||
		!strings.Contains(told[0].Text, "550 5.1.1 no such user") ||
		!strings.Contains(told[0].Text, fmt.Sprintf("Brief %d", o.ID)) {
		t.Fatalf("told %+v", told)
	}
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if got := b.Sent("", b.ClockAt); len(got) != 1 || got[0].To != "r1@example.org" {
		t.Errorf("the next letter: %+v", got)
	}
}

// An id that we never used belongs to no letter: making one up does nothing.
func TestForgedBounce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	o := b.NextLetter(worldtest.Day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
	before := b.Row(o.ID)
	for _, id := range []string{"<report.00000000000000000000@example.org>", "", strings.ToUpper(o.MessageID),
		o.MessageID + " "} {
		if a := b.Bounce([]string{id}, "550 go away", false); a.Fate != receipt.Machine || a.Answered {
			t.Errorf("%q: %+v", id, a)
		}
	}
	if after := b.Row(o.ID); after.State != outbox.Sent || len(after.Attempts) != len(before.Attempts) {
		t.Errorf("%+v", after)
	}
	if got := b.Sent("", b.ClockAt); len(got) != 0 {
		t.Errorf("told %+v", got)
	}
}

// A bounce of a letter that waits to be sent again does not stop it, and only some of many are kept.
func TestBounceStopsNothing(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	o := b.NextLetter(worldtest.Day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Temporary, Text: "451 later"}))
	for range 30 {
		b.Bounce([]string{o.MessageID}, "550 no", false)
	}
	r := b.Row(o.ID)
	if r.State != outbox.Waiting || len(r.Attempts) != 1+sender.BouncesKept {
		t.Errorf("%s, %d in its history", r.State, len(r.Attempts))
	}
	again := b.NextLetter(r.Due)
	if again.ID != o.ID || again.Attempts != 1 {
		t.Errorf("%+v: bounces count as attempts", again)
	}
}

// A provider that sends everything back fills no mailbox: it causes five letters, and one that says there are more.
func TestManyBouncesADay(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 9)
	var ids []string
	for o := b.NextLetter(worldtest.Day0); o != nil; {
		ids = append(ids, o.MessageID)
		must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
		var err error
		o, err = b.Next(worldtest.Day0)
		must(t, err)
	}
	for _, id := range ids {
		b.Bounce([]string{id}, "550 no", false)
	}
	told := b.Sent("", b.ClockAt)
	last := told[len(told)-1].Text
	if len(told) != limits.Bounces.Most()+1 || !strings.Contains(last, "weltentor outbox") ||
		!strings.Contains(last, "wie heute schon 5 andere") || !strings.Contains(last, "550 no") {
		t.Errorf("%d bounces, told %d: %+v", len(ids), len(told), told)
	}
	b.ClockAt = b.ClockAt.Add(25 * time.Hour)
	s, err := gamemaster.StatusOf(b.World, b.ClockAt)
	must(t, err)
	if s.Outbox.Bounced != 9 {
		t.Errorf("%+v", s.Outbox)
	}
}

// A bounce from the game master's own address is kept, and not mailed there again.
func TestBounceOfANotice(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	must(t, b.Alarm(outbox.MailboxUnread, "x", "Look at this.", worldtest.Day0))
	o := b.NextLetter(worldtest.Day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
	bounceOf(b, o)
	if got := b.Sent("", b.ClockAt); len(got) != 0 {
		t.Errorf("mailed again: %+v", got)
	}
	kept := b.Notices()
	if len(kept) != 1 || !strings.Contains(kept[0].Text, "Look at this.") {
		t.Errorf("kept %+v", kept)
	}
}

func bounceOf(b *worldtest.Game, o *outbox.Outgoing) {
	l := letter.Letter{Hash: [32]byte{77}, From: "mailer-daemon@example.org", Machine: "delivery report", Arrived: worldtest.Day0,
		Bounce: &letter.Bounce{IDs: []string{o.MessageID}, Words: "550"}}
	if a := b.Accept(l); a.Fate != receipt.CameBack {
		b.T.Errorf("%+v", a)
	}
}
