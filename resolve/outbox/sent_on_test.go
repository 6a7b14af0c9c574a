package outbox_test

import (
	"encoding/json"
	"strings"
	"testing"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A new address gets the letters that wait for the old one, and the reports that failed.
func TestSetMailSendsOn(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	welcome := b.NextLetter(worldtest.Day0) // of realm 1
	must(t, b.Record(welcome.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Permanent}))
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken) // its receipt waits
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n")
	l.From = "internetcafe@example.com"
	b.Accept(l)
	b.Advance(worldtest.Friday) // its report waits
	must(t, players.SetMail(b.World, 1, "kim@example.net", "r1@example.com"))
	got := map[string]int{}
	for _, d := range b.Sent("", worldtest.Friday) {
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
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	_, _, err := players.AddRealm(b.World, game.Joining{Name: "Old", Computer: game.PC}, "old@example.org", worldtest.Day0)
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
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.Advance(worldtest.Friday)
	o := b.NextLetter(worldtest.Friday)
	var whole, summary outbox.Draft
	must(t, json.Unmarshal(o.Raw, &whole))
	tooBig := outbox.Attempt{At: worldtest.Friday, Result: outbox.Permanent, Text: "dot: 552 too big", TooBig: true}
	must(t, b.Record(o.ID, tooBig))
	again := b.NextLetter(worldtest.Friday)
	must(t, json.Unmarshal(again.Raw, &summary))
	if again.ID != o.ID || len(whole.Files) != 1 || len(summary.Files) != 0 ||
		!strings.Contains(summary.Text, "Der Bericht fehlt in diesem Brief") {
		t.Errorf("first %+v, then %+v", whole, summary)
	}
	must(t, b.Record(o.ID, tooBig)) // the mailbox is full
	if r := b.Row(o.ID); r.State != outbox.Failed {
		t.Errorf("%+v", r)
	}
	told := 0
	for _, d := range b.Sent("", worldtest.Friday) {
		if d.To == "leiter@example.org" {
			told++
		}
	}
	if told != 2 {
		t.Errorf("the game master gets %d letters, want 2: too large, and not even the summary", told)
	}
	must(t, b.Retry(o.ID))
	must(t, json.Unmarshal(b.NextLetter(worldtest.Friday).Raw, &summary))
	if len(summary.Files) != 1 {
		t.Errorf("queued again: %+v", summary)
	}
}
