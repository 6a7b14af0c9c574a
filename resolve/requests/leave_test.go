package requests_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Somebody who forges a player's address cannot give the realm back: the code goes to the player, and neither a
// signature nor the password does without it.
func TestNobodyElseGivesARealmBack(t *testing.T) {
	t.Parallel()
	for name, auth := range map[string]world.Auth{"password": world.ByPassword, "dkim": world.ByDKIM,
		"either": world.ByEither, "both": world.ByBoth} {
		t.Run(name, func(t *testing.T) {
			b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Auth = auth })
			b.Sent("", worldtest.Day0)
			l := b.Letter(1, "")
			l.Subject, l.Proof.Domain = "ABMELDUNG", "example.org"
			b.Accept(l)
			b.Asks(1, "ABMELDUNG", "$I 1 "+b.Passwords[1]+"\n")
			if got := b.Sent("", b.ClockAt); len(got) == 0 || slices.ContainsFunc(got, func(d outbox.Draft) bool {
				return d.To != "r1@example.org"
			}) {
				t.Errorf("%+v", got)
			}
			if b.Person(1).Vacant() {
				t.Error("the realm has no player")
			}
		})
	}
}

// A flood of such letters brings no more codes than other words do, and the player's own word is still answered when
// a signature proves it.
func TestAFloodOfLeave(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Hours(24, 0))
	b.Sent("", worldtest.Day0)
	b.ClockAt = worldtest.Day0.Truncate(limits.Day).Add(limits.Day)
	for n := range 100 {
		b.ClockAt = b.ClockAt.Add(time.Minute)
		if n%2 == 0 {
			b.Asks(2, "LEAVE", "")
		} else {
			b.Asks(2, "REMIND OFF", "")
		}
	}
	if got := b.Sent("", b.ClockAt); len(got) > 2*limits.TokensADay.Most() || len(got) == 0 {
		t.Errorf("%d letters", len(got))
	}
	for _, word := range []string{"LEAVE", "REMIND OFF"} {
		l := b.Letter(2, "")
		l.Subject, l.Proof.Domain = word, "example.org"
		if a := b.Accept(l); !a.Answered {
			t.Errorf("%s, proven, is not answered", word)
		}
	}
}

// A code gives back the realm it was mailed for, once. The same mail, read twice, is one mail, and the player of another
// realm gives nothing back by it.
func TestTheCodeToLeave(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3)
	b.Sent("", worldtest.Day0)
	code := b.Token(1, "ABMELDUNG")
	b.Accept(b.Letter(2, "Yes "+code+"\n"))
	if b.Sent("", b.ClockAt); b.Person(1).Vacant() || b.Person(2).Vacant() {
		t.Error("realm 2 gives a realm back by the code of realm 1")
	}
	l := b.Letter(1, "Yes "+code+"\n")
	if a := b.Accept(l); a.Fate != receipt.Served || a.Realm != 1 {
		t.Fatalf("%+v", a)
	}
	if a := b.Accept(l); a.Fate != receipt.Known {
		t.Errorf("read twice: %+v", a)
	}
	if !b.Person(1).Vacant() || b.Person(2).Vacant() || b.Person(3).Vacant() {
		t.Error("realm 1 is to have no player, and the others theirs")
	}
	got := b.Sent("", b.ClockAt)
	if len(got) != 2 || got[0].To != "r1@example.org" && got[1].To != "r1@example.org" {
		t.Errorf("%+v", got)
	}
	b.Verified()
	must(t, players.HandTo(b.World, 1, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example"}, b.ClockAt))
	b.Sent("", b.ClockAt)
	b.Asks(1, "Re: "+code, "Yes\n") // the former player, once more
	if b.Person(1).Vacant() {
		t.Error("the code counted twice")
	}
	stray := strings.Repeat("A", 26)
	b.Accept(b.Letter(3, "Yes WT-"+stray+"\n"))
	if b.Person(3).Vacant() {
		t.Error("a code that nobody mailed counted")
	}
}

// A substitute does not give up the realm, nor change its reminders.
func TestASubstituteStays(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	b.Answering("ann@example.net", b.Offered(2, "ann@example.net"))
	b.Sent("", b.ClockAt)
	for _, word := range []string{"LEAVE", "REMIND OFF", "REMIND 3"} {
		b.OrdersFrom("ann@example.net", "", func(l *letter.Letter) { l.Subject = word })
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || got[0].To != "ann@example.net" || len(worldtest.TokensIn(got[0].Subject)) > 0 {
			t.Fatalf("%s: %+v", word, got)
		}
		worldtest.Has(t, got[0].Text, "Only the player changes password")
	}
}
