package resolve

import (
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// In a world that reminds nobody, a player is reminded at the hour they chose, once. Whoever takes the realm over has
// chosen nothing, and the hosts of a fleet know when to look.
func TestChosenReminders(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	looks := func(what string, now, want time.Time) {
		t.Helper()
		must(t, b.View(func(tx *store.Tx) error {
			next, err := b.Planned(tx, time.Time{}, now)
			if !next.Equal(want) {
				t.Errorf("%s: looked at %v, want %v", what, next, want)
			}
			return err
		}))
	}
	b.Sent("", worldtest.Day0)
	b.Asks(2, "Re: "+b.Token(2, "REMIND 12"), "Ja\n")
	b.Sent("", b.ClockAt)
	looks("a day before", worldtest.Friday.AddDate(0, 0, -1), worldtest.Friday.Add(-12*time.Hour))
	worldtest.WantRealms(t, "too early", b.Waits(worldtest.Friday.Add(-12*time.Hour-time.Second), "waits-deadline").Reminded)
	worldtest.WantRealms(t, "reminded", b.Waits(worldtest.Friday.Add(-12*time.Hour), "waits-deadline").Reminded, 2)
	worldtest.WantRealms(t, "a second time", b.Waits(worldtest.Friday.Add(-time.Hour), "waits-deadline").Reminded)
	looks("after the reminder", worldtest.Friday.Add(-time.Hour), worldtest.Friday)
	b.Advance(worldtest.Friday)
	must(t, players.HandTo(b.World, 2, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example"}, b.ClockAt))
	worldtest.WantRealms(t, "Kim", b.Waits(worldtest.Friday.AddDate(0, 0, 7).Add(-time.Hour), "waits-deadline").Reminded)
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
		b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Hours(24, 0), func(s *world.Settings) { s.Auth = c.auth })
		b.Sent("", worldtest.Day0)
		l := b.Letter(1, c.text)
		if l.Subject = "ERINNERN 5"; c.signed {
			l.Proof.Domain = "example.org"
		}
		b.Accept(l)
		if got := b.Person(1).Remind; got != c.want {
			t.Errorf("%s, %q, signed %t: %d hours, want %d", c.auth, c.text, c.signed, got, c.want)
		}
	}
	b := worldtest.Found(t, worldtest.Tiny{}, 1, worldtest.Hours(24, 0))
	b.Sent("", worldtest.Day0)
	off, five := b.Token(1, "ERINNERN AUS"), b.Token(1, "ERINNERN 5 Stunden vorher")
	b.Asks(1, "Re: "+five, "Ja\n")
	var l letter.Letter
	if l = b.Letter(1, "Ja "+off+"\n"); b.Accept(l).Fate != receipt.Served || b.Person(1).Remind != 5 {
		t.Errorf("the earlier code counts: %d", b.Person(1).Remind)
	}
}
