package belagerung

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// rehearsal is what a receipt knows of a turn: the same turn played without dice,
// or, where dice fall, once for each way in which they may.
type rehearsal []*turn

// rehearse plays the orders of the one whose turn it is, all of which is known to
// him: everything is visible.
func (w *World) rehearse(sh sheet) rehearsal {
	var r rehearsal
	for _, l := range []luck{best, worst, still} {
		t := w.newTurn(sh, game.Seed{}, l)
		t.play()
		r = append(r, t)
		if !t.thrown {
			break
		}
	}
	return r
}

// best is the turn in which all goes as its player hopes.
func (r rehearsal) best() *turn { return r[0] }

// verdict of an order: refused in none of the turns, in some, or in all and each
// time for the same reason.
type verdict uint8

const (
	stands verdict = iota
	rests          // on dice
	void
)

// of tells what becomes of the order at a position, and why it is refused first.
func (r rehearsal) of(at orders.Position) (verdict, phrase.Phrase) {
	var why []phrase.Phrase
	for _, t := range r {
		if i := slices.IndexFunc(t.refused, func(no refusal) bool { return no.at == at && !no.warn }); i >= 0 {
			why = append(why, t.refused[i].what)
		}
	}
	switch {
	case len(why) == 0:
		return stands, phrase.Phrase{}
	case len(why) < len(r) || slices.ContainsFunc(why, func(p phrase.Phrase) bool { return p.Code != why[0].Code }):
		return rests, why[0]
	}
	return void, why[0]
}

// problems are the orders that cannot be done. However the dice fall: an error; if
// they fall in some ways: a warning.
func (r rehearsal) problems() []orders.Problem {
	var out []orders.Problem
	told := map[orders.Position]bool{}
	for i, t := range r {
		for _, no := range t.refused {
			switch v, why := r.of(no.at); {
			case no.warn && i == 0:
				out = append(out, orders.Problem{Position: no.at, Severity: orders.Warning, What: no.what})
			case no.warn || told[no.at]:
			case v == void:
				told[no.at] = true
				out = append(out, orders.Problem{Position: no.at, Severity: orders.Error, What: why})
			default:
				told[no.at] = true
				out = append(out, orders.Problem{Position: no.at, Severity: orders.Warning, What: phrase.P("depends")})
			}
		}
	}
	return out
}

// sound are the lines that may be done: only these come into the turn.
func (r rehearsal) sound(lines []orders.Line) []orders.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l orders.Line) bool {
		v, _ := r.of(l.Position)
		return v == void
	})
}

// inForce is what counts, each line as in the first turn in which it does.
func (r rehearsal) inForce() []game.InForce {
	var out []game.InForce
	for _, t := range r {
		have := len(out)
		for _, f := range t.inForce {
			if !slices.ContainsFunc(out[:have], func(g game.InForce) bool { return f.Line == g.Line }) {
				out = append(out, f)
			}
		}
	}
	return out
}

// idle tells what the units without a line will do, however the dice fall: stay
// where they are.
func (r rehearsal) idle() []phrase.Phrase {
	var out []phrase.Phrase
	best := r.best()
	for _, u := range best.state.of(best.me.Number) {
		if !slices.ContainsFunc(r, func(t *turn) bool { return t.busyOrGone(u.name()) }) {
			out = append(out, phrase.P("idle", phrase.Str("unit", best.called(u)), best.state.placeArg("place", u.At)))
		}
	}
	return out
}

// busyOrGone tells whether a unit has done something this turn, has just come, or
// has fallen.
func (t *turn) busyOrGone(name string) bool {
	i := slices.IndexFunc(t.state.Units, func(u *Unit) bool { return u.name() == name })
	if i < 0 {
		return true
	}
	u := t.state.Units[i]
	return t.moved[u] || t.attacked[u] || t.fresh[u] || u.Learning != "" || t.building[u]
}

// outlook tells what the turn does to the treasury: all of it is known, but for
// what dice of battle may bring.
func (r rehearsal) outlook(w *World) []phrase.Phrase {
	before, t := w.state.realm(w.state.Next).Treasure, r.best()
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("before", before), phrase.Num("income", t.income),
		phrase.Num("spent", t.spent), phrase.Num("left", t.me.Treasure), phrase.Num("bank", t.state.Bank))}
	if t.thrown {
		out = append(out, phrase.P("outlook-dice"))
	}
	return out
}
