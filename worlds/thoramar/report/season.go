package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// Season is a turn that was played, as its reports tell it.
type Season struct {
	After         realm.Position
	*frame.Played // nil in report 0
	*Shared
}

// Report tells one realm the turn.
func (o *Season) Report(realm int) game.Report { return o.scribe().Report(realm) }

// Shared is what all reports of a turn share. It is made when the turn is over and never
// changes, so that they may be written side by side.
type Shared struct {
	Turn  *turn.Turn
	words map[phrase.Lang]*words
	tags  []string       // by realm: its number, as wide as the world's longest
	land  [][]game.Place // by realm: the fields it owns after the turn
	held  [][]game.Place // by realm: the fields it owned from week 1 to week 13
	owned []int          // by realm: how many fields it owned before the turn
}

// Share makes of a turn that was played upon a position what its reports share; played upon its own state it is that of
// report 0.
func Share(from realm.Position, t *turn.Turn) *Shared {
	o := &Shared{Turn: t, words: map[phrase.Lang]*words{}, tags: realmTags(len(t.State.Realms))}
	realm.InLanes(t.Lanes, len(t.Weeks), func(_, from, to int) {
		for i := from; i < to; i++ {
			if !t.Weeks[i].Lettered() { // in report 0 all weeks are one
				t.Weeks[i].Letter(o.tags)
			}
		}
	})
	for _, lang := range phrase.Langs {
		o.words[lang] = newWords(from.Rules.Words(lang), t.Tables)
	}
	o.land = byOwner(len(t.State.Realms), len(t.State.Fields), func(p int) int16 { return t.State.Fields[p].Owner })
	o.owned = make([]int, len(t.State.Realms))
	if from.State == t.State { // report 0: nothing has moved
		t.Closing, o.held = t.Weeks[0], o.land
		for r := range o.owned {
			o.owned[r] = len(o.land[r])
		}
		return o
	}
	t.Watch.Close(t.Turn)
	t.Closing.Letter(o.tags)
	o.held = byOwner(len(t.State.Realms), len(t.Ground), func(p int) int16 { return t.Ground[p].Owner })
	for i := range from.State.Fields {
		o.owned[from.State.Fields[i].Owner]++
	}
	return o
}

// byOwner lists the fields of each realm but realm 0, by place.
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
