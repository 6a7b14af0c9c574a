package sight

import "weltentor/worlds/kolonien/realm"

// Sees reports whether a realm sees the armies in an area. It sees its colonies and home, the areas with its leaders
// and fleets, and the neighbours of all these.
func Sees(s *realm.State, whose, area int) bool {
	if s.Present(whose, area) {
		return true
	}
	for _, b := range s.Areas[area-1].Beside {
		if s.Present(whose, b) {
			return true
		}
	}
	return false
}

// Seen lists which areas a realm sees, by area − 1.
func Seen(s *realm.State, whose int) []bool {
	out := make([]bool, len(s.Areas))
	for i := range out {
		out[i] = Sees(s, whose, i+1)
	}
	return out
}
