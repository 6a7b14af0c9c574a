package report_test

import (
	"bytes"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
)

// The army table tells members where they belong, and what the make is worth.
func TestFormationInTheArmyTable(t *testing.T) {
	text := `
-- world --
army 1 V.L 1 2000 0/0 points 3
army 1 K.M 1 1000 0/0 aboard V.L_1
army 1 R.L 1 1000 0/0 aboard V.L_1
army 1 H.K 1 500 2/0 start -2/0
-- orders 1 --
$A
`
	p := gametest.World(cases.New(t, text))
	o := resolved(p, game.Seed{3}, []game.Sheet{{Realm: 1, Turn: 3, Text: "$A\n"}})
	told := o.Report(1, nil).Text
	for _, want := range []string{
		"V.L 1      2000   0 ---   0 /   0   3 gemischt, Kampfkraft +20%\n",
		"K.M 1      1000   0 ---   0 /   0   4 in V.L 1\n",
		"H.K 1       500   0 ---   2 /   0   3 ab -2/0, Gewinn 0 GS\n",
	} {
		if !bytes.Contains(told, []byte(want)) {
			t.Errorf("the report lacks %q:\n%s", want, told[bytes.Index(told, []byte("Armee ")):])
		}
	}
}
