package belagerung

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// A first letter is shown to a realm when it joins. However many join after that, and make their castles' fields plain,
// the letter as it was shown then is carried out, line by line: on the smallest board, and on the boards that the game
// proposes for so many.
func TestFirstLettersHoldWhenOthersJoin(t *testing.T) {
	t.Parallel()
	for most := 4; most <= 12; most++ {
		f, ok := game.Founding{Width: 9, Height: 9}, true
		if most > 4 {
			f.Width, f.Height, ok = Rules().SizeFor(most)
		}
		if !ok {
			break
		}
		for seed := range conformance.Often(6, 20) {
			lettersOf(t, f, most, seed)
		}
	}
	for seed := range conformance.Often(20, 60) {
		lettersOf(t, game.Founding{}, 4, seed)
	}
}

// lettersOf lets realms join, as many as the board has room for, and keeps the letter that each is shown. After each,
// those that are there begin.
func lettersOf(t *testing.T, f game.Founding, most, seed int) {
	t.Helper()
	f.Seed = game.Seed{byte(seed), 7}
	w, err := Rules().Found(f)
	if err != nil {
		t.Fatal(err)
	}
	var shown []string
	for n := 1; n <= most; n++ {
		if w, _, err = w.Join(game.Joining{Name: strings.Repeat("x", n), Player: "P", Lang: phrase.De}, game.Seed{}); err != nil {
			t.Fatal(err)
		}
		if shown = append(shown, w.FirstLetter(n)); n > 1 {
			carriedOut(t, fmt.Sprintf("%dx%d, seed %d, %d realms", f.Width, f.Height, seed, n), w, shown)
		}
	}
}

// carriedOut lets realms send letters, one after the other, in a new world.
func carriedOut(t *testing.T, where string, w game.World, shown []string) {
	t.Helper()
	for i, text := range shown {
		s := game.Sheet{Realm: i + 1, Turn: w.Asked().Turn, Text: text}
		if text == "" || !strings.Contains(text, "$R") {
			t.Fatalf("%s: realm %d begins with the letter %q", where, i+1, text)
		}
		if c := w.Check(s); len(c.Problems) > 0 {
			t.Errorf("%s: of realm %d not all counts: %+v\n%s", where, i+1, c.Problems, text)
		}
		out := w.Resolve([]game.Sheet{s}, game.Seed{3}, 1, nil)
		if no := out.Refused(i + 1); len(no) > 0 {
			t.Errorf("%s: the turn refuses of realm %d: %+v\n%s", where, i+1, no, text)
		}
		w = out.Next()
	}
}

// How one wins is said for as many players as there are. Two players read their own rule first, and before turn 1 what
// a third changes.
func TestGoalFitsPlayers(t *testing.T) {
	t.Parallel()
	w, err := Rules().Found(game.Founding{Seed: game.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	const two, more, third = "hoever brings down the other castle wins", "ends with the first castle", "If a third player joins"
	for n, says := range [][]string{{"With two players, w" + two, more}, {"W" + two, third}, {"How one wins: the game ends when the first castle falls"}} {
		if w, _, err = w.Join(game.Joining{Name: strings.Repeat("x", n+1), Player: "P", Lang: phrase.En}, game.Seed{}); err != nil {
			t.Fatal(err)
		}
		goal := w.Guide(1, phrase.En).Goal
		for _, part := range says {
			if !strings.Contains(goal, part) {
				t.Errorf("%d players read %q", n+1, goal)
			}
		}
		if n > 0 && strings.Contains(goal, "two players") || n == 2 && strings.Contains(goal, "other castle") {
			t.Errorf("%d players read %q", n+1, goal)
		}
	}
}
