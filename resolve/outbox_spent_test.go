package resolve

import (
	"regexp"
	"slices"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/worldtest"
)

// A letter with a code that left and came back cannot be rendered again. Trying to is an error, and the letter stays as it
// is.
func TestRetryOfASpentSecret(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	b.ClockAt = worldtest.Day0.Add(time.Hour)
	b.Asks(1, "PASSWORD", "")
	b.Sent("", b.ClockAt)
	code := lastTo(t, b, "r1@example.org")
	fails(b, code)
	if r := b.Row(code.ID); r.State != outbox.Bounced {
		t.Fatalf("%+v", r)
	}
	_, err := players.SendAgain(b.World, b.ClockAt, code.ID)
	worldtest.WantError(t, err, faults.ErrSpent, "code")
	if n, err := players.SendAgain(b.World, b.ClockAt); n != 0 || err != nil {
		t.Errorf("%d tried again, %v", n, err)
	}
	if r := b.Row(code.ID); r.State != outbox.Bounced {
		t.Errorf("%+v", r)
	}
}

// identity is the line of realm 1 in a letter.
var identity = regexp.MustCompile(`\$I 1 \S+`)

// lastTo is the newest letter to an address.
func lastTo(t *testing.T, b *worldtest.Game, to string) (last outbox.OutboxRow) {
	t.Helper()
	rows, err := b.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.To == to && r.ID > last.ID {
			last = r
		}
	}
	return last
}

// fails makes a letter to an address one that came back.
func fails(b *worldtest.Game, r outbox.OutboxRow) {
	bounce := b.Letter(1, "")
	bounce.Machine, bounce.Bounce = "a bounce", &letter.Bounce{IDs: []string{r.MessageID}, To: r.To, Words: "no such user"}
	b.Accept(bounce)
}

// A first letter that came back is made anew, with another password, to the address that the player has by now. The old
// password is void. A letter with a code is not sent to another address.
func TestAFirstLetterIsMadeAnew(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	at := worldtest.Day0.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@exmaple.org", Lang: phrase.En}, at))
	var first outbox.OutboxRow
	rows, err := b.Outbox()
	must(t, err)
	for _, r := range rows {
		if r.To == "uli@exmaple.org" && r.Kind == outbox.KindReport {
			first = r
		}
	}
	old := ""
	for _, d := range b.Sent("", at) {
		if d.To == "uli@exmaple.org" && identity.MatchString(d.Text) {
			old = identity.FindString(d.Text)
		}
	}
	b.ClockAt = at.Add(time.Hour)
	fails(b, b.Row(first.ID))
	b.Sent("", b.ClockAt)
	must(t, players.SetMail(b.World, 1, "uli@example.org"))
	if r := b.Row(first.ID); r.State != outbox.Bounced || r.To != "uli@exmaple.org" {
		t.Errorf("the old letter: %+v", r)
	}
	anew := func() string {
		t.Helper()
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || got[0].To != "uli@example.org" {
			t.Fatalf("%+v", got)
		}
		return identity.FindString(got[0].Text)
	}
	second := anew()
	rows, err = b.Outbox()
	must(t, err)
	last := rows[slices.IndexFunc(rows, func(r outbox.OutboxRow) bool { return r.To == "uli@example.org" && r.Kind == outbox.KindReport })]
	fails(b, last) // and now by hand
	b.Sent("", b.ClockAt)
	if n, err := players.SendAgain(b.World, b.ClockAt); n != 1 || err != nil {
		t.Errorf("%d sent again, %v", n, err)
	}
	fresh := anew()
	if fresh == "" || second == "" || old == "" || fresh == old || second == old || fresh == second {
		t.Errorf("the letters have %q, %q and %q", old, second, fresh)
	}
	for line, counts := range map[string]bool{old: false, second: false, fresh: true} {
		l := b.Letter(1, line+"\n$A\ndig 1\n")
		l.From = "uli@example.org"
		if a := b.Accept(l); (a.Fate == receipt.Taken) != counts {
			t.Errorf("%s: %v, want that it counts: %v", line, a.Fate, counts)
		}
	}
}

// What is sent again goes to the address as it was corrected. It stays where it was for somebody who has left.
func TestRetryGoesToTheCorrectedAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		then func(b *worldtest.Game, at time.Time) error
		want string
	}{
		"corrected": {func(b *worldtest.Game, _ time.Time) error { return players.SetMail(b.World, 1, "neu@example.org") },
			"neu@example.org"},
		"handed over": {func(b *worldtest.Game, at time.Time) error {
			return players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Uli", Mail: "uli@example.org", Lang: phrase.En}, at)
		}, "r1@example.org"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := worldtest.Found(t, worldtest.Tiny{}, 1)
			b.Sent("", worldtest.Day0)
			b.ClockAt = worldtest.Day0.Add(time.Hour)
			b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
			b.Sent("", b.ClockAt)
			r := lastTo(t, b, "r1@example.org")
			fails(b, r)
			must(t, c.then(b, b.ClockAt.Add(time.Hour)))
			b.ClockAt = b.ClockAt.Add(2 * time.Hour)
			b.Sent("", b.ClockAt)
			_, err := players.SendAgain(b.World, b.ClockAt, r.ID)
			must(t, err)
			if got := b.Sent("", b.ClockAt); len(got) != 1 || got[0].To != c.want {
				t.Errorf("%+v, want one letter to %s", got, c.want)
			}
		})
	}
}
