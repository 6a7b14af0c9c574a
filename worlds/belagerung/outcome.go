package belagerung

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	t       *turn
	turn    int // the turn that was resolved, and its round
	round   int
	before  *State
	refused []orders.Problem
	next    *World
}

var _ game.Outcome = (*outcome)(nil)

// Resolve plays the turn of the one who was asked on a copy of the world. What his
// receipt refused is left out of it.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	out := &outcome{turn: w.state.Turn, round: w.state.Round, before: w.state}
	var sh sheet
	for _, s := range sheets {
		switch {
		case s.Realm != w.state.Next || s.Realm == 0:
		case s.Absent:
			sh.away = true
		default:
			f := s.Orders(w.rules.Language())
			sh = sheet{came: true, problems: f.Problems}
			lines, told := w.lines(f, s.Realm)
			sh.lines, sh.problems = lines, slices.Concat(f.Problems, told)
		}
	}
	if sh.came {
		r := w.rehearse(sh)
		out.refused = orders.Void(slices.Concat(sh.problems, r.problems()))
		orders.SortProblems(out.refused)
		sh.lines = r.sound(sh.lines)
	}
	out.t = w.newTurn(sh, seed, fair)
	out.t.play()
	out.next = &World{rules: w.rules, tables: w.tables, state: out.t.state, eased: w.eased}
	return out
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

// ToMaster are the player's messages to the game master and the alarms.
func (o *outcome) ToMaster() []game.Notice { return o.t.notices }

// Realms are all who had not fallen: everybody is told of everybody's turn.
func (o *outcome) Realms() []int {
	var out []int
	for _, r := range o.before.Realms {
		if !r.Fallen {
			out = append(out, r.Number)
		}
	}
	return out
}

// Refused lists what the head of the realm's report tells.
func (o *outcome) Refused(realm int) []orders.Problem {
	if realm != o.t.me.Number {
		return nil
	}
	return o.refused
}
