package players_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/worldtest"
)

// A newcomer gets the realm that nobody plays, as it is, and no new one is made, though there is a place for it. Only
// the next newcomer gets a new one.
func TestAVacantRealmGoesToTheNextNewcomer(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Signups(9))
	must(t, players.Vacate(b.World, 2, b.ClockAt))
	b.ClockAt = b.ClockAt.Add(time.Hour)
	told := b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	if got := b.Playing(); len(got) != 3 || got[1] != "Kim" {
		t.Fatalf("%q", got)
	}
	if !slices.ContainsFunc(told, func(d outbox.Draft) bool {
		return strings.Contains(d.Subject, "Reich2") && strings.Contains(d.Text, "$I 2 ")
	}) {
		t.Errorf("nobody welcomes the player: %+v", told)
	}
	b.Says("uli@one.example", "Re:", "Yes\n"+b.Invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	if got := b.Playing(); len(got) != 4 || got[3] != "Uli" {
		t.Errorf("%q", got)
	}
	b.Verified()
}

// Whoever waits because all places are taken gets the realm of a player who is let go.
func TestAVacantRealmGoesToTheWaitingList(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, worldtest.Signups(2))
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	b.Says("uli@one.example", "Re:", "Yes\n"+b.Invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	if n, err := players.Seat(b.World, b.ClockAt); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	if n, err := players.Seat(b.World, b.ClockAt); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if rows, err := players.Signups(b.World); err != nil || len(rows) != 1 || rows[0].Player != "Uli" {
		t.Errorf("%+v, %v", rows, err)
	}
	if got := b.Playing(); len(got) != 2 || got[0] != "Kim" {
		t.Errorf("%q", got)
	}
	b.Verified()
}

// No silent player loses a realm as long as another realm has no player.
func TestNobodyLosesARealmWhileAnotherIsVacant(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Signups(3), worldtest.Steps("1 warn", "2 offer"))
	b.Skipping(1)
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	b.Says("uli@one.example", "Re:", "Yes\n"+b.Invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	must(t, players.Vacate(b.World, 3, b.ClockAt))
	first := b.Playing()[0]
	if got := b.Skipping(1); !slices.Equal(got, []string{"offer"}) {
		t.Errorf("%q", got)
	}
	if got := b.Playing(); got[0] != "Uli" || got[2] != "Kim" || first == "Uli" {
		t.Errorf("%q, before it %q", got, first)
	}
	b.Verified()
}

// If nobody else waits, the silent player keeps the realm.
func TestTheOnlyOneWhoWaitsTakesTheVacantRealm(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Signups(3), worldtest.Steps("1 warn", "2 offer"))
	b.Skipping(1)
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	must(t, players.Vacate(b.World, 3, b.ClockAt))
	first := b.Playing()[0]
	if got := b.Skipping(1); !slices.Equal(got, []string{""}) {
		t.Errorf("%q", got)
	}
	if got := b.Playing(); got[0] != first || got[2] != "Kim" {
		t.Errorf("%q, before it %q", got, first)
	}
	b.Verified()
}

// A realm without a player that the game master gives to the machine stays the machine's: whoever signs up gets a new
// one, and whoever waits goes on waiting, until the game master offers it. The realm of a player who has left it to the
// machine stays, too.
func TestTheMachinesRealmIsOfferedOnlyIfTheMasterSaysSo(t *testing.T) {
	t.Parallel()
	depth := 3
	b := worldtest.Found(t, worldtest.BotTiny{Depth: &depth}, 2, worldtest.Signups(2))
	m, err := players.Manner(b.World, "", "")
	must(t, err)
	gives := func(realm int, offered bool) {
		t.Helper()
		if changed, err := players.Bot(b.World, realm, &m, offered, b.ClockAt); !changed || err != nil {
			t.Fatal(changed, err)
		}
	}
	seats := func(want int) {
		t.Helper()
		if n, err := players.Seat(b.World, b.ClockAt); n != want || err != nil {
			t.Errorf("%d come in, %v; want %d", n, err, want)
		}
	}
	gives(1, false)
	must(t, players.Vacate(b.World, 1, b.ClockAt))
	b.Says("kim@one.example", "Re:", "Yes\n"+b.Invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	seats(0)
	gives(2, false)
	b.Says("r2@example.org", "Re: "+b.Token(2, "LEAVE"), "Yes\n")
	if rec := b.Person(2); !rec.Vacant() || rec.Bot == nil {
		t.Errorf("%+v", rec)
	}
	seats(0)
	gives(1, true)
	seats(1)
	if rec := b.Person(1); rec.Mail[0] != "kim@one.example" || rec.Kept {
		t.Errorf("%+v", rec)
	}
	b.Verified()
}
