package conformance

import (
	"fmt"
	"strings"

	"weltentor/worlds/game"
)

// naming: no realm joins under a name that is the same as another's or the game master's, or looks like it, or that
// cannot be read.
func naming(tb *table, bad fail) {
	w, first := tb.found(), tb.ex.Joinings[0]
	w, number, err := w.Join(first, tb.seed.Sub("join"))
	if err != nil {
		bad("%s: %v", first.Name, err)
		return
	}
	join := func(realm, player string) (game.World, error) {
		j := tb.ex.Joinings[1]
		j.Name, j.Player = realm, player
		next, _, err := w.Join(j, tb.seed.Sub("join 1"))
		return next, err
	}
	for _, realm := range []string{
		"", " ", first.Name, strings.ToUpper(first.Name) + "-", " " + first.Name + ".",
		strings.ReplaceAll(first.Name, "a", "ä"),
		fmt.Sprint("Reich ", number), "realm 99", "R\u0435ich der Mitte", "Spielleitung", "zwei\nZeilen",
		"www.example.org", "12", strings.Repeat("x", 31),
	} {
		if _, err := join(realm, "Neu"); err == nil {
			bad("beside %q a realm joins as %q", first.Name, realm)
		}
	}
	for _, player := range []string{"Game Master", "zwei\nZeilen", "\u202eanna", strings.Repeat("x", 31)} {
		if _, err := join("Anderland", player); err == nil {
			bad("somebody called %q joins", player)
		}
	}
	next, err := join(fmt.Sprintf(" Reich  %d ", number+1), " Zoe  Neu ")
	if err != nil {
		bad("the second realm may not bear its own number: %v", err)
		return
	}
	if r := next.Realms()[1]; r.Name != fmt.Sprintf("Reich %d", number+1) || r.Player != "Zoe Neu" {
		bad("names are not written neatly: %q, %q", r.Name, r.Player)
	}
}
