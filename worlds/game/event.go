package game

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// Event is something that happened in a turn: a code with typed arguments, and the realms that are told. Places are
// absolute; each reader sees them in the reader's own counting.
type Event struct {
	Week   int    `json:"w,omitempty"` // 0 before week 1, 14 after week 13, otherwise the week
	Phase  string `json:"p"`
	Realms []int  `json:"r,omitempty"` // who is told, sorted; nobody if empty
	phrase.Phrase
}

// For reports whether the realm is told of the event.
func (e Event) For(realm int) bool { return slices.Contains(e.Realms, realm) }

// EventReader reads events out of annals for one realm after the other. The events of one realm are valid until those of
// the next are read.
type EventReader struct {
	left   string // of the rows, as text: what is read from them shares its memory
	events []Event
	args   []phrase.Arg
	realms []int
}

// Of reads some events, by their indexes.
func (r *EventReader) Of(a *Annals, which []int32) []Event {
	size := 0
	for _, i := range which {
		size += a.ends[i] - a.begin(int(i))
	}
	var rows strings.Builder
	rows.Grow(size)
	for _, i := range which {
		rows.Write(a.rows[a.begin(int(i)):a.ends[i]])
	}
	r.left = rows.String()
	r.events, r.args, r.realms = r.events[:0], r.args[:0], r.realms[:0]
	for range which {
		r.events = append(r.events, r.event())
	}
	return r.events
}

// event reads a row.
func (r *EventReader) event() (e Event) {
	e.Week, e.Phase = int(r.number()), r.text()
	if n := int(r.count()); n > 0 {
		from := len(r.realms)
		for range n {
			r.realms = append(r.realms, int(r.number()))
		}
		e.Realms = r.realms[from:len(r.realms):len(r.realms)]
	}
	e.Code = r.text()
	if n := int(r.count()); n > 0 {
		from := len(r.args)
		for range n {
			r.args = append(r.args, phrase.Arg{Name: r.text(), Kind: phrase.ArgKind(r.byte()), N: r.number(),
				M: int32(r.number()), S: r.text()})
		}
		e.Args = r.args[from:len(r.args):len(r.args)]
	}
	return e
}

func (r *EventReader) byte() byte {
	b := r.left[0]
	r.left = r.left[1:]
	return b
}

// count reads a varint.
func (r *EventReader) count() (n uint64) {
	for i := 0; ; i++ {
		b := r.left[i]
		n |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.left = r.left[i+1:]
			return n
		}
	}
}

// number reads a signed varint.
func (r *EventReader) number() int64 {
	n := r.count()
	return int64(n>>1) ^ -int64(n&1)
}

func (r *EventReader) text() string {
	n := r.count()
	s := r.left[:n]
	r.left = r.left[n:]
	return s
}
