package gametest

import (
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
)

// Found founds a world without realms.
func Found(t testing.TB, seed string, width, height int) realm.Position {
	t.Helper()
	s, err := game.ParseSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	p := realm.Position{Rules: founding.Rules()}
	if p.Tables, err = p.Rules.Effective(nil); err == nil {
		p.State, err = land.Found(p.Tables, game.Founding{Seed: s, Width: width, Height: height})
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Fresh founds a world, and lets so many realms join.
func Fresh(t testing.TB, seed string, width, height, realms int) realm.Position {
	t.Helper()
	p := Found(t, seed, width, height)
	s, err := game.ParseSeed(seed)
	var sites *land.Sites
	for n := 1; n <= realms && err == nil; n++ {
		p.State, sites, _, err = founding.Join(p, sites, game.Joining{Name: fmt.Sprint("Realm ", n), Player: "P"}, s)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}
