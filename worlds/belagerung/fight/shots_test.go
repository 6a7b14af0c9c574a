package fight

import (
	"fmt"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// An engine's dice go from the highest down to those named, and what is left to
// the last (§13.6).
func TestShotsFromTheHighestDown(t *testing.T) {
	for names, want := range map[int][]int{1: {3}, 2: {1, 2}, 3: {1, 1, 1}} {
		p := gametest.Joined(t, game.Founding{Seed: game.Seed{6}}, 2)
		core := rulekit.Begin(game.Seed{byte(names)}, p.State.Turn, len(p.State.Realms))
		run := New(realm.Board{Position: p, Me: p.State.Realm(p.State.Next)}, &core, Fair)
		at := run.State.Of(2)[:names]
		Shoot(run, Shots(run, run.State.Unit(1), 3), at)
		var lay []int
		last := run.Tables.Rules.Die
		for _, u := range at {
			lay = append(lay, len(u.Weak))
			for _, d := range u.Weak {
				if d.Pips > last {
					t.Errorf("%d names: a die of %d after one of %d", names, d.Pips, last)
				}
				last = d.Pips
			}
		}
		if fmt.Sprint(lay) != fmt.Sprint(want) {
			t.Errorf("%d names get %v dice, want %v", names, lay, want)
		}
	}
}
