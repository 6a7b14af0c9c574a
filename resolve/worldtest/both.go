package worldtest

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Scene is what happens in a world, as the player of a realm sees it.
type Scene func(b *Game, realm int)

// Both plays a scene twice in a world of three realms: for the player of realm 1, who reads German, and for that of
// realm 2, who reads English. The game master reads what they read. In what the two are sent, or Ann is, each letter with
// its subject, it looks for these lines, in German and in English, as Lines does. Letters that the scene itself takes out
// do not count.
func Both(t testing.TB, rules game.Rulebook, play Scene, de, en string, change ...func(*world.Settings)) {
	t.Helper()
	for i, want := range []string{de, en} {
		speak := func(s *world.Settings) { s.Lang = phrase.Langs[i] }
		b := Found(t, rules, 3, append([]func(*world.Settings){speak}, change...)...)
		play(b, i+1)
		Lines(t, b.Reads(fmt.Sprintf("r%d@example.org", i+1), "leiter@example.org", Ann), want)
	}
}

// Orders brings a letter of a realm with these lines of the section `$A`.
func (b *Game) Orders(realm int, lines string) {
	b.T.Helper()
	b.Accept(b.Letter(realm, fmt.Sprintf("$I %d PASSWORD\n$A\n%s\n", realm, lines)))
}
