package resolve

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
	"weltentor/resolve/signup"
	"weltentor/resolve/world"
)

// Somebody who forges a player's address cannot give the realm back: the code goes to the player, and neither a
// signature nor the password does without it.
func TestNobodyElseGivesARealmBack(t *testing.T) {
	t.Parallel()
	for name, auth := range map[string]world.Auth{"password": world.ByPassword, "dkim": world.ByDKIM,
		"either": world.ByEither, "both": world.ByBoth} {
		t.Run(name, func(t *testing.T) {
			b := sit(t, tiny{}, 2, func(s *world.Settings) { s.Auth = auth })
			b.sent("", day0)
			l := b.letter(1, "")
			l.Subject, l.Proof.Domain = "ABMELDUNG", "example.org"
			b.accept(l)
			b.asks(1, "ABMELDUNG", "$I 1 "+b.passwords[1]+"\n")
			if got := b.sent("", b.clockAt); len(got) == 0 || slices.ContainsFunc(got, func(d outbox.Draft) bool {
				return d.To != "r1@example.org"
			}) {
				t.Errorf("%+v", got)
			}
			if b.person(1).Vacant() {
				t.Error("the realm has no player")
			}
		})
	}
}

// A flood of such letters brings no more codes than other words do, and the player's own word is still answered when
// a signature proves it.
func TestAFloodOfLeave(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, hours(24, 0))
	b.sent("", day0)
	b.clockAt = day0.Truncate(limits.Day).Add(limits.Day)
	for n := range 100 {
		b.clockAt = b.clockAt.Add(time.Minute)
		if n%2 == 0 {
			b.asks(2, "LEAVE", "")
		} else {
			b.asks(2, "REMIND OFF", "")
		}
	}
	if got := b.sent("", b.clockAt); len(got) > 2*limits.TokensADay.Most() || len(got) == 0 {
		t.Errorf("%d letters", len(got))
	}
	for _, word := range []string{"LEAVE", "REMIND OFF"} {
		l := b.letter(2, "")
		l.Subject, l.Proof.Domain = word, "example.org"
		if a := b.accept(l); !a.Answered {
			t.Errorf("%s, proven, is not answered", word)
		}
	}
}

// A code gives back the realm it was mailed for, once. The same mail, read twice, is one mail, and the player of another
// realm gives nothing back by it.
func TestTheCodeToLeave(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3)
	b.sent("", day0)
	code := b.token(1, "ABMELDUNG")
	b.accept(b.letter(2, "Yes "+code+"\n"))
	if b.sent("", b.clockAt); b.person(1).Vacant() || b.person(2).Vacant() {
		t.Error("realm 2 gives a realm back by the code of realm 1")
	}
	l := b.letter(1, "Yes "+code+"\n")
	if a := b.accept(l); a.Fate != receipt.Served || a.Realm != 1 {
		t.Fatalf("%+v", a)
	}
	if a := b.accept(l); a.Fate != receipt.Known {
		t.Errorf("read twice: %+v", a)
	}
	if !b.person(1).Vacant() || b.person(2).Vacant() || b.person(3).Vacant() {
		t.Error("realm 1 is to have no player, and the others theirs")
	}
	got := b.sent("", b.clockAt)
	if len(got) != 2 || got[0].To != "r1@example.org" && got[1].To != "r1@example.org" {
		t.Errorf("%+v", got)
	}
	b.verified()
	must(t, players.HandTo(b.World, 1, signup.Row{Player: "Kim", Mail: "kim@one.example"}, b.clockAt))
	b.sent("", b.clockAt)
	b.asks(1, "Re: "+code, "Yes\n") // the former player, once more
	if b.person(1).Vacant() {
		t.Error("the code counted twice")
	}
	stray := strings.Repeat("A", 26)
	b.accept(b.letter(3, "Yes WT-"+stray+"\n"))
	if b.person(3).Vacant() {
		t.Error("a code that nobody mailed counted")
	}
}

// A substitute does not give up the realm, nor change its reminders.
func TestASubstituteStays(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	b.sent("", day0)
	b.answering("ann@example.net", b.offered(2, "ann@example.net"))
	b.sent("", b.clockAt)
	for _, word := range []string{"LEAVE", "REMIND OFF", "REMIND 3"} {
		b.from("ann@example.net", "", func(l *letter.Letter) { l.Subject = word })
		got := b.sent("", b.clockAt)
		if len(got) != 1 || got[0].To != "ann@example.net" || len(tokensIn(got[0].Subject)) > 0 {
			t.Fatalf("%s: %+v", word, got)
		}
		has(t, got[0].Text, "Only the player changes password")
	}
}
