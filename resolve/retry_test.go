package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
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

// next takes a letter out that must be there.
func (b *table) next(at time.Time) *outbox.Outgoing {
	b.t.Helper()
	o, err := b.Next(at)
	must(b.t, err)
	if o == nil {
		b.t.Fatalf("nothing is due at %s", at)
	}
	return o
}

// A new address gets the letters that wait for the old one, and the reports that failed.
func TestSetMailSendsOn(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	welcome := b.next(day0) // of realm 1
	must(t, b.Record(welcome.ID, outbox.Attempt{At: day0, Result: outbox.Permanent}))
	b.send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken) // its receipt waits
	l := b.letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	l.From = "internetcafe@example.com"
	b.accept(l)
	b.advance(friday) // its report waits
	must(t, players.SetMail(b.World, 1, "kim@example.net", "r1@example.com"))
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
	t.Parallel()
	b := sit(t, tiny{}, 0)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Old", Computer: game.PC}, "old@example.org", day0)
	must(t, err)
	rows, err := players.Realms(b.World)
	must(t, err)
	if rows[0].Computer != game.PC {
		t.Errorf("%+v", rows)
	}
}

// A report that is too large for the player's mailbox is sent without its file, and whole when it is queued again.
func TestReportTooBigLeavesAsSummary(t *testing.T) {
	t.Parallel()
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
		!strings.Contains(summary.Text, "Der Bericht fehlt in diesem Brief") {
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
