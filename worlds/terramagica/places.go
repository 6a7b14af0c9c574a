package terramagica

import (
	"slices"
)

// places lists the armies of each province, by place and there by realm and name.
func (s *State) places() [][]*Army {
	out := make([][]*Army, len(s.Provinces))
	for _, list := range s.Armies {
		for _, a := range list {
			out[a.At-1] = append(out[a.At-1], a)
		}
	}
	return out
}

// in lists the armies in a province, by realm and name. The list is the caller's.
func (t *board) in(province int) []*Army {
	if t.here == nil {
		t.here = t.state.places()
	}
	return slices.Clone(t.here[province-1])
}

// add puts an army into the game.
func (t *board) add(a *Army) {
	t.state.add(a)
	t.enter(a)
}

// remove takes an army out of the game.
func (t *board) remove(a *Army) {
	t.state.remove(a)
	t.leave(a)
}

// relocate moves an army to another province.
func (t *board) relocate(a *Army, to int) {
	t.leave(a)
	a.At = to
	t.enter(a)
}

func (t *board) enter(a *Army) {
	if t.here == nil {
		return
	}
	list := &t.here[a.At-1]
	i, _ := slices.BinarySearchFunc(*list, a, byRealm)
	*list = slices.Insert(*list, i, a)
}

func (t *board) leave(a *Army) {
	if t.here == nil {
		return
	}
	list := &t.here[a.At-1]
	*list = slices.DeleteFunc(*list, func(b *Army) bool { return a == b })
}

// in lists the armies in a province, by realm and name.
func (p *page) in(province int) []*Army {
	if p.here == nil {
		p.here = p.s.places()
	}
	return p.here[province-1]
}
