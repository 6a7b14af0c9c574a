package conformance

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// DuelApart: fencers meet in bouts, and everybody may know how many points each has.
var DuelApart = &Apart{
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		was := DuelState(before).Bouts
		for i, b := range DuelState(out.Next()).Bouts {
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

// DuelState decodes the tournament.
func DuelState(w game.World) (s duel.State) {
	if err := json.Unmarshal(w.State(), &s); err != nil {
		panic(err)
	}
	return s
}

// DuelUnseen changes another fencer's guard or player, or what others fought, under a world's own numbers.
func DuelUnseen(own string) func(game.World, int, *game.Dice) game.World {
	return func(w game.World, realm int, d *game.Dice) game.World {
		s := DuelState(w)
		f := &s.Fencers[(realm+int(d.N(int64(len(s.Fencers)-1))))%len(s.Fencers)]
		switch d.N(4) {
		case 0:
			f.Courage = f.Courage%6 + 1
		case 1:
			f.Stance = (f.Stance + 1) % 3
		case 2:
			f.Player += "x"
		default:
			i := slices.IndexFunc(s.Bouts, func(b duel.Bout) bool {
				return b.Done && b.A != realm && b.B != realm && b.HitsA < 3
			})
			if i < 0 {
				return nil
			}
			s.Bouts[i].HitsA++
			s.Fencers[s.Bouts[i].A-1].Points++
		}
		return opened([]byte(own), s)
	}
}

// opened is a tournament under a world's own numbers.
func opened(own []byte, s duel.State) game.World {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	rb := duel.Rules()
	tables, err := rb.Tables(own)
	if err != nil {
		panic(err)
	}
	w, err := rb.Open(raw, tables)
	if err != nil {
		panic(err)
	}
	return w
}
