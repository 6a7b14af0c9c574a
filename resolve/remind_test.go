package resolve

import (
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/world"
)

// In a world that reminds nobody, a player is reminded at the hour they chose, once. Whoever takes the realm over has
// chosen nothing, and the hosts of a fleet know when to look.
func TestChosenReminders(t *testing.T) {
	t.Parallel()
	h := host(t, 2)
	b := h.table
	b.sent("", day0)
	b.asks(2, "Re: "+b.token(2, "REMIND 12"), "Ja\n")
	b.sent("", b.clockAt)
	if got := h.gist(); !got.Look.Equal(friday.Add(-12 * time.Hour)) {
		t.Errorf("looked at %v", got.Look)
	}
	wantRealms(t, "too early", b.waits(friday.Add(-12*time.Hour-time.Second), "waits-deadline").Reminded)
	wantRealms(t, "reminded", b.waits(friday.Add(-12*time.Hour), "waits-deadline").Reminded, 2)
	wantRealms(t, "a second time", b.waits(friday.Add(-time.Hour), "waits-deadline").Reminded)
	if got := h.gist(); !got.Look.Equal(friday) {
		t.Errorf("after the reminder: looked at %v", got.Look)
	}
	b.advance(friday)
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Kim", Mail: "kim@one.example"}, b.clockAt))
	wantRealms(t, "Kim", b.waits(friday.AddDate(0, 0, 7).Add(-time.Hour), "waits-deadline").Reminded)
}

// Where a signature alone counts, it sets reminders at once, and the password does everywhere. Nothing else sets them
// without a code, and the code of an earlier wish is void when a later one is done.
func TestWhoSetsReminders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		auth   world.Auth
		text   string
		signed bool
		want   int
	}{
		{world.ByPassword, "", true, 0},
		{world.ByPassword, "$I 1 PASSWORD\n", false, 5},
		{world.ByPassword, "$I 2 PASSWORD\n", false, 0}, // another realm's
		{world.ByEither, "", true, 5},
		{world.ByEither, "", false, 0},
		{world.ByDKIM, "", true, 5},
		{world.ByBoth, "", true, 0},
	} {
		b := sit(t, tiny{}, 2, hours(24, 0), func(s *world.Settings) { s.Auth = c.auth })
		b.sent("", day0)
		l := b.letter(1, c.text)
		if l.Subject = "ERINNERN 5"; c.signed {
			l.Proof.Domain = "example.org"
		}
		b.accept(l)
		if got := b.person(1).Remind; got != c.want {
			t.Errorf("%s, %q, signed %t: %d hours, want %d", c.auth, c.text, c.signed, got, c.want)
		}
	}
	b := sit(t, tiny{}, 1, hours(24, 0))
	b.sent("", day0)
	off, five := b.token(1, "ERINNERN AUS"), b.token(1, "ERINNERN 5 Stunden vorher")
	b.asks(1, "Re: "+five, "Ja\n")
	var l letter.Letter
	if l = b.letter(1, "Ja "+off+"\n"); b.accept(l).Fate != receipt.Served || b.person(1).Remind != 5 {
		t.Errorf("the earlier code counts: %d", b.person(1).Remind)
	}
}
