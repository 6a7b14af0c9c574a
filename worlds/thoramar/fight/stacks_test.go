package fight_test

import (
	"testing"

	"weltentor/worlds/battlelines"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// What an army brings into its row (rules §28.6), by hand:
//   - R.M, class 3, KK 10, in a wood × 0.75: A 10, V 10 × 1.10 × 0.75 = 8.25, speed 2;
//   - F.S, class 3: reach 4, a tenth in mêlée, row 3 without a line;
//   - K.L with 80 % culture: A and V 8, in a castle × 1.5: V 12; it holds.
func TestStacks(t *testing.T) {
	a := gametest.NewArena(t)
	a.Tables.Battle = tables.InRows
	a.Land(1, 0, "twa").Owner = 2
	a.Field(a.XY(1, 0)).Building = &realm.Building{Kind: "BRG"}
	ice := a.Tables.FindCulture("ice")
	weak := *ice
	weak.Strength = map[string]int64{"K.L": 80}
	if err := a.Tables.PrepareCulture(&weak); err != nil {
		t.Fatal(err)
	}
	horse, guns, foot := a.Army(1, "R.M 1", 1000, 0, 0), a.Army(1, "F.S 1", 1000, 0, 0), a.Army(2, "K.L 1", 1000, 1, 0)
	a.Order(1, "R.M 1", "2", "A+")
	a.Order(1, "F.S 1", "0", "V+")
	a.Phases("plans")
	a.Peoples[2] = &weak
	b := &fight.Battle{At: a.XY(1, 0), From: a.XY(0, 0), Dir: 2}
	horse.KK = 10
	b.Join(fight.Attackers, horse)
	b.Join(fight.Attackers, guns)
	b.Join(fight.Defenders, foot)
	want := [2][]battlelines.Stack{
		{
			{HP: 10_000_000, Row: 1, Tactic: battlelines.Charge,
				Unit: battlelines.Unit{Attack: 10_000, Defence: 8_250, Damage: 3_000, HP: 10_000, Speed: 2}},
			{HP: 10_000_000, Row: 3, Tactic: battlelines.Hold,
				Unit: battlelines.Unit{Attack: 10_000, Defence: 10_000, Damage: 3_000, HP: 10_000, Speed: 1, Range: 4,
					Bow: true}},
		},
		{{HP: 10_000_000, Row: 1, Tactic: battlelines.Hold,
			Unit: battlelines.Unit{Attack: 8_000, Defence: 12_000, Damage: 1_000, HP: 10_000, Speed: 1}}},
	}
	for s, side := range b.Side {
		for i, f := range side {
			if got := fight.Stack(a.Turn.Turn, b, s, f); got != want[s][i] {
				t.Errorf("%v: %+v, want %+v", f.Army.Name, got, want[s][i])
			}
		}
	}
}
