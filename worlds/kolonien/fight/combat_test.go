package fight

import (
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// anySide draws a side of a combat.
func anySide(t *tables.Tables, d *game.Dice, which int) Side {
	s := Side{Nature: Nature(d.N(4)), Charge: d.Chance(500), Siege: d.Chance(500), Guns: int(d.N(80)),
		Port: d.Chance(300)}
	room := int(d.N(3)) * 5
	s.Refuge = func([]int) int { return room }
	if which == Attacker && s.Nature == Lair {
		s.Nature = Raider
	}
	s.Withdraw = realm.Withdrawal{When: realm.When(d.N(4)), N: int(d.Between(1, 100))}
	if s.Nature == European {
		s.Fort = int(d.N(5))
	}
	from, to := tables.MIL, tables.ART
	switch s.Nature {
	case Native:
		from, to = tables.NINF, tables.ICAV
	case Raider, Lair:
		from, to = tables.PMIL, tables.PMIL
	}
	for i := range d.Between(1, 2) {
		f := Force{Realm: int(i) + 1,
			Losses: LossesOf(t, []tables.Kind{tables.Kind(d.N(int64(tables.Kinds)))})}
		for range d.Between(1, 3) {
			h := Host{Name: "X", Leader: int(d.N(4)), Medic: d.Chance(200)}
			for range d.N(7) {
				h.Troops[d.Between(int64(from), int64(to))]++
			}
			f.Hosts = append(f.Hosts, h)
		}
		s.Forces = append(s.Forces, f)
	}
	s.Forces[0].Hosts[0].Troops[from]++
	return s
}

// Whatever meets: a combat ends, nobody gains a unit, each unit lost is told once,
// who has won has a unit left or was the defender, and who fled has his refuge or nothing.
func TestCombatsEnd(t *testing.T) {
	numbers := tables.StandardTables()
	for i := range int64(3000) {
		d := game.Seed{9}.Throw(0, 0, "combats", i)
		told := map[string]int{}
		c := Combat{Encounter: Encounter{Tables: numbers, Period: int(d.Between(1, 4)), Dice: d}}
		c.Sides = [2]Side{anySide(numbers, d, Attacker), anySide(numbers, d, Defender)}
		before := [2]int{c.Sides[0].Units(), c.Sides[1].Units()}
		was := c.Sides
		for s := range was {
			was[s].Forces = slices.Clone(was[s].Forces)
			for f := range was[s].Forces {
				was[s].Forces[f].Hosts = slices.Clone(was[s].Forces[f].Hosts)
			}
		}
		c.Tell = func(p phrase.Phrase) { told[p.Code]++ }
		end := c.Fight()
		for s := range c.Sides {
			if n := c.Sides[s].Units(); n < 0 || n > before[s] {
				t.Fatalf("combat %d: side %d had %d units, has %d", i, s, before[s], n)
			}
			for f := range was[s].Forces {
				for h := range was[s].Forces[f].Hosts {
					for k, n := range c.Sides[s].Forces[f].Hosts[h].Troops {
						if n < 0 || n > was[s].Forces[f].Hosts[h].Troops[k] {
							t.Fatalf("combat %d: %d %s of %d", i, n, tables.Kind(k).Code(),
								was[s].Forces[f].Hosts[h].Troops[k])
						}
					}
				}
			}
			if c.Sides[s].Wounded != 0 {
				t.Fatalf("combat %d: a hit is carried out of it", i)
			}
		}
		switch {
		case end.Winner != Attacker && end.Winner != Defender, end.Rounds < 1,
			end.Rounds > c.Tables.Rules.Longest, told["combat.won"] != 1, told["combat.round"] != end.Rounds:
			t.Fatalf("combat %d ends %+v, told %v", i, end, told)
		case end.Winner == Attacker && c.Sides[Attacker].Units() == 0:
			t.Fatalf("combat %d: won by nobody", i)
		case end.Fled == end.Winner:
			t.Fatalf("combat %d: the winner fled", i)
		}
		if loser := &c.Sides[1-end.Winner]; loser.Units() > 0 && (end.Fled != 1-end.Winner || !loser.sheltered()) {
			t.Fatalf("combat %d: %d beaten units stay", i, loser.Units())
		}
	}
}
