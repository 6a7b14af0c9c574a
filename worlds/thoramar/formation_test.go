package thoramar

import (
	"bytes"
	"testing"

	"weltentor/worlds/game"
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
	c := newCase(t, text)
	o := c.world.Resolve([]game.Sheet{{Realm: 1, Turn: 3, Text: "$A\n"}}, game.Seed{3}, 1, nil)
	report := o.Report(1, nil).Text
	for _, want := range []string{
		"V.L 1      2000   0 ---   0 /   0   3 gemischt, Kampfkraft +20%\n",
		"K.M 1      1000   0 ---   0 /   0   4 in V.L 1\n",
		"H.K 1       500   0 ---   2 /   0   3 ab -2/0, Gewinn 0 GS\n",
	} {
		if !bytes.Contains(report, []byte(want)) {
			t.Errorf("the report lacks %q:\n%s", want, report[bytes.Index(report, []byte("Armee ")):])
		}
	}
}
