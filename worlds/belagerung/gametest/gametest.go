// Package gametest has what tests of several rooms share: positions with realms, worlds of cases, and players who write
// orders. Only tests import it.
package gametest

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/founding"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
)

// Three are realms of readers in both languages, on three computers.
var Three = []game.Joining{
	{Name: "Adlerhorst", Player: "A. Adler", Lang: phrase.De, Computer: game.UTF8},
	{Name: "Bearmoor", Player: "B. Bear", Lang: phrase.En, Computer: game.PC},
	{Name: "Chamstein", Player: "C. Chamois", Lang: phrase.De, Computer: game.Amiga},
}

// Found founds a position without realms.
func Found(f game.Founding) (realm.Position, error) {
	p := realm.Position{Rules: founding.Rules()}
	var err error
	if p.Tables, err = p.Rules.Effective(f.Tables); err == nil {
		p.State, err = founding.Found(p.Tables, f)
	}
	return p, err
}

// Of founds a position and lets realms join.
func Of(t testing.TB, f game.Founding, who ...game.Joining) realm.Position {
	t.Helper()
	p, err := Found(f)
	for _, j := range who {
		if err == nil {
			p.State, _, err = founding.Join(p, j)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Joined founds a position and lets so many join.
func Joined(t testing.TB, f game.Founding, players int) realm.Position {
	t.Helper()
	var who []game.Joining
	for n := 1; n <= players; n++ {
		who = append(who, game.Joining{Name: fmt.Sprint("Reich ", n), Player: fmt.Sprint("Spieler ", n), Lang: phrase.De})
	}
	return Of(t, f, who...)
}

// Treasures are all treasure dice, wherever they lie.
func Treasures(s *realm.State) int64 {
	n := s.Bank
	for i := range s.Realms {
		n += s.Realms[i].Treasure
	}
	for _, b := range s.Buildings {
		if b.Counter > 0 {
			n++
		}
	}
	return n
}
