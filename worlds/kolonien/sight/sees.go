package sight

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// Sees reports whether a realm sees the armies in an area. It sees its colonies and home, the areas with its leaders
// and fleets, and the neighbours of all these.
func Sees(s *realm.State, whose, area int) bool {
	return s.Present(whose, area) ||
		slices.ContainsFunc(s.Areas[area-1].Beside, func(b int) bool { return s.Present(whose, b) })
}

// Seen lists which areas a realm sees, by area − 1.
func Seen(s *realm.State, whose int) []bool {
	out := make([]bool, len(s.Areas))
	for i := range out {
		out[i] = Sees(s, whose, i+1)
	}
	return out
}
