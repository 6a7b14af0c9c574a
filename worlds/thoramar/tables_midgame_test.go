package thoramar

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// A game master may draw limits closer in a running game: they hold for what is
// new. What stands beyond them stays, and no turn is refused for it.
func TestLimitsHoldForWhatIsNew(t *testing.T) {
	a := gametest.NewArena(t)
	rules := Rules()
	a.State.Realms[1].Gold = 100000
	town := a.Field(a.XY(0, 0))
	town.Owner, town.Building = 1, &realm.Building{Kind: "STD", Name: "Ort"}
	a.Land(1, 0, "was")
	a.Army(1, "K.L 1", 150, 0, 0)
	a.Army(1, "K.L 9", 1000, 0, 0).KK = 20
	a.Army(1, "H.K 1", 2000, 0, 0).Start = a.XY(0, 0)
	a.Army(1, "H.K 2", 500, 0, 0).Start = a.XY(0, 0)
	a.Army(1, "S.L 1", 10, 1, 0)
	a.Army(1, "K.M 1", 500, 1, 0).Aboard = gametest.ArmyName("S.L 1")
	a.Army(0, "M.E 1", 150, -4, 0)
	if wrong := realm.Broken(a.Tables, a.State); len(wrong) > 0 {
		t.Fatal(wrong)
	}
	tables, err := rules.Tables([]byte(`
[rules]
kk_max = 10
[[unit]]
unit = "K.L"
min = 200
recruit_min = 2000
[[unit]]
unit = "H.K"
max = 1000
limit = 1
[[unit]]
unit = "S.L"
hold = 50
[[building]]
code = "STD"
capacity = 30000
[[monster]]
unit = "M.E"
cap = 100
`))
	if err != nil {
		t.Fatal(err)
	}
	w, err := rules.Open(realm.Encode(a.State), tables)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := w.Broken(); len(wrong) > 0 {
		t.Errorf("the game stands still: %q", wrong)
	}
	if wrong := realm.Broken(w.(*World).at.Tables, a.State); len(wrong) != 7 {
		t.Errorf("beyond the new limits are %q, want seven, each caravan by itself", wrong)
	}
	sheet := game.Sheet{Realm: 1, Turn: a.State.Turn, Text: "$R\nK.L 2 1000 0 0\nH.K 3 500 0 0\nK.L 3 2000 0 0\n"}
	o := w.Resolve([]game.Sheet{sheet}, game.Seed{1}, 1, nil)
	if wrong := o.Next().Broken(); len(wrong) > 0 {
		t.Errorf("the turn is refused: %q", wrong)
	}
	var refused []string
	for _, p := range o.Refused(1) {
		refused = append(refused, p.What.Code)
	}
	if got := strings.Join(refused, " "); got != "too-few trader-limit" {
		t.Errorf("refused: %s", got)
	}
	s := o.Next().(*World).at.State
	for army, men := range map[string]int64{"K.L 1": 150, "K.L 3": 2000, "K.L 9": 1000, "H.K 1": 2000, "H.K 2": 500,
		"K.M 1": 500} {
		if m := s.Army(1, gametest.ArmyName(army)); m == nil || m.Men != men {
			t.Errorf("%s: %+v, want %d men", army, m, men)
		}
	}
	if m := s.Army(0, gametest.ArmyName("M.E 1")); m.Men != 150 {
		t.Errorf("the herd has %d heads, want 150", m.Men)
	}
}
