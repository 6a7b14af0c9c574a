package thoramar

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// outcome is a resolved turn. All that reports share is made when the turn is
// over and never changes, so that they may be written side by side.
type outcome struct {
	t      *turn
	turn   int // the turn that was resolved
	before *realm.State
	next   *World

	words map[phrase.Lang]*words
	tags  []string       // by realm: its number, as wide as the world's longest
	told  [][]int32      // by realm: indexes of the events it is told, in order
	land  [][]game.Place // by realm: the fields it owns after the turn
	held  [][]game.Place // by realm: the fields it owned from week 1 to week 13
	owned []int          // by realm: how many fields it owned before the turn
	taken int            // the realm whose report another player reads than who played the turn; 0 none
}

var (
	_ game.Outcome  = (*outcome)(nil)
	_ game.Prefaced = (*outcome)(nil)
)

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := w.newTurn(sheets, seed)
	t.play()
	return newOutcome(w, t)
}

func newOutcome(before *World, t *turn) *outcome {
	o := &outcome{
		t: t, turn: before.state.Turn, before: before.state,
		next:  &World{rules: t.rules, tables: t.Tables, state: t.State},
		words: map[phrase.Lang]*words{},
		tags:  realmTags(len(t.State.Realms)),
		told:  frame.ByRealm(t.Events, len(t.State.Realms)-1),
	}
	for i := range t.Weeks {
		if t.Weeks[i].Lines == nil { // in report 0 all weeks are one
			letterWeek(&t.Weeks[i], o.tags)
		}
	}
	for _, lang := range phrase.Langs {
		o.words[lang] = newWords(t.rules.Words(lang), t.Tables)
	}
	o.land = byOwner(len(t.State.Realms), len(t.State.Fields), func(p int) int16 { return t.State.Fields[p].Owner })
	o.owned = make([]int, len(t.State.Realms))
	if before.state == t.State { // report 0: nothing has moved
		t.Closing, o.held = t.Weeks[0], o.land
		for r := range o.owned {
			o.owned[r] = len(o.land[r])
		}
		return o
	}
	t.Watch.Close(t.Turn)
	letterWeek(&t.Closing, o.tags)
	o.held = byOwner(len(t.State.Realms), len(t.Ground), func(p int) int16 { return t.Ground[p].Owner })
	for i := range before.state.Fields {
		o.owned[before.state.Fields[i].Owner]++
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

// Next is the world after the turn.
func (o *outcome) Next() game.World { return o.next }

// HandOver tells the same turn with another player in a realm. That no orders came is nothing
// that he has done: he is not told of it.
func (o *outcome) HandOver(realm int, to game.Player) game.Outcome {
	out, t, world := *o, *o.t, *o.t.Turn
	out.next = o.next.HandOver(realm, to).(*World)
	out.t, t.Turn, world.State = &t, &world, out.next.state
	out.taken, out.told = realm, slices.Clone(o.told)
	out.told[realm] = slices.DeleteFunc(slices.Clone(o.told[realm]),
		func(i int32) bool { return o.t.Events[i].Code == "turn-missed" })
	return &out
}

// Preface is the turn told behind what the game master changed before it.
func (o *outcome) Preface(edits []game.Event) game.Outcome {
	out, t, world := *o, *o.t, *o.t.Turn
	world.Events = slices.Concat(edits, world.Events)
	out.t, t.Turn = &t, &world
	out.told = frame.ByRealm(world.Events, len(t.State.Realms)-1)
	return &out
}

// Events are all that happened, in order.
func (o *outcome) Events() []game.Event { return o.t.Events }

// ToMaster are the players' messages to the game master and the alarms.
func (o *outcome) ToMaster() []game.Notice { return o.t.Notices }

// Realms are those that had not fallen before the turn.
func (o *outcome) Realms() []int {
	var out []int
	for i := 1; i < len(o.before.Realms); i++ {
		if !o.before.Realms[i].Fallen {
			out = append(out, i)
		}
	}
	return out
}

// Refused lists what the head of the realm's report tells: lines that could
// not be read, without their examples, and orders that could not be done.
func (o *outcome) Refused(realm int) []orders.Problem {
	return frame.Undone(o.t.Sheets[realm].Problems, o.t.Refused[realm])
}

// Report tells one realm the turn.
func (o *outcome) Report(realm int) game.Report {
	p := newPage(o, realm)
	text := p.all()
	return game.Report{
		Realm: realm, Name: game.ReportName(p.words.book.Lang), Text: text, Summary: p.summary(),
		Files: o.cultureFiles(realm),
	}
}
