package chronicle

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Events and reports are stored as rows of varints and length-prefixed texts:
// a great turn has hundreds of thousands of events, and JSON would take longer
// than the turn.

func appendText[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// ReadEvents reads what Annals.Bytes gives.
func ReadEvents(raw []byte) ([]game.Event, error) {
	r := reader{b: raw}
	events := make([]game.Event, r.count())
	for i := range events {
		events[i] = r.event()
	}
	return events, r.end()
}

func (r *reader) event() (e game.Event) {
	e.Week, e.Phase = int(r.int()), r.text()
	if n := r.count(); n > 0 {
		e.Realms = make([]int, n)
	}
	for j := range e.Realms {
		e.Realms[j] = int(r.int())
	}
	e.Code = r.text()
	if n := r.count(); n > 0 {
		e.Args = make([]phrase.Arg, n)
	}
	for j := range e.Args {
		e.Args[j] = phrase.Arg{Name: r.text(), Kind: phrase.Kind(r.byte()), N: r.int(), M: r.int(), S: r.text()}
	}
	return e
}

// EventsCalled are those of a turn's events that have one of these codes. The others are passed over, not
// made: there may be hundreds of thousands.
func EventsCalled(raw []byte, codes []string) (events []game.Event, err error) {
	r := reader{b: raw}
	for range r.count() {
		start := r
		r.int()
		r.bytes()
		for range r.count() {
			r.int()
		}
		wanted := slices.Contains(codes, string(r.bytes()))
		for range r.count() {
			r.bytes()
			r.byte()
			r.int()
			r.int()
			r.bytes()
		}
		if wanted {
			events = append(events, start.event())
		}
	}
	return events, r.end()
}

func AppendReport(dst []byte, rep game.Report) []byte {
	dst = binary.AppendUvarint(dst, uint64(rep.Realm))
	dst = appendText(dst, rep.Name)
	dst = appendText(dst, rep.Text)
	dst = appendText(dst, rep.Summary)
	dst = binary.AppendUvarint(dst, uint64(len(rep.Files)))
	for _, f := range rep.Files {
		dst = appendText(dst, f.Name)
		dst = appendText(dst, f.Type)
		dst = appendText(dst, f.Data)
		dst = appendText(dst, f.Sum)
	}
	return dst
}

func readReport(raw []byte) (game.Report, error) {
	r := reader{b: raw}
	rep := game.Report{Realm: int(r.uint()), Name: r.text(), Text: r.bytes(), Summary: r.bytes()}
	if n := r.count(); n > 0 {
		rep.Files = make([]game.File, n)
	}
	for i := range rep.Files {
		rep.Files[i] = game.File{Name: r.text(), Type: r.text(), Data: r.bytes(), Sum: r.text()}
	}
	return rep, r.end()
}

// reader reads what the appenders wrote; after the first fault all it reads is zero.
type reader struct {
	b   []byte
	bad bool
}

var errCut = errors.New("cut off")

func (r *reader) uint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reader) int() int64 {
	n, size := binary.Varint(r.b)
	if size <= 0 {
		r.b, r.bad = nil, true
		return 0
	}
	r.b = r.b[size:]
	return n
}

// count is a uint that says how many rows follow, each of a byte at least.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return 0
	}
	return int(n)
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) bytes() []byte {
	n := r.count()
	if n == 0 {
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) text() string { return string(r.bytes()) }

func (r *reader) end() error {
	if r.bad {
		return fmt.Errorf("%w: a row is %w", store.ErrDamaged, errCut)
	}
	if len(r.b) > 0 {
		return fmt.Errorf("%w: %d bytes too many", store.ErrDamaged, len(r.b))
	}
	return nil
}
