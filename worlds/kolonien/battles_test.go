package kolonien

import (
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// The combat in 15 of the case report-whole, as one object: five units with CF 13 beat a haven of two with CF 4, and
// each side's first bonuses count for it.
func TestFactsOfBattles(t *testing.T) {
	t.Parallel()
	f := wholeFacts(t)
	b := f.Battles[0]
	cases.Data(t, "sides", b.Sides, `[
		{"realm": 1, "before": 5, "after": 5, "strength": 13,
			"armies": [{"realm": 1, "name": "Cortez", "id": "1/Cortez", "kind": "leader", "before": 5}],
			"factors": [{"code": "bonus.superior", "name": "Überlegenheit an CF", "amount": 3},
				{"code": "bonus.charge", "name": "Kavallerieattacke", "amount": 1}]},
		{"before": 2, "strength": 4, "armies": [{"name": "", "kind": "haven", "before": 2}],
			"factors": [{"code": "bonus.location", "name": "eigener Ort", "amount": 2}]}]`)
	if len(f.Battles) != 2 || b.At != "15" || b.Won != 1 || b.Result.Code != "combat.won" || len(b.Course) != 12 {
		t.Errorf("%d battles, %+v", len(f.Battles), b)
	}
	for _, e := range f.Weeks[0].Events {
		switch e.Code {
		case "combat.won":
			if e.Tone == "" || e.Weight != 5 {
				t.Errorf("the end of a combat of the reader's is %q, %d", e.Tone, e.Weight)
			}
		case "pirates-came":
			if e.Tone != game.Warn || e.At != "20" {
				t.Errorf("pirates come: %+v", e)
			}
		}
	}
}
