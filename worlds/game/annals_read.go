package game

import (
	"errors"
	"fmt"

	"weltentor/worlds/game/varint"
)

// errRows is for bytes that are no annals.
var errRows = errors.New("the events of a turn cannot be read")

// ReadAnnals reads what Bytes returns. It checks that each row is whole, so that reading its event later cannot fail.
func ReadAnnals(raw []byte) (*Annals, error) {
	r := varint.Reader{Left: raw}
	events := r.Count()
	begin := len(raw) - len(r.Left)
	a := &Annals{}
	a.begun()
	a.rows = append(a.rows, r.Left...)
	for i := range events {
		codeOf(&r)
		for range r.Count() {
			r.Text()
			r.Byte()
			r.Int()
			r.Int()
			r.Text()
		}
		if r.Bad {
			return nil, fmt.Errorf("%w: event %d of %d is cut off", errRows, i+1, events)
		}
		a.ends = append(a.ends, countRoom+len(raw)-begin-len(r.Left))
	}
	switch {
	case r.Bad:
		return nil, fmt.Errorf("%w: their number is cut off", errRows)
	case len(r.Left) > 0:
		return nil, fmt.Errorf("%w: %d bytes too many", errRows, len(r.Left))
	}
	return a, nil
}

// codeOf skips a row's week, phase and realms and returns the event's code.
func codeOf(r *varint.Reader) []byte {
	r.Int()
	r.Text()
	for range r.Count() {
		r.Int()
	}
	return r.Text()
}
