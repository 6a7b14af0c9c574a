package fight

import (
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// §8.3: who must retreat at sea and has no sea beside loses all ships; who has one keeps what
// is left. 4 LIN_S (32) against 8 TRA (16): 16 more are +4: 6 to 2, twice: 3 hits and 32/10 = 3. Two are left,
// which must go. The attacker takes 16/10 = 1 hit, which sinks one ship at the end. The other way round 8 TRA (8)
// attack 4 LIN_S (32): 24 more, +4, the same.
func TestNoSeaToGoTo(t *testing.T) {
	strong, weak := Flotilla{Realm: 1, Ships: tables.Ships{tables.LINS: 4}}, Flotilla{Realm: 2,
		Ships: tables.Ships{tables.TRA: 8}}
	numbers := tables.StandardTables()
	numbers.Rules.DiceSides = 1
	for _, c := range []struct {
		attack bool // by the strong
		refuge bool
		left   int
	}{{true, true, 2}, {true, false, 0}, {false, true, 2}, {false, false, 0}} {
		sides := [2]SeaSide{{Fleets: []Flotilla{strong}},
			{Fleets: []Flotilla{weak}, Refuge: c.refuge}}
		loser := Defender
		if !c.attack {
			sides[Attacker], sides[Defender], loser = sides[Defender], sides[Attacker],
				Attacker
		}
		for i := range sides {
			sides[i].Withdraw.When = realm.Never
			sides[i].Fleets[0].Losses = Sinking(numbers, nil)
		}
		combat := SeaCombat{Sides: sides,
			Encounter: Encounter{Tables: numbers, Period: 1, Dice: game.Seed{}.Throw(1, 0, "sea")}}
		end := combat.Fight()
		if end.Winner != 1-loser || end.Fled != loser || end.Rounds != 1 {
			t.Errorf("%+v: the end is %+v", c, end)
		}
		if got := combat.Sides[loser].Ships(); got != c.left {
			t.Errorf("%+v: %d ships are left, want %d", c, got, c.left)
		}
	}
}
