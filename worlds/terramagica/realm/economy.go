package realm

import (
	"slices"

	"weltentor/worlds/terramagica/tables"
)

// Fortify adds a fortification. They are in the order of the table.
func (p *Province) Fortify(t *tables.Tables, code string) {
	var out []string
	for i := range t.Wall {
		if c := t.Wall[i].Wall; c == code || slices.Contains(p.Walls, c) {
			out = append(out, c)
		}
	}
	p.Walls = out
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
