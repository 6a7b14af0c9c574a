package game

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrRows is for bytes that are no annals.
var ErrRows = errors.New("the events of a turn cannot be read")

// ReadAnnals reads what Bytes gives. Each row is proved to be whole, so that reading its event later cannot fail.
func ReadAnnals(raw []byte) (*Annals, error) {
	r := row{left: raw}
	events := r.count()
	begin := len(raw) - len(r.left)
	a := &Annals{}
	a.begun()
	a.rows = append(a.rows, r.left...)
	for i := range events {
		r.code()
		for range r.count() {
			r.text()
			r.byte()
			r.number()
			r.number()
			r.text()
		}
		if r.bad {
			return nil, fmt.Errorf("%w: event %d of %d is cut off", ErrRows, i+1, events)
		}
		a.ends = append(a.ends, countRoom+len(raw)-begin-len(r.left))
	}
	switch {
	case r.bad:
		return nil, fmt.Errorf("%w: their number is cut off", ErrRows)
	case len(r.left) > 0:
		return nil, fmt.Errorf("%w: %d bytes too many", ErrRows, len(r.left))
	}
	return a, nil
}

// row is what is left of a row. After the first fault all that is read is zero.
type row struct {
	left []byte
	bad  bool
}

// code passes over week, phase and realms to the event's code.
func (r *row) code() []byte {
	r.number()
	r.text()
	for range r.count() {
		r.number()
	}
	return r.text()
}

func (r *row) number() int64 {
	n, size := binary.Varint(r.left)
	if size <= 0 {
		r.left, r.bad = nil, true
		return 0
	}
	r.left = r.left[size:]
	return n
}

// count is how many follow, each of a byte at least.
func (r *row) count() int {
	n, size := binary.Uvarint(r.left)
	if size <= 0 || n > uint64(len(r.left)-size) {
		r.left, r.bad = nil, true
		return 0
	}
	r.left = r.left[size:]
	return int(n)
}

func (r *row) text() []byte {
	n := r.count()
	text := r.left[:n]
	r.left = r.left[n:]
	return text
}

func (r *row) byte() {
	if len(r.left) == 0 {
		r.bad = true
		return
	}
	r.left = r.left[1:]
}
