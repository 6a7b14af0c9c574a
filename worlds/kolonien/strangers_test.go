package kolonien

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// nearby is over how many areas two realms may do something of which the other learns:
// each sees the areas beside those it is in.
const nearby = 3

// apart: realms far from each other that build, recruit and march around their homes.
var apart = &conformance.Apart{
	Founding: &game.Founding{Seed: game.Seed{6}, Width: 24, Height: 16},
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		for _, s := range []*realm.State{before.(*World).at.State, out.Next().(*World).at.State} {
			for area := range s.Areas {
				if s.Present(one, area+1) &&
					within(s, area+1, nearby, func(b int) bool { return s.Present(other, b) }) {
					return true
				}
			}
		}
		return false
	},
	Public: func(text string, of game.Realm) string {
		return regexp.MustCompile(fmt.Sprintf(`(?m)^ *%d %s: .*\n`, of.Number,
			regexp.QuoteMeta(of.Name))).ReplaceAllString(text, "")
	},
	Sheet: func(w game.World, whose int, d *game.Dice) string {
		s, r := w.(*World).at.State, &w.(*World).at.State.Realms[whose-1]
		var b strings.Builder
		fmt.Fprintf(&b, "$R\n%d %s %d\n$A\n", r.Home, tables.Kind(d.N(5)).Code(), d.Between(1, 3))
		for _, l := range r.Leaders {
			if beside := s.Areas[l.At-1].Beside; d.Chance(500) {
				fmt.Fprintf(&b, "%s %d\n", l.Name, beside[d.N(int64(len(beside)))])
			}
		}
		return b.String()
	},
}

// within tells whether there is such an area so many steps from another at most.
func within(s *realm.State, area, steps int, is func(int) bool) bool {
	ring, seen := []int{area}, []int{area}
	for range steps + 1 {
		if slices.ContainsFunc(ring, is) {
			return true
		}
		var next []int
		for _, a := range ring {
			for _, b := range s.Areas[a-1].Beside {
				if !slices.Contains(seen, b) {
					seen, next = append(seen, b), append(next, b)
				}
			}
		}
		ring = next
	}
	return false
}
