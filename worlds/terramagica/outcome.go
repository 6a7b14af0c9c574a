package terramagica

import (
	"weltentor/orders"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	t      *turn
	turn   int // the turn that was resolved
	before *State
	next   *World
	told   [][]int // by realm: which events it is told of
}

var _ game.Outcome = (*outcome)(nil)

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := w.newTurn(sheets, seed)
	t.play()
	return newOutcome(w, t)
}

func newOutcome(w *World, t *turn) *outcome {
	o := &outcome{t: t, turn: w.state.Turn, before: w.state, next: &World{rules: w.rules, tables: w.tables, state: t.state}}
	o.told = make([][]int, len(t.state.Realms))
	for i := range t.events {
		for _, r := range t.events[i].Realms {
			o.told[r] = append(o.told[r], i)
		}
	}
	return o
}

// Next is the world after the turn.
func (o *outcome) Next() game.World { return o.next }

// HandOver tells the same turn with another player in a realm.
func (o *outcome) HandOver(realm int, to game.Player) game.Outcome {
	out, t := *o, *o.t
	out.next = o.next.HandOver(realm, to).(*World)
	out.t, t.state = &t, out.next.state
	return &out
}

// Events are all that happened, in order.
func (o *outcome) Events() []game.Event { return o.t.events }

// ToMaster are the players' messages to the game master and the alarms.
func (o *outcome) ToMaster() []game.Notice { return o.t.notices }

// Realms are those that had not fallen before the turn.
func (o *outcome) Realms() []int {
	var out []int
	for _, r := range o.before.Realms[1:] {
		if !r.Fallen {
			out = append(out, r.Number)
		}
	}
	return out
}

// Refused lists what the head of the realm's report tells: lines that could not
// be read, without their examples, and orders that could not be done.
func (o *outcome) Refused(realm int) []orders.Problem {
	var out []orders.Problem
	if realm < 0 || realm >= len(o.t.sheets) {
		return nil
	}
	from := o.t.sheets[realm]
	if realm == 0 {
		from = o.t.master
		for _, l := range from.lines {
			out = append(out, orders.Problem{Position: l.Position, Severity: orders.Error, What: masterOrders})
		}
	}
	out = append(out, orders.Void(from.problems)...)
	for _, r := range o.t.refused[realm] {
		if !r.warn {
			out = append(out, orders.Problem{Position: r.at, Severity: orders.Error, What: r.what})
		}
	}
	orders.SortProblems(out)
	return out
}

// Report tells one realm the turn.
func (o *outcome) Report(realm int) game.Report {
	p := newPage(o.next, realm)
	p.head()
	for _, r := range o.Refused(realm) {
		p.refused(r)
	}
	p.blank()
	p.line("report.turn", num("turn", o.turn))
	p.events(o.t.events, o.told[realm])
	p.purse(o.t.purses[realm])
	p.standing()
	p.letters(o.t.letters)
	p.line("report.end")
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: o.summary(realm)}
}

// summary is what a person reads first: where there was fighting, what was won
// and lost, and what is left.
func (o *outcome) summary(realm int) []byte {
	p := newPage(o.next, realm)
	p.width = game.Unbroken
	p.line("summary.turn", num("turn", o.turn))
	if n := len(o.Refused(realm)); n > 0 {
		p.line("summary.refused", num("lines", n))
	}
	for _, i := range o.told[realm] {
		if e := &o.t.events[i]; inSummary[e.Code] {
			p.say(e.Phrase)
		}
	}
	r := &o.t.state.Realms[realm]
	p.line("summary.realm", num("provinces", o.t.state.owned(realm)), num("people", o.t.state.peopleOf(realm)), num("gold", r.Gold), num("mana", r.Mana))
	return p.out
}

// inSummary are the events a summary tells.
var inSummary = map[string]bool{
	"battle": true, "army-fell": true, "retreats": true, "routed-there": true, "conquered": true, "plundered": true, "home-lost": true,
	"home-chosen": true, "drowned": true, "will-drown": true, "upkeep-short": true, "realm-fallen": true, "winner": true,
	"end-provinces": true, "end-home": true, "end-turns": true, "turn-missed": true,
}
