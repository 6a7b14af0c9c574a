package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game/varint"
)

// Annals are the events of a turn, in order, as rows of varints and texts with their length before them. The turn's
// hash is over these bytes. A large turn has hundreds of thousands of events. As records each of them would take half
// a dozen allocations all over the heap. Here each is a row behind the one before, and is read again for those who are
// told of it.
type Annals struct {
	rows []byte // after the room for their number
	ends []int  // by event: where its row ends
}

// countRoom is the room before the first row.
const countRoom = binary.MaxVarintLen64

// rowSize is roughly how long a row is.
const rowSize = 80

// AnnalsOf turns events into annals.
func AnnalsOf(events []Event) *Annals {
	a := &Annals{}
	a.Reserve(len(events))
	for i := range events {
		e := &events[i]
		a.Add(e.Week, e.Phase, e.Realms, e.Phrase)
	}
	return a
}

// Reserve makes room for about this many events at once.
func (a *Annals) Reserve(events int) {
	rows := make([]byte, len(a.rows), len(a.rows)+countRoom+events*rowSize)
	ends := make([]int, len(a.ends), len(a.ends)+events)
	copy(rows, a.rows)
	copy(ends, a.ends)
	a.rows, a.ends = rows, ends
}

// Add records what happened. It keeps nothing that it is given.
func (a *Annals) Add(week int, phase string, realms []int, what phrase.Phrase) {
	a.begun()
	row := binary.AppendVarint(a.rows, int64(week))
	row = varint.AppendText(row, phase)
	row = binary.AppendUvarint(row, uint64(len(realms)))
	for _, r := range realms {
		row = binary.AppendVarint(row, int64(r))
	}
	row = varint.AppendText(row, what.Code)
	row = binary.AppendUvarint(row, uint64(len(what.Args)))
	for i := range what.Args {
		arg := &what.Args[i]
		row = append(varint.AppendText(row, arg.Name), byte(arg.Kind))
		row = binary.AppendVarint(row, arg.N)
		row = binary.AppendVarint(row, int64(arg.M))
		row = varint.AppendText(row, arg.S)
	}
	a.rows, a.ends = row, append(a.ends, len(row))
}

// begun makes the room before the first row.
func (a *Annals) begun() {
	if len(a.rows) == 0 {
		var room [countRoom]byte
		a.rows = append(a.rows, room[:]...)
	}
}

// Take copies events of other annals, from first up to end, without end.
func (a *Annals) Take(from *Annals, first, end int) {
	if first >= end {
		return
	}
	a.begun()
	begin := from.begin(first)
	shift := len(a.rows) - begin
	a.rows = append(a.rows, from.rows[begin:from.ends[end-1]]...)
	for _, at := range from.ends[first:end] {
		a.ends = append(a.ends, at+shift)
	}
}

// Clear forgets all events and keeps the room.
func (a *Annals) Clear() { a.rows, a.ends = a.rows[:0], a.ends[:0] }

// Len is the number of events.
func (a *Annals) Len() int { return len(a.ends) }

// Bytes is the canonical form, without a copy: the number of events and then their rows.
func (a *Annals) Bytes() []byte {
	if len(a.rows) == 0 {
		return []byte{0}
	}
	var count [countRoom]byte
	n := binary.PutUvarint(count[:], uint64(len(a.ends)))
	copy(a.rows[countRoom-n:], count[:n])
	return a.rows[countRoom-n:]
}

// begin is where the row of an event begins.
func (a *Annals) begin(event int) int {
	if event == 0 {
		return countRoom
	}
	return a.ends[event-1]
}

// Events returns all events.
func (a *Annals) Events() []Event { return a.From(0) }

// From returns the events from first on.
func (a *Annals) From(first int) []Event {
	if first >= a.Len() {
		return nil
	}
	which := make([]int32, a.Len()-first)
	for i := range which {
		which[i] = int32(first + i)
	}
	return new(EventReader).Of(a, which)
}

// ByRealm lists for each realm, by number, the events it is told, as indexes in order. If each report searched all
// events itself, that would take realms times events. Two passes fill one block.
func (a *Annals) ByRealm(realms int) [][]int32 {
	counts, total := make([]int, realms+1), 0
	a.eachTold(func(_, realm int) {
		counts[realm]++
		total++
	})
	block, out := make([]int32, total), make([][]int32, realms+1)
	for r, n := range counts {
		out[r], block = block[:0:n], block[n:]
	}
	a.eachTold(func(event, realm int) { out[realm] = append(out[realm], int32(event)) })
	return out
}

// eachTold calls do for each event and each realm that is told of it.
func (a *Annals) eachTold(do func(event, realm int)) {
	for i := range a.ends {
		row := a.row(i)
		row.Int()
		row.Text()
		for range row.Count() {
			do(i, int(row.Int()))
		}
	}
}

// Called returns the events that have one of these codes. It skips the others without decoding them: there may be
// hundreds of thousands.
func (a *Annals) Called(codes []string) []Event {
	var which []int32
	for i := range a.ends {
		row := a.row(i)
		if slices.Contains(codes, string(codeOf(&row))) {
			which = append(which, int32(i))
		}
	}
	return new(EventReader).Of(a, which)
}

func (a *Annals) row(event int) varint.Reader {
	return varint.Reader{Left: a.rows[a.begin(event):a.ends[event]]}
}

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
