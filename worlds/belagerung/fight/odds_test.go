package fight

import (
	"testing"

	"weltentor/worlds/belagerung/tables"
)

// Of the dice of two blows so many of 36 are enough for the attacker: with equal
// powers 6 + 15, and one power more or less adds or takes the next diagonal.
func TestOdds(t *testing.T) {
	for more, want := range map[int64]int64{0: 21, 1: 26, 2: 30, 3: 33, 4: 35, 5: 36, 9: 36, -1: 15, -2: 10, -3: 6,
		-4: 3, -5: 1, -6: 0} {
		if hits, of := OddsOf(tables.StandardTables(), 6+more, 6); hits != want || of != 36 {
			t.Errorf("%d more: %d of %d, want %d of 36", more, hits, of, want)
		}
	}
}
