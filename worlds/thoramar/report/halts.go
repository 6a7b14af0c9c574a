package report

import (
	"strconv"

	"weltentor/orders/phrase"
)

// halt is in which weeks an army kept another out of a field. The report says it once, in the first of them.
type halt struct {
	at   int // index of the first event
	when []int
}

// halting is who kept whom out of what.
type halting struct {
	army, other string
	field       int64
}

func haltingOf(e phrase.Phrase) halting {
	return halting{e.Arg("army").S, e.Arg("other").S, e.Arg("field").N}
}

// findHalts finds the events that report the same halt, and their weeks.
func (a *account) findHalts() {
	clear(a.halts)
	for i := range a.told {
		if e := &a.told[i]; e.Code == "held-up" {
			h, known := a.halts[haltingOf(e.Phrase)]
			if !known {
				h.at = i
			}
			h.when = append(h.when, e.Week)
			a.halts[haltingOf(e.Phrase)] = h
		}
	}
}

// haltRow is how a report says an event: one that is an army's halt has its weeks in the first, and is silent in others.
func haltRow(a *account, at int, what phrase.Phrase) (told phrase.Phrase, silent bool) {
	if what.Code != "held-up" {
		return what, false
	}
	h := a.halts[haltingOf(what)]
	if len(h.when) > 1 {
		weeks := phrase.Str("weeks", Spans("", h.when))
		what = phrase.P("held-up-weeks", append([]phrase.Arg{weeks}, what.Args...)...)
	}
	return what, h.at != at
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
