package terramagica

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
)

// nearby is over how many ways two realms may do something of which the other learns.
const nearby = 3

// apart: realms far from each other that march and recruit around their homes. Whose the
// provinces are, and what is fortified, all know.
var apart = &conformance.Apart{
	Founding: &game.Founding{Seed: game.Seed{7}, Width: 16, Height: 12},
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		for _, s := range []*realm.State{before.(*World).at.State, out.Next().(*World).at.State} {
			for i := range s.Provinces {
				if presentIn(s, one, i+1) && within(s, i+1, nearby,
					func(p int) bool { return presentIn(s, other, p) }) {
					return true
				}
			}
		}
		return false
	},
	Public: func(text string, of game.Realm) string {
		return regexp.MustCompile(fmt.Sprintf(`(?m)^ *%d %s \(.*\n`, of.Number,
			regexp.QuoteMeta(of.Name))).ReplaceAllString(text, "")
	},
	Sheet: func(w game.World, whose int, d *game.Dice) string {
		var b strings.Builder
		b.WriteString("$A\n")
		for _, a := range w.(*World).at.State.Armies[whose] {
			if ways := w.(*World).at.State.Province(a.At).Ways; d.Chance(500) {
				fmt.Fprintf(&b, "%s %d\n", a.Name, ways[d.N(int64(len(ways)))])
			}
		}
		return b.String()
	},
}

// present tells whether a realm has a province, or an army in it.
func presentIn(s *realm.State, whose, province int) bool {
	return s.Province(province).Owner == whose ||
		slices.ContainsFunc(s.Armies[whose], func(a *realm.Army) bool { return a.At == province })
}

// within tells whether there is such a province so many ways from another at most.
func within(s *realm.State, province, ways int, is func(int) bool) bool {
	ring, seen := []int{province}, []int{province}
	for range ways + 1 {
		if slices.ContainsFunc(ring, is) {
			return true
		}
		var next []int
		for _, p := range ring {
			for _, q := range s.Province(p).Ways {
				if !slices.Contains(seen, q) {
					seen, next = append(seen, q), append(next, q)
				}
			}
		}
		ring = next
	}
	return false
}
