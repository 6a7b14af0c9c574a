package battlelines

import "testing"

// mixed is a side of n stacks: all units, all rows, all tactics but flight.
func mixed(n int) []Stack {
	units := []Unit{soldier, archer, knight, catapult, soldier, knight}
	out := make([]Stack, n)
	for i := range out {
		out[i] = men(units[i%len(units)], int64(20+i%50), 1+i%10, []Tactic{Charge, Advance, Hold}[i%3])
	}
	return out
}

// BenchmarkFight is a battle of 200 stacks a side, 20 rounds; within 5 ms.
func BenchmarkFight(b *testing.B) {
	battle := &Battle{Sides: [2][]Stack{mixed(200), mixed(200)},
		Walls: []Wall{{Name: "wall", HP: 500_000}, {Name: "wall", HP: 2_000_000}}}
	blows := 0
	for n := 0; b.Loop(); n++ {
		blows = len(Fight(battle, &standard, seeded(byte(n))).Log)
	}
	b.ReportMetric(float64(blows), "entries")
}

// BenchmarkTough is the same with stacks that last: every round is fought by all.
func BenchmarkTough(b *testing.B) {
	battle := &Battle{Sides: [2][]Stack{mixed(200), mixed(200)}}
	for s := range battle.Sides {
		for i := range battle.Sides[s] {
			k := &battle.Sides[s][i]
			k.HP *= 1000
			k.Unit.HP *= 1000
			k.Unit.Range = 20
		}
	}
	for n := 0; b.Loop(); n++ {
		if got := len(Fight(battle, &standard, seeded(byte(n))).Log); got < 8000 {
			b.Fatalf("%d entries: not all fought", got)
		}
	}
}

// BenchmarkProtocol is what telling a battle costs beyond fighting it.
func BenchmarkProtocol(b *testing.B) {
	battle := &Battle{Sides: [2][]Stack{mixed(200), mixed(200)}}
	r := Fight(battle, &standard, seeded(1))
	for b.Loop() {
		r.Protocol(battle, nil)
	}
}
