package picture

import (
	"cmp"
	"math"
	"slices"

	"weltentor/worlds/game"
)

// grown is a symbol that grows or lies on a field: where it stands from the field's middle, in units, and how large it is,
// in percent.
type grown struct {
	symbol string
	x, y   float64
	size   int
}

// farthest is how far from its middle something grows on a field, of the way to a corner. So nothing grows out of it.
const farthest = 0.76

// growing is what grows and lies on a field, from north to south. Where something stands, it makes room. It depends on the
// field alone. The pages' painter (cmd/page/web/src/paint/terrain.ts) draws by the same rules.
func growing(c *game.ChartCell, t *game.ChartTerrain, busy bool) (all []grown) {
	for k, list := range scattered(t) {
		switch {
		case list.Symbol == "peak":
			all = append(all, ridge(c, list, busy)...)
			continue
		case list.N == 1:
			all = append(all, grown{list.Symbol, 0, 14, list.Size})
			continue
		}
		n, from := list.N, float64(list.From)
		if busy {
			n, from = (4*n+4)/5, max(from, 0.6)
		}
		squeezed := 0.84
		if list.Symbol == "hill" || list.Symbol == "dune" { // they are wide
			squeezed = 0.8
		}
		for j := range n {
			r := func(what int) float64 { return lot(c.H, c.Y, 100*k+10*j+what) }
			sin, cos := math.Sincos((float64(j) + 0.8*r(1) + float64(k)/2) / float64(n) * 2 * math.Pi)
			far := float64(corner()) * (from + (farthest-from)*r(2)) * squeezed
			all = append(all, grown{list.Symbol, cos * far, sin*far + 4, list.Size * (9 + int(3*r(3))) / 10})
		}
	}
	slices.SortStableFunc(all, func(a, b grown) int { return cmp.Compare(a.y, b.y) })
	return all
}

// ridge are mountains that stay inside their field, so that no border or label lies under one. Where something stands, they
// keep to the upper corners.
func ridge(c *game.ChartCell, list scatter, busy bool) (all []grown) {
	spots := [][3]float64{{-15, 1, 0.78}, {14, -2, 0.68}, {2, 12, 0.88}}
	if busy {
		spots = [][3]float64{{-20, -7, 0.6}, {20, -9, 0.54}}
	}
	turned := 1.0
	if lot(c.H, c.Y, 9) < 0.5 {
		turned = -1
	}
	for i, spot := range spots {
		r := func(what int) float64 { return lot(c.H, c.Y, 900+10*i+what) - 0.5 }
		all = append(all, grown{list.Symbol, turned*spot[0] + 5*r(1), spot[1] + 3*r(2), int(float64(list.Size) * spot[2] * (1 + 0.16*r(3)))})
	}
	return all
}

// slots are where things of a field stand, in units below its middle, and how large they are, in percent: its building above,
// its name across the middle, armies below. So nothing of a field lies on another. The painter's slotsOf says the same.
type slots struct {
	building, name, army float32
	built, armed         int
}

func slotsOf(c *game.ChartCell) slots {
	place, busy := c.Building != "" || c.Sign != "", c.Own || c.Others
	switch {
	case place && busy && c.Name != "":
		return slots{building: -23, built: 70, name: -1, army: 16, armed: 64}
	case place && busy:
		return slots{building: -19, built: 78, army: 11, armed: 74}
	case place && c.Name != "":
		return slots{building: -9, built: 100, name: 20}
	case place:
		return slots{building: -4, built: 100}
	}
	return slots{name: -24, army: 1, armed: 82}
}

// roomOf is how far a name may reach to one side, in units: over an empty field, or as far as others leave room.
func (p *plan) roomOf(c *game.ChartCell, side int) float32 {
	half := look().Field.Half
	next := p.cells[[2]int{c.H + 2*side, c.Y}]
	switch {
	case next != nil && (next.Name != "" || next.Building != "" || next.Sign != "" && next.Walls == 0):
		return half - 3
	case next != nil && (next.Own || next.Others):
		return 50
	}
	if beyond := p.cells[[2]int{c.H + 4*side, c.Y}]; beyond != nil && beyond.Name != "" {
		return 2*half - 3
	}
	return 75
}

// nameOf is a field's name, cut where it would lie on something beside the field.
func (p *plan) nameOf(c *game.ChartCell, size int) string {
	name, most := clip(c.Name), p.px(2*min(p.roomOf(c, -1), p.roomOf(c, 1)))
	for letters := []rune(name); len(letters) > 1 && textWidth(size, name) > most; {
		letters = letters[:len(letters)-1]
		name = string(letters) + "…"
	}
	return name
}
