package chronicle

import (
	"encoding/binary"
	"errors"
	"fmt"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Reports are stored as rows of varints and length-prefixed texts, as game.Annals are: JSON would take longer
// than the turn.

func appendText[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// ReadEvents reads the events of a turn out of its row in the store.
func ReadEvents(packed []byte) (*game.Annals, error) {
	if packed == nil {
		return nil, fmt.Errorf("%w: there are none", store.ErrDamaged)
	}
	raw, err := store.Unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", store.ErrDamaged, err)
	}
	annals, err := game.ReadAnnals(raw)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", store.ErrDamaged, err)
	}
	return annals, nil
}

// AppendReport appends a report as readReport reads it.
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

// count is a uint that says how many rows follow, each of a byte at least.
func (r *reader) count() int {
	n := r.uint()
	if n > uint64(len(r.b)) {
		r.b, r.bad = nil, true
		return 0
	}
	return int(n)
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
