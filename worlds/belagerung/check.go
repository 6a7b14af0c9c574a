package belagerung

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// rehearsal is what a receipt knows of a turn: the same turn played twice, with
// the best and with the worst dice for its player.
type rehearsal struct {
	best, worst *turn
}

// rehearse plays the orders of the one whose turn it is, all of which is known to
// him: everything is visible.
func (w *World) rehearse(sh sheet) rehearsal {
	r := rehearsal{best: w.newTurn(sh, game.Seed{}, best)}
	r.best.play()
	r.worst = r.best
	if r.best.thrown {
		r.worst = w.newTurn(sh, game.Seed{}, worst)
		r.worst.play()
	}
	return r
}

// problems are the orders that cannot be done: in vain however the dice fall is an
// error, in vain only if they fall otherwise a warning.
func (r rehearsal) problems() []orders.Problem {
	var out []orders.Problem
	for _, no := range r.best.refused {
		p := orders.Problem{Position: no.at, Severity: orders.Error, What: no.what}
		switch {
		case no.warn:
			p.Severity = orders.Warning
		case !refusedAt(r.worst.refused, no.at):
			p.Severity, p.What = orders.Warning, phrase.P("depends")
		}
		out = append(out, p)
	}
	for _, no := range r.worst.refused {
		if !no.warn && !refusedAt(r.best.refused, no.at) {
			out = append(out, orders.Problem{Position: no.at, Severity: orders.Warning, What: phrase.P("depends")})
		}
	}
	return out
}

// refusedAt tells whether an order was refused and not only doubted.
func refusedAt(list []refusal, at orders.Position) bool {
	return slices.ContainsFunc(list, func(no refusal) bool { return no.at == at && !no.warn })
}

// inForce is what counts: as with the best dice, and what only the worst allow.
func (r rehearsal) inForce() []game.InForce {
	out := slices.Clone(r.best.inForce)
	for _, f := range r.worst.inForce {
		if !slices.ContainsFunc(out, func(g game.InForce) bool { return f.Line == g.Line }) {
			out = append(out, f)
		}
	}
	return out
}

// sound are the lines of a sheet that a rehearsal does not refuse however the dice
// fall: only these come into the turn.
func (r rehearsal) sound(lines []orders.Line) []orders.Line {
	return slices.DeleteFunc(slices.Clone(lines), func(l orders.Line) bool {
		return refusedAt(r.best.refused, l.Position) && refusedAt(r.worst.refused, l.Position)
	})
}

// Check reads a sheet and plays its turn, twice where dice fall.
func (w *World) Check(in game.Sheet) game.Checked {
	file := in.Orders(w.rules.Language())
	out := game.Checked{Problems: slices.Clone(file.Problems)}
	if no, ok := w.stranger(in.Realm); ok {
		return refuseAll(file, no, out)
	}
	r := w.rehearse(sheet{came: true, lines: file.Lines})
	out.Problems = append(out.Problems, r.problems()...)
	out.InForce = r.inForce()
	out.Sort()
	out.Idle = r.idle()
	out.Outlook = r.outlook(w)
	return out
}

// stranger tells whether a realm has no orders to give now, and why.
func (w *World) stranger(realm int) (phrase.Phrase, bool) {
	s := w.state
	r := s.realm(realm)
	switch {
	case realm == 0:
		return phrase.P("no-master-orders"), true
	case r == nil:
		return phrase.P("not-in-game", phrase.Num("realm", realm)), true
	case s.Over:
		return phrase.P("game-over"), true
	case s.Next == 0:
		return phrase.P("not-begun"), true
	case s.Next != realm:
		return phrase.P("not-your-turn", phrase.Num("realm", s.Next), phrase.Str("name", s.realm(s.Next).Name)), true
	}
	return phrase.Phrase{}, false
}

// refuseAll: no line counts; a sheet without a line is told so too.
func refuseAll(file *orders.File, why phrase.Phrase, out game.Checked) game.Checked {
	for _, l := range file.Lines {
		out.Problems = append(out.Problems, orders.Problem{Position: l.Position, Severity: orders.Error, What: why})
	}
	if len(file.Lines) == 0 {
		out.Problems = append(out.Problems, orders.Problem{Severity: orders.Error, What: why})
	}
	out.Sort()
	return out
}

// released tells whether a sheet gives its turn free although lines of it are wrong.
func released(s game.Sheet, l *orders.Language) bool {
	return slices.ContainsFunc(s.Orders(l).Lines, func(line orders.Line) bool { return line.Order == SettingOrder{Word: releaseWord} })
}

// idle tells what the units without a line will do, however the dice fall: stay
// where they are.
func (r rehearsal) idle() []phrase.Phrase {
	var out []phrase.Phrase
	for _, u := range r.best.state.of(r.best.me.Number) {
		busy := r.best.busy(u) || slices.Contains(r.worst.fell, u.name())
		for _, v := range r.worst.state.Units {
			busy = busy || v.name() == u.name() && r.worst.busy(v)
		}
		if !busy {
			out = append(out, phrase.P("idle", phrase.Str("unit", r.best.called(u)), r.best.state.placeArg("place", u.At)))
		}
	}
	return out
}

// busy tells whether a unit has done something this turn, or has just come.
func (t *turn) busy(u *Unit) bool {
	return t.moved[u] || t.attacked[u] || t.fresh[u] || u.Learning != "" || t.building[u]
}

// outlook tells what the turn does to the treasury: all of it is known, but for
// what dice of battle may bring.
func (r rehearsal) outlook(w *World) []phrase.Phrase {
	before := w.state.realm(w.state.Next).Treasure
	out := []phrase.Phrase{phrase.P("outlook", phrase.Num("before", before), phrase.Num("income", r.best.income),
		phrase.Num("spent", r.best.spent), phrase.Num("left", r.best.me.Treasure), phrase.Num("bank", r.best.state.Bank))}
	if r.best.thrown {
		out = append(out, phrase.P("outlook-dice"))
	}
	return out
}
