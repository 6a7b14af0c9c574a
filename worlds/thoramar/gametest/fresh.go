package gametest

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Found founds a world without realms.
func Found(t testing.TB, seed string, width, height int) realm.Position {
	t.Helper()
	return joined(t, seedOf(t, seed), width, height)
}

// Fresh founds a world, and lets so many realms join.
func Fresh(t testing.TB, seed string, width, height, realms int) realm.Position {
	t.Helper()
	var who []game.Joining
	for n := 1; n <= realms; n++ {
		who = append(who, game.Joining{Name: fmt.Sprint("Realm ", n), Player: "P"})
	}
	return joined(t, seedOf(t, seed), width, height, who...)
}

func seedOf(t testing.TB, text string) game.Seed {
	t.Helper()
	s, err := game.ParseSeed(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// joined founds a world and lets realms join.
func joined(t testing.TB, seed game.Seed, width, height int, who ...game.Joining) realm.Position {
	t.Helper()
	p := realm.Position{Rules: founding.Rules()}
	var err error
	if p.Tables, err = p.Rules.Effective(nil); err == nil {
		p.State, err = land.Found(p.Tables, game.Founding{Seed: seed, Width: width, Height: height})
	}
	var sites *land.Sites
	for _, j := range who {
		if err == nil {
			p.State, sites, _, err = founding.Join(p, sites, j, seed)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Check is the receipt of a sheet.
func Check(p realm.Position, in game.Sheet) game.Checked {
	return turn.Receipt(p, sight.Locate(p.State), sight.NewRooms(), in)
}
