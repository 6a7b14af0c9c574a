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
		w, err := rb.Found(game.Founding{})
		for n := 0; n < realms && err == nil; n++ {
			w, _, err = w.Join(game.Joining{Name: fmt.Sprint("Reich", n+1), Player: "P"}, game.Seed{})
		}
		return rb.Bot() != nil && err == nil
	})
}
