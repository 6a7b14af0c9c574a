package realm

import (
	"cmp"
	"slices"

	"weltentor/worlds/game"
)

// Tracts are the fields where something may change while armies take their turns. They are joined if what happens in
// one may matter in the other. Armies of different tracts have nothing to do with each other then.
type Tracts struct {
	over []int32 // by place: one of its tract that is nearer to the root, itself at the root; -1 if nothing changes

	roots []game.Place // of the tracts that were shared out, those with most armies first
	count []int32      // by root: how many armies, then their lane
	in    []uint8      // by army: its lane
}

// Clear starts again: nothing changes anywhere.
func (p *Tracts) Clear(size int) {
	if len(p.over) != size {
		p.over, p.count = make([]int32, size), make([]int32, size)
	}
	for i := range p.over {
		p.over[i] = -1
	}
}

// Join records that something may change in two fields, and that they are in one tract.
func (p *Tracts) Join(a, b game.Place) {
	for _, at := range [2]game.Place{a, b} {
		if p.over[at] < 0 {
			p.over[at] = int32(at)
		}
	}
	if a, b = p.Root(a), p.Root(b); a < b {
		p.over[b] = int32(a)
	} else {
		p.over[a] = int32(b)
	}
}

// Look records that what happens in a field depends on who stands in another. All changes must have been recorded
// before: if nothing changes in that other field, nothing is joined.
func (p *Tracts) Look(from, at game.Place) {
	if p.over[at] >= 0 && p.over[at] != p.over[from] {
		p.Join(from, at)
	}
}

// Root is the field by which a tract is identified.
func (p *Tracts) Root(at game.Place) game.Place {
	over, i := p.over, int32(at)
	for over[i] != i {
		over[i] = over[over[i]]
		i = over[i]
	}
	return game.Place(i)
}

// Share gives each tract to the lane that has the fewest armies so far, those with most armies first, and returns each
// army's lane. It returns one lane if more do not pay.
func (p *Tracts) Share(t *Turn, list []*Army) (lanes int, in []uint8) {
	p.roots = p.roots[:0]
	for _, a := range list {
		root := p.Root(a.At)
		if p.count[root]++; p.count[root] == 1 {
			p.roots = append(p.roots, root)
		}
	}
	slices.SortFunc(p.roots, func(a, b game.Place) int {
		return cmp.Or(cmp.Compare(p.count[b], p.count[a]), cmp.Compare(a, b))
	})
	lanes = t.Lanes
	if most := int(p.count[p.roots[0]]); most*100 > len(list)*mostInOne && !t.Eager {
		lanes = 1
	}
	load := make([]int32, t.Lanes)
	for _, root := range p.roots {
		lane := 0
		for i := range load {
			if load[i] < load[lane] {
				lane = i
			}
		}
		load[lane] += p.count[root]
		p.count[root] = int32(lane)
	}
	p.in = p.in[:0]
	for _, a := range list {
		p.in = append(p.in, uint8(p.count[p.Root(a.At)]))
	}
	for _, root := range p.roots {
		p.count[root] = 0
	}
	return lanes, p.in
}

// LanesPay reports whether this many armies are enough for several lanes.
func LanesPay(t *Turn, armies int) bool {
	return !alone && t.Lanes > 1 && (armies >= fewArmies || t.Eager && armies > 0)
}

// When several lanes do not pay.
const (
	fewArmies = 500 // below this, one lane is done before the armies are shared out
	mostInOne = 85  // percent of the armies in one tract: the lanes beside it have hardly anything to do
)
