package resolve

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
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

// A letter with a code stays with the address for which that was made, in whatever way it is sent again. A first letter
// that waits is made anew for the new address, with a new password, and nothing goes to the old one. Another player's
// letter follows its reader, for its way back counts from each of their addresses.
func TestASecretNeverChangesItsAddress(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Press = world.PressNow })
	b.Sent("", worldtest.Day0)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	b.Asks(1, "PASSWORD", "")
	b.Asks(2, "LETTER 1", "$I 2 PASSWORD\nPeace, Kim?\n")
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Uli", Mail: "uli@exmaple.org", Lang: phrase.En}, b.ClockAt))
	must(t, players.SetMail(b.World, 1, "kim@example.net"))
	must(t, players.SetMail(b.World, 2, "uli@example.org"))
	must(t, players.SetMail(b.World, 2, "uli@example.org", "office@example.org")) // that is the right one already
	got := map[string][]string{}
	for _, d := range b.Sent("", b.ClockAt) {
		got[d.To] = append(got[d.To], d.Text)
	}
	if old := got["r1@example.org"]; len(old) != 1 || len(worldtest.TokensIn(old[0])) != 1 {
		t.Errorf("the code: %q", got)
	}
	if kim := got["kim@example.net"]; len(kim) != 1 || !strings.Contains(kim[0], "Peace, Kim?") {
		t.Errorf("the other player's letter: %q", got)
	}
	if uli := got["uli@example.org"]; len(got["uli@exmaple.org"]) > 0 || len(uli) == 0 || strings.Count(strings.Join(uli, ""), "\n  $I 2 ") != 1 {
		t.Errorf("the first letter: %q", got)
	}
}

// A substitute's letters are not touched when the player has another address: not the first one, with a password of their
// own, and no report.
func TestASubstitutesLettersStayTheirs(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	yes := b.Newcomer(worldtest.Ann, "Re:")
	yes.Text = "Yes\n" + b.Offered(2, worldtest.Ann) + "\n"
	b.Accept(yes)
	must(t, players.SetMail(b.World, 2, "kim@example.net"))
	own := ""
	for _, d := range b.Sent("signup", b.ClockAt) {
		if own += d.To + " "; strings.Contains(d.Text, "$I 2 ") {
			own += "with a password"
		}
	}
	if own != worldtest.Ann+" with a password" {
		t.Errorf("first letters: %s", own)
	}
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	must(t, players.SetMail(b.World, 2, "kim@example.org"))
	to := map[string]int{}
	for _, d := range b.Sent("report", worldtest.Friday) {
		to[d.To]++
	}
	if to["kim@example.org"] != 1 || to[worldtest.Ann] != 1 || to["kim@example.net"] != 0 {
		t.Errorf("reports to %v", to)
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
	_, err := players.SendAgain(b.World, b.ClockAt, o.ID)
	must(t, err)
	must(t, json.Unmarshal(b.NextLetter(worldtest.Friday).Raw, &summary))
	if len(summary.Files) != 1 {
		t.Errorf("queued again: %+v", summary)
	}
}
