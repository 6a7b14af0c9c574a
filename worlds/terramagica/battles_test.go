package terramagica

import (
	"os"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// Two battles of the case battle-two: in each ten soldiers meet ten of 3.Ziel, shoot, and do no damage. All who can
// see it are told who stood where, and that nobody has won.
func TestFactsOfBattles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/battle-two.txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := cases.New(t, string(text))
	w := newCaseWorld(t, c.Text("tables"), c.Text("world"))
	f := w.Resolve(c.Sheets(w.at.State.Turn), game.Seed{3}, 1, nil).(*outcome).Facts(1)
	if len(f.Battles) != 2 {
		t.Fatalf("%d battles", len(f.Battles))
	}
	with := map[string]bool{}
	for _, b := range f.Battles {
		foe := b.Sides[0].Armies[0]
		with[foe.ID] = true
		cases.Data(t, "defenders", b.Sides[1], `{"realm": 3, "armies": [{"realm": 3, "name": "Ziel", "id": "3/Ziel",
			"kind": "Soldat", "before": 10, "after": 10}]}`)
		if foe.Before != 10 || foe.After != 10 || foe.Fate != "" || b.At != "2" || b.Won != 0 || b.Result.Code != "rows.drawn" {
			t.Errorf("%+v", b)
		}
	}
	if !with["1/Nord"] || !with["2/West"] {
		t.Errorf("against %v", with)
	}
	for _, e := range f.Weeks[0].Events {
		if e.Code == "battle" && (e.At != "2" || e.Weight != 4) {
			t.Errorf("%+v", e)
		}
	}
}
