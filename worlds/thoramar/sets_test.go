package thoramar

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// The set "balanced" has the figures that were decided; of it single numbers may be
// changed by a world's own, and what it does not name is as in the manual.
func TestBalancedSet(t *testing.T) {
	rules := Rules()
	text, err := rules.Tables([]byte("set = \"balanced\"\n[rules]\nhold_arch = 7\n[[unit]]\nunit = \"K.L\"\nmove = " +
		"5\n"))
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := rules.Effective(text)
	if err != nil {
		t.Fatal(err)
	}
	for unit, cost := range map[string]int64{"K.L": 5, "K.M": 10, "K.S": 15, "R.L": 14, "R.M": 18, "R.S": 26, "Z.B": 60,
		"Z.M": 100} {
		if got := numbers.Unit[numbers.UnitNamed(unit)].Cost; got != cost {
			t.Errorf("%s costs %d, want %d", unit, got, cost)
		}
	}
	for _, code := range []string{"TSL", "TSF", "HTS"} {
		if b := numbers.FindBuilding(code); b.Cost != 80000 || b.Time != 4 || b.Upkeep != 5000 {
			t.Errorf("%s: %d GS, %d turns, upkeep %d", code, b.Cost, b.Time, b.Upkeep)
		}
	}
	n := numbers.Rules
	caravans := numbers.Unit[numbers.UnitNamed("H.K")]
	if n.SummonArch != 20 || numbers.FindBuilding("HST").Defence != 1500 || n.RevoltSize != 5000 || n.RevoltFreeFields != 25 || caravans.Gain != 2 ||
		caravans.Sells != 50 || n.PlunderBack >= tables.FullYield {
		t.Errorf("summon %d, revolts %d beyond %d, caravans %d and %d, recovery %d",
			n.SummonArch, n.RevoltSize, n.RevoltFreeFields, caravans.Gain, caravans.Sells, n.PlunderBack)
	}
	if n.MiddleGarrison != 100 || tables.StandardTables().Rules.MiddleGarrison != 400 {
		t.Errorf("a middling garrison is %d permille, and by the manual %d", n.MiddleGarrison,
			tables.StandardTables().Rules.MiddleGarrison)
	}
	if k := numbers.Unit[numbers.UnitNamed("K.L")]; n.HoldArch != 7 || k.Move != 5 {
		t.Errorf("the world's own numbers do not lie over the set: hold_arch %d, move %d", n.HoldArch, k.Move)
	}
}

// A set there is not is refused, and those there are are named.
func TestUnknownSetInTables(t *testing.T) {
	if _, err := Rules().Tables([]byte("set = \"balance\"\n")); err == nil ||
		!strings.Contains(err.Error(), "set = \"balance\": must be one of balanced") {
		t.Error(err)
	}
}

// A world keeps the numbers that it was founded with, whatever the set says later: its effective tables have every
// number, and no set.
func TestFoundedWorldKeepsItsNumbers(t *testing.T) {
	rules := Rules()
	before, err := rules.Tables([]byte("set = \"balanced\"\n[rules]\nsummon_arch = 10\n[[building]]\ncode = \"HST\"\n" +
		"defence = 750\n")) // the set as it once was
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(before), "balanced") {
		t.Error("the effective tables name the set")
	}
	founded, err := rules.Found(game.Founding{Seed: game.Seed{1}, Width: 20, Height: 16, Tables: before})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := rules.Open(founded.State(), before)
	if err != nil {
		t.Fatal(err)
	}
	if n := opened.(*World).at.Tables; n.Rules.SummonArch != 10 || n.FindBuilding("HST").Defence != 750 {
		t.Errorf("summon_arch %d, HST defence %d, want 10 and 750", n.Rules.SummonArch, n.FindBuilding("HST").Defence)
	}
}
