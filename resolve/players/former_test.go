package players_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/worldtest"
)

// A player who was let go is told how to reach the game master. For 30 days, what they write is passed on, from any
// address they had, within the limits, and without passwords. After that they are a stranger, as they are with orders
// all along.
func TestAFormerPlayerIsHeard(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	must(t, players.SetMail(b.World, 1, "r1@example.org", "office@example.org"))
	b.Sent("", worldtest.Day0)
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	if got := b.Sent("", b.ClockAt); len(got) != 1 || !strings.Contains(got[0].Text, "antwortet auf diesen Brief") {
		t.Fatalf("the farewell: %+v", got)
	}
	at := b.ClockAt
	write := func(from, text string) (receipt.Acceptance, []outbox.Draft) {
		l := b.Letter(1, text)
		l.From, l.Subject = from, "Re: Abschied"
		a := b.Accept(l)
		return a, slices.DeleteFunc(b.Sent("", b.ClockAt), func(d outbox.Draft) bool {
			return strings.HasSuffix(d.Subject, "Briefe von Fremden") // that he wrote as a stranger, on another day
		})
	}
	for _, c := range []struct {
		after      time.Duration
		from, text string
		want       receipt.Fate
	}{
		{time.Hour, "r1@example.org", "Warum das denn? Mein Passwort war PASSWORD.\n", receipt.PassedOn},
		{30*limits.Day - time.Second, "office@example.org", "Darf ich wieder mitmachen, wenn ich pünktlich bin?\n",
			receipt.PassedOn},
		{time.Hour, "who@example.net", "Warum das denn?\n", receipt.Stranger},
		{time.Hour, "r1@example.org", "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Stranger},
		{30 * limits.Day, "r1@example.org", "Warum das denn?\n", receipt.Stranger},
	} {
		b.ClockAt = at.Add(c.after)
		a, got := write(c.from, c.text)
		if a.Fate != c.want || (c.want == receipt.PassedOn) != (len(got) == 1) {
			t.Errorf("%s after %s: %+v, %d letters", c.from, c.after, a, len(got))
			continue
		}
		for _, d := range got {
			if d.To != "leiter@example.org" || !strings.Contains(d.Text, "Spieler 1 hat Reich 1 Reich1 gespielt") ||
				!strings.Contains(d.Text, c.from) ||
				!strings.Contains(d.Text, "  "+strings.ReplaceAll(strings.TrimSpace(c.text), "PASSWORD", "* * *")) {
				t.Errorf("to %s\n%s", d.To, d.Text)
			}
		}
		b.ClockAt = worldtest.Day0.Add(time.Hour) // clocks of letters may differ; the world's last turn is not later
	}
}

// The next player of the realm is not a former player of it. The one before is still heard for 30 days.
func TestFormerPlayersOneAfterTheOther(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Neu", Mail: "neu@example.org", Lang: "de"}, b.ClockAt))
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Dritt", Mail: "dritt@example.org", Lang: "de"},
		b.ClockAt.Add(20*limits.Day)))
	b.ClockAt = b.ClockAt.Add(20 * limits.Day)
	for from, want := range map[string]receipt.Fate{"r1@example.org": receipt.PassedOn, "neu@example.org": receipt.PassedOn,
		"dritt@example.org": receipt.PassedOn} {
		l := b.Letter(1, "Was ist denn nun mit dem Reich geschehen?\n")
		l.From, l.Subject = from, "Frage"
		if a := b.Accept(l); a.Fate != want {
			t.Errorf("%s: %+v", from, a)
		}
	}
	b.ClockAt = b.ClockAt.Add(15 * limits.Day)
	l := b.Letter(1, "Was ist denn nun mit dem Reich geschehen?\n")
	l.From = "r1@example.org"
	if a := b.Accept(l); a.Fate != receipt.Stranger {
		t.Errorf("after 35 days: %+v", a)
	}
}

// A player who was let go may ask five times an hour and fifteen times a day. With proven letters, only the limit of
// five an hour applies.
func TestAFormerPlayerAsksSeldom(t *testing.T) {
	t.Parallel()
	for domain, most := range map[string]int{"": 15, "example.org": 20} {
		b := worldtest.Found(t, worldtest.Tiny{}, 2)
		must(t, players.Vacate(b.World, 2, b.ClockAt))
		b.ClockAt = time.Date(2026, 11, 24, 1, 0, 0, 0, time.UTC) // the day ends much later
		passed := 0
		for n := range 24 {
			if n%6 == 0 {
				b.ClockAt = b.ClockAt.Add(time.Hour)
			}
			l := b.Letter(2, fmt.Sprintf("Question number %d, please?\n", n))
			l.Subject, l.Proof.Domain = "Why", domain
			if a := b.Accept(l); a.Reason.Code == "question-passed" {
				passed++
			}
		}
		if passed != most {
			t.Errorf("proven by %q: %d were passed on, want %d", domain, passed, most)
		}
	}
}
