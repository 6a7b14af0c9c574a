package land

import (
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// settle puts wild herds into a fresh world (decision 10). Each kind has one herd for a number of fields of its
// habitat, on fields drawn by the seed.
func settle(s *realm.State, t *tables.Tables, seed game.Seed) {
	for i := range t.Monster {
		row := &t.Monster[i]
		unit := tables.Unit{Type: row.Unit[0], Class: row.Unit[2]}
		lots := homeLots(row, s, t, seed)
		taken := map[int]bool{}
		for _, p := range drawn(lots, min(len(lots)/t.Rules.HerdEvery, tables.MaxID)) {
			id := realm.WildID(seed, s.Turn, p, unit, func(id int) bool { return taken[id] })
			taken[id] = true
			s.Armies[0] = append(s.Armies[0], &realm.Army{
				Name: realm.ArmyName{Unit: unit, ID: int32(id)}, Men: row.Herd, At: p, Points: t.FindUnit(unit).Move,
				Fit: -1, Since: s.Turn, Start: game.Nowhere, Command: realm.Command(row.Command[0]), Flag: realm.Shown,
			})
		}
	}
	slices.SortFunc(s.Armies[0], func(a, b *realm.Army) int { return a.Name.Compare(b.Name) })
}

// homeLots draws lots for the fields of the kind's habitat.
func homeLots(m *tables.Monster, s *realm.State, t *tables.Tables, seed game.Seed) (lots []lot) {
	for i := range s.Fields {
		if p := game.Place(i); realm.Lives(m, t, s, p) {
			lots = append(lots, lot{seed.Throw(0, 0, "herd", int64(m.Unit[2]), int64(p)).N(manyLots), p})
		}
	}
	return lots
}

// DriveAway moves the herds near a new capital into the nearest field of their habitat that is far enough from all
// capitals (decision 1: no herd that near a start site). A herd that finds none leaves the world.
func (s *Sites) DriveAway(t *tables.Tables, state *realm.State, capital game.Place) {
	kept := make([]*realm.Army, 0, len(state.Armies[0]))
	for _, a := range state.Armies[0] {
		if a.Herd() && s.Grid.Distance(a.At, capital) <= t.Rules.StartHerdDistance {
			a.At = s.pasture(t, state, a)
		}
		if a.At != game.Nowhere {
			kept = append(kept, a)
		}
	}
	state.Armies[0] = kept
}

// pasture is the nearest field of a herd's habitat that is far enough from all capitals. Of equally near ones it is
// the first on the map, and Nowhere if there is none.
func (s *Sites) pasture(t *tables.Tables, state *realm.State, a *realm.Army) game.Place {
	least := min(t.Rules.StartHerdDistance, s.reach())
	for r := 1; r <= s.Grid.Width+s.Grid.Height; r++ {
		best := game.Nowhere
		s.Disc(a.At, r, func(p game.Place, away int) {
			if away == r && int(s.near[p]) > least && (best == game.Nowhere || p < best) &&
				realm.Habitat(t, a.Name.Unit, state, p) {
				best = p
			}
		})
		if best != game.Nowhere {
			return best
		}
	}
	return game.Nowhere
}
