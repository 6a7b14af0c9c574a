package battlelines

import "testing"

// What a receipt may tell of the first contact, by hand:
//   - row 8 against row 8, both holding: never;
//   - row 8 charging with speed 1 against row 8: 16 rows, struck in round 17;
//   - row 10 against row 10, only one moves: 20 rows, too late;
//   - row 10 against row 10, both move: 10 rounds, struck in round 11;
//   - knights from row 1 to row 2: 3 rows; two in round 1, one and half a strike in 2;
//   - knights from row 1 to row 1: 2 rows, all of the strike; struck in round 2;
//   - archers: 3 of 4 rows reach;
//   - who charges with speed 0 strikes in round 1 whom the move of that round brings into reach: 1 of 2 rows;
//   - who advances with speed 0 stays: 2 rows, never;
//   - riders in flight from row 1, 10 rows; soldiers behind them, 12 rows off with
//     the first 2, are on them after 12 rounds, struck in 13.
func TestFirstContact(t *testing.T) {
	for _, c := range []struct {
		a, b Stack
		want int
	}{
		{men(soldier, 1, 8, Hold), men(soldier, 1, 8, Hold), 0},
		{men(soldier, 1, 8, Charge), men(soldier, 1, 8, Hold), 17},
		{men(soldier, 1, 8, Advance), men(soldier, 1, 8, Hold), 17},
		{men(soldier, 1, 10, Charge), men(soldier, 1, 10, Hold), 0},
		{men(soldier, 1, 10, Charge), men(soldier, 1, 10, Advance), 11},
		{men(knight, 1, 1, Charge), men(soldier, 1, 2, Hold), 2},
		{men(knight, 1, 1, Charge), men(soldier, 1, 1, Hold), 2},
		{men(archer, 1, 1, Hold), men(soldier, 1, 2, Hold), 1},
		{men(archer, 1, 1, Hold), men(soldier, 1, 3, Advance), 2},
		{men(far(still, 1), 1, 1, Charge), men(soldier, 1, 1, Advance), 1},
		{men(far(still, 1), 1, 1, Charge), men(soldier, 1, 2, Advance), 2},
		{men(soldier, 1, 1, Charge), men(rider, 1, 1, Flee), 13},
		{men(still, 1, 1, Advance), men(soldier, 1, 1, Hold), 0},
	} {
		for _, sides := range [][2]Stack{{c.a, c.b}, {c.b, c.a}} {
			if got := FirstContact(sides[:1], sides[1:], &standard); got != c.want {
				t.Errorf("row %d %s against row %d %s: round %d, want %d", c.a.Row, c.a.Tactic.Key(), c.b.Row,
					c.b.Tactic.Key(), got, c.want)
			}
		}
	}
}

// No battle has its first blow earlier than told, and of one stack against one
// some battle has it then, whoever moves first.
func TestFirstContactHolds(t *testing.T) {
	units := []Unit{soldier, knight, archer, far(man(5, 5, 5, 900, 3, 1), 1)}
	for i, a := range units {
		for _, at := range Tactics {
			for j, d := range units {
				for _, dt := range Tactics {
					s, f := men(a, 1000, 1+(3*i+j)%10, at), men(d, 1000, 1+(5*j+i)%10, dt)
					s.Steadfast, f.Steadfast = true, true
					told, least := FirstContact([]Stack{s}, []Stack{f}, &standard), 0
					for n := range byte(12) {
						r := Fight(against([]Stack{s}, []Stack{f}), &standard, seeded(n))
						if least == 0 || r.Contact < least {
							least = r.Contact
						}
					}
					if least != told {
						t.Errorf("unit %d row %d %s, unit %d row %d %s: told round %d, the earliest is %d", i, s.Row,
							at.Key(), j, f.Row, dt.Key(), told, least)
					}
				}
			}
		}
	}
}
