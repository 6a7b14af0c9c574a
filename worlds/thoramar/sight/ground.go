package sight

import (
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Ground is what can be seen of a field: its state from week 1 to week 13. Orders change the land only before the
// first week and after the last (decision 4), so one survey serves all weeks.
type Ground struct {
	Owner   int16
	Terrain uint8
	Kind    [3]byte // of the building, "---" if none
	State   byte    // I L S R B, '-' if there is no building
	rivers  realm.Edges
	roads   realm.Edges
	bridges realm.Edges
	walls   realm.Edges
}

// Survey looks at all the land, at the realms' capitals, and at which fields are neighbours.
func (v *Watch) Survey(t *realm.Turn) {
	v.Ground = make([]Ground, len(t.State.Fields))
	if v.Near == nil { // a report 0 gets it from the world
		v.Near = Besides(t.Grid)
	}
	v.Capitals = make([][]game.Place, len(t.State.Realms))
	for i := range t.State.Fields {
		p := game.Place(i)
		v.Ground[i] = groundOf(&t.State.Fields[i])
		if r := t.CapitalOf(p); r != 0 {
			v.Capitals[r] = append(v.Capitals[r], p)
		}
	}
}

// Besides returns the six neighbours of each place. In a row they are equally far away for all places but the first
// and the last.
func Besides(grid game.Grid) [][6]game.Place {
	near := make([][6]game.Place, grid.Width*grid.Height)
	steps := func(p int) (out [6]game.Place) {
		for d := range out {
			out[d] = grid.Step(game.Place(p), game.Direction(d+1))
		}
		return out
	}
	for row := 0; row < len(near); row += grid.Width {
		last := row + grid.Width - 1
		near[row], near[last] = steps(row), steps(last)
		if grid.Width < 3 {
			continue
		}
		near[row+1] = steps(row + 1)
		for p := row + 2; p < last; p++ {
			near[p] = near[p-1]
			for d := range near[p] {
				if near[p][d] != game.Nowhere {
					near[p][d]++
				}
			}
		}
	}
	return near
}

func groundOf(f *realm.Field) Ground {
	g := Ground{
		Owner: f.Owner, Terrain: f.Terrain,
		Kind: [3]byte{'-', '-', '-'}, State: '-',
		rivers: f.Rivers, roads: f.Roads, bridges: f.Bridges, walls: f.Walls,
	}
	if f.Building != nil {
		copy(g.Kind[:], f.Building.Kind)
		g.State = Mark(f.Building)
	}
	return g
}

// Mark is the letter of a building's state (decision 12). A building under construction shows B. A conversion or a
// repair leaves the state as it is.
func Mark(b *realm.Building) byte {
	if b.New {
		return 'B'
	}
	return "ILSR"[b.Damage]
}

// flags are the four characters of an edge: road, wall, river, bridge (decision 12).
var flags = func() (out [16][4]byte) {
	for bits := range out {
		for i := range 4 {
			out[bits][i] = '-'
			if bits>>i&1 == 1 {
				out[bits][i] = "SWFB"[i]
			}
		}
	}
	return out
}()

// Edge returns the flags of one side of the field.
func (g *Ground) Edge(d game.Direction) *[4]byte {
	i := d - 1
	return &flags[g.roads>>i&1|g.walls>>i&1<<1|g.rivers>>i&1<<2|g.bridges>>i&1<<3]
}
