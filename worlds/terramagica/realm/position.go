package realm

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/tables"
)

// Position is a state under its tables, with the words of its rulebook.
type Position = rulekit.Position[*tables.Tables, *State]

// PlaceOf is the place of a province. Number 1 is in the north-west, and numbers go east and then south.
func PlaceOf(g game.Grid, number int) game.Place {
	row, column := (number-1)/g.Width, (number-1)%g.Width
	return game.Place((g.Height-1-row)*g.Width + column)
}

// NumberAt is the number of the province at a place.
func NumberAt(g game.Grid, p game.Place) int {
	return (g.Height-1-int(p)/g.Width)*g.Width + int(p)%g.Width + 1
}

// Everybody lists all realms, including those that have just fallen.
func (s *State) Everybody() []int { return rulekit.All(len(s.Realms) - 1) }

// Own lists a realm's provinces.
func (s *State) Own(whose int) (out []int) {
	for i := range s.Provinces {
		if s.Provinces[i].Owner == whose {
			out = append(out, i+1)
		}
	}
	return out
}

// Owned counts a realm's provinces.
func (s *State) Owned(whose int) int { return len(s.Own(whose)) }

// PeopleOf counts a realm's people.
func (s *State) PeopleOf(whose int) (n int64) {
	for _, province := range s.Own(whose) {
		n += s.Province(province).People
	}
	return n
}

// Enough is how many provinces end the game, and how many there are that a realm can own.
func Enough(p Position) (provinces, land int) {
	for i := range p.State.Provinces {
		if p.State.Provinces[i].Terrain != tables.Sea {
			land++
		}
	}
	return int((int64(land)*p.Tables.Rules.MostProvinces + 999) / 1000), land
}

// Best are the realms with the most provinces, and among those the ones with the most people.
func (s *State) Best() []int {
	var out []int
	for _, r := range s.Realms[1:] {
		if r.Fallen {
			continue
		}
		if len(out) > 0 {
			c := cmp.Or(cmp.Compare(s.Owned(r.Number), s.Owned(out[0])),
				cmp.Compare(s.PeopleOf(r.Number), s.PeopleOf(out[0])))
			if c < 0 {
				continue
			}
			if c > 0 {
				out = nil
			}
		}
		out = append(out, r.Number)
	}
	return out
}

// Fortify adds a fortification. They are in the order of the table.
func (p *Province) Fortify(t *tables.Tables, code string) {
	p.Walls = append(p.Walls, code)
	slices.SortFunc(p.Walls, func(a, b string) int { return t.WallRank(a) - t.WallRank(b) })
}

// Upkeep is the weekly cost of an army, rounded up.
func (a *Army) Upkeep(t *tables.Tables) int64 {
	sum := int64(0)
	for _, s := range a.Stacks {
		sum += s.Number * t.UnitOf(s.Unit).Cost
	}
	return (sum + t.Rules.Upkeep - 1) / t.Rules.Upkeep
}

// Due is the weekly cost of all armies of a realm.
func Due(p Position, whose int) int64 {
	sum := int64(0)
	for _, a := range p.State.Armies[whose] {
		sum += a.Upkeep(p.Tables)
	}
	return sum
}
