package thoramar

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// halt is an army kept out of a field by the same other, which it may be told of
// in every week.
type halt struct {
	army, other string
	field       int64
}

// halts notes where a realm is told first of each halt, and all its weeks; an
// event it is told later has none.
func halts(told []*game.Event) map[*game.Event][]int {
	out, first := map[*game.Event][]int{}, map[halt]*game.Event{}
	for _, e := range told {
		if e.Code != "held-up" {
			continue
		}
		h := halt{argOf(e.Phrase, "army").S, argOf(e.Phrase, "other").S, argOf(e.Phrase, "field").N}
		at, again := first[h]
		if !again {
			first[h], at = e, e
		} else {
			out[e] = nil
		}
		out[at] = append(out[at], e.Week)
	}
	return out
}

// event writes an event of the week; an army held up again and again is told so
// once, in the first of those weeks.
func (p *page) event(e *game.Event) {
	code, args := e.Code, e.Args
	if weeks, halted := p.halted[e]; halted {
		switch len(weeks) {
		case 0:
			return
		case 1:
		default:
			code, args = "held-up-weeks", append([]phrase.Arg{phrase.Str("weeks", spans(weeks))}, args...)
		}
	}
	p.Line("", phrase.P(code, args...))
	if p.notes != nil {
		p.notes.event(e, code, args)
	}
}

// spans writes rising numbers shortly: `1-4, 7`; two in a row are told apart.
func spans(list []int) string {
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
		b = strconv.AppendInt(b, int64(list[i]), 10)
		if last > i {
			b = strconv.AppendInt(append(b, '-'), int64(list[last]), 10)
		}
		i = last + 1
	}
	return string(b)
}
