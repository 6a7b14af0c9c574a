package conformance

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
)

// house is how many games are the project's own: the first ones of the list.
const house = 5

// Having returns those of all rulebooks that have what a test is about and what a rulebook need not have. The project's
// own games must have it, so no test can lose one of them. Others are left out, and the test says why.
func Having(t testing.TB, all []game.Rulebook, what string, has func(game.Rulebook) bool) (out []game.Rulebook) {
	t.Helper()
	for i, rb := range all {
		switch {
		case has(rb):
			out = append(out, rb)
		case i < house:
			t.Errorf("%s has lost its %s", rb.Name(), what)
		default:
			t.Logf("%s is left out: it has no %s", rb.Name(), what)
		}
	}
	return out
}

// Played returns those of all rulebooks that the machine can play for that many realms.
func Played(t testing.TB, all []game.Rulebook, realms int) []game.Rulebook {
	t.Helper()
	return Having(t, all, fmt.Sprintf("machine that plays, or no places for %d realms", realms), func(rb game.Rulebook) bool {
		_, seated := Seated(rb, realms)
		return rb.Bot() != nil && seated == realms
	})
}

// Seated founds a world of a game and lets realms join it, fewer where it has no room for so many. It returns how many.
func Seated(rb game.Rulebook, realms int) (w game.World, seated int) {
	w, err := rb.Found(game.Founding{Seed: game.Seed{3}})
	for err == nil && seated < realms {
		var more game.World
		if more, _, err = w.Join(game.Joining{Name: fmt.Sprint("Reich", seated+1), Player: "P"}, game.Seed{3}); err == nil {
			w, seated = more, seated+1
		}
	}
	return w, seated
}
