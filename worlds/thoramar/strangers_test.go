package thoramar

import (
	"fmt"
	"strings"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// nearby is over how many fields two realms may do something in one turn of which the
// other learns: each of their armies takes three steps at most, there may be one between
// them that both meet, and each looks one field farther.
const nearby = 3 + 3 + 2

// apart: realms far from each other that recruit, build, march, conquer and plunder around
// their capitals. Land revolts often, so that militia rises everywhere, and herds stay
// where they are: what roams from one realm to the other would carry news of it.
var apart = &conformance.Apart{
	Founding: &game.Founding{Seed: game.Seed{7}, Width: 90, Height: 60,
		Tables: []byte("[rules]\nherd_rest = 1000\nrevolt_base = 250000\n")},
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		for _, s := range []*realm.State{before.(*World).at.State, out.Next().(*World).at.State} {
			theirs := presence(s, other)
			for _, p := range presence(s, one) {
				for _, q := range theirs {
					if s.Grid.Distance(p, q) <= nearby {
						return true
					}
				}
			}
		}
		return false
	},
	Sheet: func(w game.World, number int, d *game.Dice) string {
		s := w.(*World).at.State
		var b strings.Builder
		line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
		line("$B")
		for _, p := range presence(s, number) {
			if x, y := s.Grid.Relative(s.Realm(number).Origin, p); int(s.Fields[p].Owner) == number && d.Chance(200) {
				line("%s %d %d Ort%d", []string{"STD", "BRG"}[d.N(2)], x, y, d.N(1000))
				break
			}
		}
		line("$R\nK.L %d %d 0 0\nR.L %d %d 0 0", d.Between(1, 15), d.Between(1000, 2500), d.Between(1, 15),
			d.Between(600, 1500))
		line("$A")
		for _, a := range s.Armies[number] {
			plan := []byte(strings.Repeat("0", realm.Weeks))
			for i := range plan[:min(d.N(5), 3)] {
				plan[i] = "123456"[d.N(6)]
			}
			special := ""
			if d.Chance(200) {
				special = fmt.Sprintf(" %v %d %d", a.Name.Unit, d.Between(6, 9), d.Between(100, 800))
			}
			line("%v %s %c%s%s", a.Name, plan, "VAPEEEEEEE"[d.N(10)], []string{"", "+", "-"}[d.N(3)], special)
		}
		return b.String()
	},
}

// presence are the places where a realm has land or an army.
func presence(s *realm.State, number int) (out []game.Place) {
	for p := range s.Fields {
		if int(s.Fields[p].Owner) == number {
			out = append(out, game.Place(p))
		}
	}
	for _, a := range s.Armies[number] {
		out = append(out, a.At)
	}
	return out
}
