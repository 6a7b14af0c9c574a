package resolve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/world"
)

// signups takes newcomers, for this many realms.
func signups(places int) func(*world.Settings) {
	return func(s *world.Settings) { s.Signup, s.Places = true, places }
}

// playing lists the players by their realms' numbers.
func (b *table) playing() (names []string) {
	b.t.Helper()
	rows, err := players.Realms(b.World)
	must(b.t, err)
	for _, r := range rows {
		names = append(names, r.Player)
	}
	return names
}

// A newcomer gets the realm that nobody plays, as it is, and no new one is made, though there is a place for it. Only
// the next newcomer gets a new one.
func TestAVacantRealmGoesToTheNextNewcomer(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, signups(9))
	must(t, players.Vacate(b.World, 2, b.clockAt))
	b.clockAt = b.clockAt.Add(time.Hour)
	told := b.says("kim@one.example", "Re:", b.invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	if got := b.playing(); len(got) != 3 || got[1] != "Kim" {
		t.Fatalf("%q", got)
	}
	if !slices.ContainsFunc(told, func(d outbox.Draft) bool {
		return strings.Contains(d.Text, "Reich2") && strings.Contains(d.Text, "$I 2 ")
	}) {
		t.Errorf("nobody welcomes the player: %+v", told)
	}
	b.says("uli@one.example", "Re:", b.invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	if got := b.playing(); len(got) != 4 || got[3] != "Uli" {
		t.Errorf("%q", got)
	}
	b.verified()
}

// Whoever waits because all places are taken gets the realm of a player who is let go.
func TestAVacantRealmGoesToTheWaitingList(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2, signups(2))
	b.says("kim@one.example", "Re:", b.invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	b.says("uli@one.example", "Re:", b.invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	if n, err := players.Seat(b.World, b.clockAt); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	must(t, players.Vacate(b.World, 1, b.clockAt))
	if n, err := players.Seat(b.World, b.clockAt); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if rows, err := players.Signups(b.World); err != nil || len(rows) != 1 || rows[0].Player != "Uli" {
		t.Errorf("%+v, %v", rows, err)
	}
	if got := b.playing(); len(got) != 2 || got[0] != "Kim" {
		t.Errorf("%q", got)
	}
	b.verified()
}

// No silent player loses a realm as long as another realm has no player.
func TestNobodyLosesARealmWhileAnotherIsVacant(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, signups(3), steps("1 warn", "2 offer"))
	b.skipping(1)
	b.says("kim@one.example", "Re:", b.invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	b.says("uli@one.example", "Re:", b.invited("uli@one.example", "Player: Uli\nRealm: Fenn\nLanguage: en\n"))
	must(t, players.Vacate(b.World, 3, b.clockAt))
	first := b.playing()[0]
	if got := b.skipping(1); !slices.Equal(got, []string{"offer"}) {
		t.Errorf("%q", got)
	}
	if got := b.playing(); got[0] != "Uli" || got[2] != "Kim" || first == "Uli" {
		t.Errorf("%q, before it %q", got, first)
	}
	b.verified()
}

// If nobody else waits, the silent player keeps the realm.
func TestTheOnlyOneWhoWaitsTakesTheVacantRealm(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 3, signups(3), steps("1 warn", "2 offer"))
	b.skipping(1)
	b.says("kim@one.example", "Re:", b.invited("kim@one.example", "Player: Kim\nRealm: Moor\nLanguage: en\n"))
	must(t, players.Vacate(b.World, 3, b.clockAt))
	first := b.playing()[0]
	if got := b.skipping(1); !slices.Equal(got, []string{""}) {
		t.Errorf("%q", got)
	}
	if got := b.playing(); got[0] != first || got[2] != "Kim" {
		t.Errorf("%q, before it %q", got, first)
	}
	b.verified()
}
