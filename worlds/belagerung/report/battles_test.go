package report

import (
	"os"
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// The two attacks of the case weakening-dice-count, as data: dice, power, ground and weakening count for a side or
// against it. Realm 2 has lost the first and won the second.
func TestFactsOfBattles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../testdata/weakening-dice-count.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := cases.New(t, string(text))
	p := gametest.World(c)
	f := play(p, game.Seed{3}, c.Sheets(p.State.Turn)...).Facts(2)
	if len(f.Battles) != 2 || f.Battles[0].Won != 1 || f.Battles[1].Won != 2 || len(f.Battles[1].Course) != 2 {
		t.Fatalf("%+v", f.Battles)
	}
	cases.Data(t, "sides", f.Battles[0].Sides, `[
		{"realm": 1, "strength": 5, "armies": [{"realm": 1, "name": "E3", "id": "1/E3"}],
			"factors": [{"code": "factor.die", "name": "Würfel", "amount": 1},
				{"code": "factor.power", "name": "Kraft", "amount": 4}]},
		{"realm": 2, "strength": 4, "armies": [{"realm": 2, "name": "E1", "id": "2/E1", "fate": "destroyed"}],
			"factors": [{"code": "factor.other", "name": "Würfel", "amount": 1},
				{"code": "factor.stands", "name": "Kraft", "amount": 4}, {"code": "factor.ground", "name": "Boden", "amount": 2},
				{"code": "factor.weak", "name": "Schwächung", "amount": -3}]}]`)
	for _, e := range f.Weeks[0].Events {
		if e.Code == "blow-fell" && (e.Tone != game.Loss || e.Weight != 5 || e.At != "8/6") {
			t.Errorf("%+v", e)
		}
	}
}
