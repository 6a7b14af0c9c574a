package relay

import (
	"fmt"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// reading is a sheet as it was understood. Receipt and turn use the same one.
type reading struct {
	frame.Reading
	run      int
	gaveUp   bool
	answer   *Answer
	messages []orders.Message
	settings []frame.SettingOrder
}

func (w *World) read(s game.Sheet) reading {
	var r reading
	r.Reading = frame.Read(w.rb.Language(), s, func(l orders.Line) (phrase.Phrase, bool) {
		return w.take(&r, s.Realm, l)
	})
	return r
}

// take puts a line in force, or says why it cannot be. A runner knows everything about itself.
func (w *World) take(r *reading, realm int, l orders.Line) (said phrase.Phrase, wrong bool) {
	me := w.runner(realm)
	if me == nil {
		return phrase.P("no-runner-yourself"), true
	}
	switch o := l.Order.(type) {
	case Run:
		if have := w.rested(me); o.Steps > have {
			return phrase.P("out-of-breath", phrase.Num("have", have), phrase.Num("need", o.Steps)), true
		}
		r.run = o.Steps
		return phrase.P("will-run", phrase.Num("steps", o.Steps)), false
	case GiveUp:
		r.gaveUp = true
		return phrase.P("will-give-up"), false
	case Answer:
		r.answer = &o
		if o.Steps == 0 {
			return phrase.P("will-not-answer"), false
		}
		return phrase.P("will-answer", phrase.Num("steps", o.Steps)), false
	case frame.SettingOrder:
		r.settings = append(r.settings, o)
		return o.Accepted(me.Lang), false
	case orders.Message:
		if n, err := strconv.Atoi(o.To); err == nil && w.runner(n) == nil {
			return phrase.P("no-runner", phrase.Num("number", n)), true
		}
		r.messages = append(r.messages, o)
		return phrase.P("message-goes", phrase.Str("to", o.To)), false
	}
	panic(fmt.Sprintf("an order %T", l.Order))
}

// rested is the runner's breath at the beginning of its own turn.
func (w *World) rested(r *Runner) int { return min(r.Breath+w.n.Rest, w.n.Breath) }

// Check says what the sheet means, and what breath is left.
func (w *World) Check(s game.Sheet) game.Checked {
	r := w.read(s)
	c := r.Checked()
	me := w.runner(s.Realm)
	if me == nil {
		return c
	}
	if r.run == 0 && !r.gaveUp {
		c.Idle = append(c.Idle, phrase.P("will-stand"))
	}
	c.Outlook = append(c.Outlook, phrase.P("breath-after", phrase.Num("breath", w.rested(me)-r.run)))
	return c
}

// Merge: the later mail counts.
func (w *World) Merge(_, later game.Sheet) game.Sheet { return later }

// Due: as soon as the turn is in without errors, or released with them; otherwise at the deadline.
func (w *World) Due(sheets []game.Sheet) game.Due {
	for _, s := range sheets {
		if s.Realm != w.s.Next {
			continue
		}
		r := w.read(s)
		if len(r.Errors()) == 0 || slices.Contains(r.settings, frame.SettingOrder{Setting: release.Name}) {
			return game.Now
		}
		return game.NotBefore
	}
	return game.AtDeadline
}
