package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	*shared
}

// shared is what all reports of a turn share. It is made when the turn is over and never
// changes, so that they may be written side by side.
type shared struct {
	t     *turn
	words map[phrase.Lang]*words
	tags  []string       // by realm: its number, as wide as the world's longest
	land  [][]game.Place // by realm: the fields it owns after the turn
	held  [][]game.Place // by realm: the fields it owned from week 1 to week 13
	owned []int          // by realm: how many fields it owned before the turn
}

var (
	_ game.Outcome  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
	_ game.Scribed  = (*outcome)(nil)
	_ game.Laned    = (*World)(nil)
)

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	return w.ResolveIn(1, sheets, seed)
}

// ResolveIn plays the turn, its weeks in so many lanes.
func (w *World) ResolveIn(lanes int, sheets []game.Sheet, seed game.Seed) game.Outcome {
	return w.resolve(lanes, false, sheets, seed)
}

// fewArmies are so many that one core has done with a week before several are at work.
const fewArmies = 5000

// armies counts all there are.
func armies(s *realm.State) (n int) {
	for _, list := range s.Armies {
		n += len(list)
	}
	return n
}

// resolve plays the turn; eagerly in several lanes also where it does not pay.
func (w *World) resolve(lanes int, eager bool, sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := w.newTurn(sheets, seed)
	if eager || armies(w.state) >= fewArmies {
		t.Lanes, t.Eager = min(lanes, realm.MostLanes), eager
	}
	t.play()
	return newOutcome(w, t)
}

func newOutcome(before *World, t *turn) *outcome {
	return closed(before, t, share(before.state, t))
}

// closed is the outcome of a turn with what its reports share. What could not be read is refused as well.
func closed(before *World, t *turn, s *shared) *outcome {
	core := t.Turn.Turn
	core.Refused = make([][]orders.Problem, len(t.Refused))
	for realm := range core.Refused {
		core.Undone(realm, t.rules.Language(), t.Sheets[realm], t.Sheets[realm].Problems, t.Refused[realm])
	}
	after := &World{rules: t.rules, tables: t.Tables, state: t.State}
	return frame.Close(&core, before, after, func(o frame.Outcome[*World]) game.Outcome {
		o.Untold = []string{"turn-missed"} // that no orders came is nothing that a successor has done
		return &outcome{o, s}
	}).(*outcome)
}

func share(before *realm.State, t *turn) *shared {
	o := &shared{t: t, words: map[phrase.Lang]*words{}, tags: realmTags(len(t.State.Realms))}
	realm.InLanes(t.Lanes, len(t.Weeks), func(_, from, to int) {
		for i := from; i < to; i++ {
			if !t.Weeks[i].Lettered() { // in report 0 all weeks are one
				t.Weeks[i].Letter(o.tags)
			}
		}
	})
	for _, lang := range phrase.Langs {
		o.words[lang] = newWords(t.rules.Words(lang), t.Tables)
	}
	o.land = byOwner(len(t.State.Realms), len(t.State.Fields), func(p int) int16 { return t.State.Fields[p].Owner })
	o.owned = make([]int, len(t.State.Realms))
	if before == t.State { // report 0: nothing has moved
		t.Closing, o.held = t.Weeks[0], o.land
		for r := range o.owned {
			o.owned[r] = len(o.land[r])
		}
		return o
	}
	t.Watch.Close(t.Turn)
	t.Closing.Letter(o.tags)
	o.held = byOwner(len(t.State.Realms), len(t.Ground), func(p int) int16 { return t.Ground[p].Owner })
	for i := range before.Fields {
		o.owned[before.Fields[i].Owner]++
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

// Report tells one realm the turn.
func (o *outcome) Report(realm int) game.Report { return o.scribe().Report(realm) }
