package fight

import (
	"reflect"
	"testing"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// §6.10: numbers have three digits, on a great map four; none is there twice in a round,
// and the same field has another in another round.
func TestBattlesHaveThreeDigits(t *testing.T) {
	for _, size := range []int{48, 400, 700, 701, 960} {
		least, most := 100, 999
		if size > 700 {
			least, most = 1000, 9999
		}
		var before []int
		for round := range 3 {
			run, at := on(tables.StandardTables(),
				&realm.State{Turn: 1 + 2*round, Round: 1 + round, Fields: make([]realm.Field, size)}, game.Seed{8},
				"pairings")
			var found []*realm.Battle
			for at := range 48 {
				found = append(found, &realm.Battle{At: game.Place(at)})
			}
			for i := range 30 { // each pair three times
				found = append(found, &realm.Battle{At: game.Nowhere,
					Sides: [2]realm.Side{{Player: 1 + i%10}, {Player: 11 + i%10}}})
			}
			call(&run, at, found)
			seen, numbers := map[int]bool{}, []int(nil)
			for _, b := range found {
				if b.Number < least || b.Number > most || seen[b.Number] || b.Round != 1+round {
					t.Errorf("%d fields: a battle of round %d is called G%d, another too: %t", size, b.Round, b.Number,
						seen[b.Number])
				}
				seen[b.Number] = true
				numbers = append(numbers, b.Number)
			}
			if reflect.DeepEqual(before, numbers) {
				t.Errorf("%d fields: two rounds call their battles alike", size)
			}
			before = numbers
		}
	}
}
