package report

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
)

// halt is an army that the same other army kept out of a field. It may happen in every week, but the report says it
// once, in the first of these weeks.
type halt struct {
	at   int   // index of the event
	when []int // the weeks of the events that it stands for; none: it was reported before
}

// halting is who kept whom out of what.
type halting struct {
	army, other string
	field       int64
}

// findHalts finds the events that report the same halt, and their weeks.
func (p *page) findHalts() {
	p.halts = p.halts[:0]
	clear(p.haltedBy)
	for i := range p.told {
		e := &p.told[i]
		if e.Code != "held-up" {
			continue
		}
		n, who := len(p.halts), halting{e.Arg("army").S, e.Arg("other").S, e.Arg("field").N}
		p.halts = slices.Grow(p.halts, 1)[:n+1]
		p.halts[n] = halt{at: i, when: p.halts[n].when[:0]} // in the room of an earlier report
		first, known := p.haltedBy[who]
		if !known {
			first, p.haltedBy[who] = n, n
		}
		p.halts[first].when = append(p.halts[first].when, e.Week)
	}
}

// event writes one of the events. An army that is held up again and again is reported once, in the first of those
// weeks.
func (p *page) event(at int) {
	what, silent := p.tellBattle(at)
	if silent {
		return
	}
	if what, silent = p.halted(at, what); silent {
		return
	}
	p.Line("", what)
	p.tell(at, what)
	if p.Notes != nil {
		p.Notes.event(at, what.Code, what.Args)
	}
}

// halted says how to report an event: one that is an army's halt has its weeks in the first, and is silent in others.
func (p *page) halted(at int, what phrase.Phrase) (told phrase.Phrase, silent bool) {
	if what.Code != "held-up" {
		return what, false
	}
	i, _ := slices.BinarySearchFunc(p.halts, at, func(h halt, at int) int { return h.at - at })
	when := p.halts[i].when
	if len(when) > 1 {
		weeks := phrase.Str("weeks", Spans("", when))
		what = phrase.P("held-up-weeks", append([]phrase.Arg{weeks}, what.Args...)...)
	}
	return what, len(when) == 0
}

// Spans writes rising numbers in short form, each after a mark: `1-4, 7`, `W1-W4, W7`. Two in a row are written
// separately.
func Spans(mark string, list []int) string {
	var b []byte
	for i := 0; i < len(list); {
		last := i
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		if last == i+1 {
			last = i
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, mark...), int64(list[i]), 10)
		if last > i {
			b = strconv.AppendInt(append(append(b, '-'), mark...), int64(list[last]), 10)
		}
		i = last + 1
	}
	return string(b)
}
