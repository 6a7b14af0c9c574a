package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// DuelApart: fencers meet in bouts; how many points each has all may know.
var DuelApart = &Apart{
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		was := boutsOf(before)
		for i, b := range boutsOf(out.Next()) {
			if i < len(was) && was[i].Done {
				continue
			}
			if b.A == min(one, other) && b.B == max(one, other) {
				return true
			}
		}
		return false
	},
	Public: func(text string, of game.Realm) string {
		return regexp.MustCompile(fmt.Sprintf(`(?m)^ *%d %s .*\n`, of.Number,
			regexp.QuoteMeta(of.Name))).ReplaceAllString(text, "")
	},
}

// boutsOf are those of the tournament so far.
func boutsOf(w game.World) []duel.Bout {
	var s duel.State
	if err := json.Unmarshal(w.State(), &s); err != nil {
		panic(err)
	}
	return s.Bouts
}
