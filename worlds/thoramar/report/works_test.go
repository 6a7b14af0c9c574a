package report_test

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// Law 6: the number of a gate that is not the realm's, or is a ruin, and what a
// foreign mine holds change no word of a report or a receipt, not even for who
// stands at it.
func TestFindsAreSecret(t *testing.T) {
	play := func(gate, ruin, mine int) (report []byte, receipt string) {
		p := gametest.World(cases.New(t, fmt.Sprintf(`
-- world --
turn 2
realm 1 plain 500000
field 0/0 tla 1 HST
field 1/0 tla 1 WTO ruin gate=%d
field 2/0 tla 0 WTO gate=%d
field 3/0 tla 2 MIN mine=%d decline=%d
field -1/0 tla 0 MIN mine=%d
army 1 K.M 1 3000 2/0
army 1 K.M 2 3000 3/0
army 1 K.M 3 3000 -1/0
army 1 K.M 4 3000 2/0
`, ruin, gate, mine, mine/100, mine)))
		sheet := game.Sheet{Realm: 1, Turn: 2,
			Text: "$B\nWTO 1 0 Tor\nMIN 3 0 Schacht\n$A\nK.M 1 2 V+ 500\nK.M 4 0 A+\n"}
		return resolved(p, game.Seed{5}, []game.Sheet{sheet}).Report(1, nil).Text, fmt.Sprint(gametest.Check(p, sheet))
	}
	report, receipt := play(7, 8, 20000)
	for _, other := range [][3]int{{9, 8, 20000}, {7, 10, 20000}, {7, 8, 12000}, {7, 8, 0}} {
		r, k := play(other[0], other[1], other[2])
		if !bytes.Equal(r, report) {
			t.Errorf("%v: another report", other)
		}
		if k != receipt {
			t.Errorf("%v: another receipt", other)
		}
	}
	// The right number, on the other hand, shows in the turn, but not before it.
	r, k := play(500, 8, 20000)
	if bytes.Equal(r, report) || k != receipt {
		t.Error("the right number: the report is to tell, the receipt is not")
	}
}
