package thoramar

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
)

// settle puts wild herds into a fresh world (decision 10): of each kind one for
// so many fields of its habitat, on fields drawn by the seed.
func settle(s *State, t *Tables, seed game.Seed) {
	for i := range t.Monster {
		row := &t.Monster[i]
		unit := Unit{row.Unit[0], row.Unit[2]}
		homes := row.homes(s, t, seed)
		n := min(len(homes)/t.Rules.HerdEvery, maxID)
		taken := map[int]bool{}
		for _, p := range homes[:n] {
			id := wildID(seed, s.Turn, p, unit, func(id int) bool { return taken[id] })
			taken[id] = true
			s.Armies[0] = append(s.Armies[0], &Army{
				Name: ArmyName{unit, int32(id)}, Men: row.Herd, At: p, Points: t.unit(unit).Move,
				Fit: -1, Since: s.Turn, Start: game.Nowhere, Command: Command(row.Command[0]), Flag: Shown,
			})
		}
	}
	slices.SortFunc(s.Armies[0], func(a, b *Army) int {
		if a.Name.less(b.Name) {
			return -1
		}
		return 1
	})
}

// homes lists the kind's habitat in an order drawn by the seed.
func (m *Monster) homes(s *State, t *Tables, seed game.Seed) []game.Place {
	type lot struct {
		draw int64
		p    game.Place
	}
	var lots []lot
	for i := range s.Fields {
		if p := game.Place(i); m.lives(t, s, p) {
			lots = append(lots, lot{seed.Throw(0, 0, "herd", int64(m.Unit[2]), int64(p)).N(1 << 60), p})
		}
	}
	slices.SortFunc(lots, func(a, b lot) int { return cmp.Or(cmp.Compare(a.draw, b.draw), cmp.Compare(a.p, b.p)) })
	out := make([]game.Place, len(lots))
	for i := range lots {
		out[i] = lots[i].p
	}
	return out
}

// driveAway moves the herds near a new capital into the nearest field of their
// habitat that is far enough from all capitals (decision 1: no herd so near a
// start site). A herd that finds none leaves the world.
func (s *sites) driveAway(t *Tables, state *State, capital game.Place) {
	kept := make([]*Army, 0, len(state.Armies[0]))
	for _, a := range state.Armies[0] {
		if a.herd() && s.grid.Distance(a.At, capital) <= t.Rules.StartHerdDistance {
			a.At = s.pasture(t, state, a)
		}
		if a.At != game.Nowhere {
			kept = append(kept, a)
		}
	}
	state.Armies[0] = kept
}

// pasture is the nearest field of a herd's habitat far enough from all capitals,
// of equally near ones the first on the map; Nowhere if there is none.
func (s *sites) pasture(t *Tables, state *State, a *Army) game.Place {
	least := min(t.Rules.StartHerdDistance, s.reach())
	for r := 1; r <= s.grid.Width+s.grid.Height; r++ {
		best := game.Nowhere
		s.disc(a.At, r, func(p game.Place, away int) {
			if away == r && int(s.near[p]) > least && (best == game.Nowhere || p < best) &&
				t.habitat(a.Name.Unit, state, p) {
				best = p
			}
		})
		if best != game.Nowhere {
			return best
		}
	}
	return game.Nowhere
}

// breed lets wild herds grow by their share, rounded up, until they are as many
// as live together (decision 10).
func breed(t *Turn) {
	for _, a := range t.state.Armies[0] {
		row := t.tables.monster(a.Name.Unit)
		if row == nil || a.Men >= row.Cap {
			continue
		}
		a.Men = min(row.Cap, a.Men+(a.Men*t.tables.Rules.HerdGrowth+999)/1000)
	}
}
