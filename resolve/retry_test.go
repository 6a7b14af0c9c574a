package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// row finds a letter in the outbox's listing.
func (b *table) row(id uint64) outbox.OutboxRow {
	b.t.Helper()
	rows, err := b.Outbox()
	must(b.t, err)
	for _, r := range rows {
		if r.ID == id {
			return r
		}
	}
	b.t.Fatalf("no letter %d", id)
	return outbox.OutboxRow{}
}

// next takes out a letter that must be there.
func (b *table) next(at time.Time) *outbox.Outgoing {
	b.t.Helper()
	o, err := b.Next(at)
	must(b.t, err)
	if o == nil {
		b.t.Fatalf("nothing is due at %s", at)
	}
	return o
}

// A server that does not let us in costs no letter anything, for however long.
func TestHeldIsNoAttempt(t *testing.T) {
	b := sit(t, tiny{}, 1)
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

// A letter that the server answered as if it would serve none goes behind those that
// are due with it; it is none the worse for that.
func TestHeldAtALetterTriesOthersFirst(t *testing.T) {
	b := sit(t, tiny{}, 3)
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

// The five days count from the first attempt, and want six of them.
func TestLateFirstAttempt(t *testing.T) {
	b := sit(t, tiny{}, 1)
	now := day0.AddDate(0, 0, 20) // nothing was sent for so long
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
	b := sit(t, tiny{}, 1)
	first := b.next(day0)
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "550 sender unknown"}))
	if r := b.row(first.ID); r.State != outbox.Failed || r.Reason != "550 sender unknown" || r.Realm != 1 {
		t.Fatalf("%+v", r)
	}
	b.reopen(tiny{}, func(s *Settings) { s.Address = "neu@example.org" })
	must(t, b.Retry(first.ID))
	again := b.next(day0)
	if again.ID != first.ID || again.MessageID != first.MessageID || again.Attempts != 0 ||
		again.From != "neu@example.org" {
		t.Errorf("%+v, first %+v", again, first)
	}
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Temporary}))
	if r := b.row(first.ID); r.State != outbox.Waiting || len(r.Attempts) != 2 {
		t.Errorf("%+v", r)
	}
	must(t, b.Retry(first.ID)) // a waiting one is tried at once
	if o := b.next(day0); o.ID != first.ID {
		t.Errorf("%+v", o)
	}
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Delivered}))
	wantError(t, b.Retry(first.ID), store.ErrSpent)
	wantError(t, b.Retry(99), store.ErrLetter)
}

// A new address gets what waits for the old one, and the reports that failed.
func TestSetMailSendsOn(t *testing.T) {
	b := sit(t, tiny{}, 2)
	welcome := b.next(day0) // of realm 1
	must(t, b.Record(welcome.ID, outbox.Attempt{At: day0, Result: outbox.Permanent}))
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", Taken) // its receipt waits
	l := b.letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	l.From = "internetcafe@example.com"
	b.accept(l)
	b.advance(friday) // its report waits
	must(t, b.SetMail(1, "kim@example.net", "r1@example.com"))
	got := map[string]int{}
	for _, d := range b.sent("", friday) {
		got[d.To]++
	}
	want := map[string]int{
		"kim@example.net":          4, // the welcome that failed, two receipts, the report
		"internetcafe@example.com": 1, // the verdict, where it came from
		"r2@example.org":           2, // welcome and report
		"leiter@example.org":       1, // of the welcome that failed
	}
	for to, n := range want {
		if got[to] != n {
			t.Errorf("%d letters to %s, want %d", got[to], to, n)
		}
	}
	if len(got) != len(want) {
		t.Errorf("letters to %v", got)
	}
}

func TestRealmRowsTellTheComputer(t *testing.T) {
	b := sit(t, tiny{}, 0)
	_, _, err := b.AddRealm(game.Joining{Name: "Old", Computer: game.PC}, "old@example.org", day0)
	must(t, err)
	rows, err := b.Realms()
	must(t, err)
	if rows[0].Computer != game.PC {
		t.Errorf("%+v", rows)
	}
}

// A report that is too large for the player's mailbox goes without its file, and
// whole when it is queued again.
func TestReportTooBigLeavesAsSummary(t *testing.T) {
	b := sit(t, tiny{}, 1)
	b.sent("", day0)
	b.advance(friday)
	o := b.next(friday)
	var whole, summary outbox.Draft
	must(t, json.Unmarshal(o.Raw, &whole))
	tooBig := outbox.Attempt{At: friday, Result: outbox.Permanent, Text: "dot: 552 too big", TooBig: true}
	must(t, b.Record(o.ID, tooBig))
	again := b.next(friday)
	must(t, json.Unmarshal(again.Raw, &summary))
	if again.ID != o.ID || len(whole.Files) != 1 || len(summary.Files) != 0 ||
		!strings.Contains(summary.Text, "Der Bericht hängt nicht an") {
		t.Errorf("first %+v, then %+v", whole, summary)
	}
	must(t, b.Record(o.ID, tooBig)) // the mailbox is full
	if r := b.row(o.ID); r.State != outbox.Failed {
		t.Errorf("%+v", r)
	}
	told := 0
	for _, d := range b.sent("", friday) {
		if d.To == "leiter@example.org" {
			told++
		}
	}
	if told != 2 {
		t.Errorf("the game master gets %d letters, want 2: too large, and not even the summary", told)
	}
	must(t, b.Retry(o.ID))
	must(t, json.Unmarshal(b.next(friday).Raw, &summary))
	if len(summary.Files) != 1 {
		t.Errorf("queued again: %+v", summary)
	}
}

// A letter that was ticked off and failed anew is named anew: what was seen was the
// failure before.
func TestTickedOffAndFailedAgain(t *testing.T) {
	b := sit(t, tiny{}, 1)
	o := b.next(day0)
	must(t, b.Record(o.ID, outbox.Attempt{At: day0, Result: outbox.Permanent, Text: "no such user"}))
	must(t, b.Dismiss(o.ID))
	named := func() []outbox.OutboxRow {
		t.Helper()
		s, err := b.Status(day0)
		must(t, err)
		return s.Undelivered
	}
	if got := named(); len(got) != 0 {
		t.Fatalf("ticked off and named: %+v", got)
	}
	must(t, b.Retry(o.ID))
	must(t, b.Record(o.ID, outbox.Attempt{At: day0.Add(time.Minute), Result: outbox.Permanent, Text: "mailbox full"}))
	if got := named(); len(got) != 1 || got[0].Reason != "mailbox full" {
		t.Errorf("named are %+v", got)
	}
}
