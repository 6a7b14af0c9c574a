package report

import (
	"strconv"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Season is a turn that was played, as its reports show it.
type Season struct {
	After         realm.Position
	*frame.Played // nil in report 0
	*Shared
	Check func(realm int, text string) game.Checked // the receipt of a sheet for the next turn
	// Threat is what a foreign army could do to a realm next, in these directions. It is nil in report 0.
	Threat func(number, by int, name realm.ArmyName, dirs []game.Direction) turn.Threat
}

// Shared is what all reports of a turn share. It is made when the turn is over and never changes, so the reports may
// be written in parallel.
type Shared struct {
	Turn *turn.Turn
	tags []string       // by realm: its number, as wide as the world's longest
	land [][]game.Place // by realm: the fields it owns after the turn
	held [][]game.Place // by realm: the fields it owned from week 1 to week 13

	was    *realm.State   // before the turn
	before [][]game.Place // by realm: the fields it owned then
}

// Share makes what the reports of a turn share; from is the position before it. For report 0 the turn has been played
// on the state of that position itself.
func Share(from realm.Position, t *turn.Turn) *Shared {
	o := &Shared{Turn: t, tags: realmTags(len(t.State.Realms))}
	realm.InLanes(t.Lanes, len(t.Weeks), func(_, from, to int) {
		for i := from; i < to; i++ {
			if !t.Weeks[i].Lettered() { // in report 0 all weeks are the same
				t.Weeks[i].Letter(o.tags)
			}
		}
	})
	o.land = byOwner(len(t.State.Realms), len(t.State.Fields), func(p int) int16 { return t.State.Fields[p].Owner })
	o.was, o.before = from.State, o.land
	if from.State == t.State { // report 0: nothing has moved
		t.Closing, o.held = t.Weeks[0], o.land
		return o
	}
	t.Watch.Close(t.Turn)
	t.Closing.Letter(o.tags)
	o.held = byOwner(len(t.State.Realms), len(t.Ground), func(p int) int16 { return t.Ground[p].Owner })
	o.before = byOwner(len(t.State.Realms), len(from.State.Fields),
		func(p int) int16 { return from.State.Fields[p].Owner })
	return o
}

// byOwner lists the fields of each realm except realm 0, by place.
func byOwner(realms, fields int, owner func(int) int16) [][]game.Place {
	counts, total := make([]int, realms), 0
	for p := range fields {
		if r := owner(p); r > 0 {
			counts[r]++
			total++
		}
	}
	block, out := make([]game.Place, total), make([][]game.Place, realms)
	for r, n := range counts {
		out[r], block = block[:0:n], block[n:]
	}
	for p := range fields {
		if r := owner(p); r > 0 {
			out[r] = append(out[r], game.Place(p))
		}
	}
	return out
}

// realmTags are the numbers of realms as sightings show them: as wide as the longest (decision 12). The last one is
// "?", for armies without a sign.
func realmTags(realms int) []string {
	width := len(strconv.Itoa(realms - 1))
	out := make([]string, realms+1)
	for r := range realms {
		s := strconv.Itoa(r)
		out[r] = frame.Blanks[:width-len(s)] + s
	}
	out[realms] = frame.Blanks[:width-1] + "?"
	return out
}
