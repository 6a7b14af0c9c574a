package sight

import (
	"strconv"

	"weltentor/worlds/thoramar/tables"
)

// Letter writes the lines of all armies, once for all reports that show them: each spot's line with its sign and, if
// it does not show it, the line without.
func (w *Week) Letter(tags []string) {
	unknown := tags[len(tags)-1]
	w.lines = make([]byte, 0, len(w.Spots)*(len("  A : .K.M 100 1000\n")+len(unknown))*3/2)
	w.ends = make([]int32, 2*len(w.Spots))
	for i := range w.Spots {
		s := &w.Spots[i]
		w.lines = AppendSpot(w.lines, tags[s.Realm], s.Unit, int(s.ID), s.Men)
		w.ends[2*i] = int32(len(w.lines))
		if s.Look != Signed {
			w.lines = AppendSpot(w.lines, unknown, s.Unit, 0, s.Men)
		}
		w.ends[2*i+1] = int32(len(w.lines))
	}
}

// Lettered reports whether Letter has been called.
func (w *Week) Lettered() bool { return w.ends != nil }

// Line is the line of a spot as it looked, with its sign or without. It is empty for an unseen one.
func (w *Week) Line(i int32, l Look) []byte {
	from, middle, to := int32(0), w.ends[2*i], w.ends[2*i+1]
	if i > 0 {
		from = w.ends[2*i-1]
	}
	switch l {
	case Signed:
		return w.lines[from:middle]
	case Unsigned:
		return w.lines[middle:to]
	}
	return nil
}

// AppendSpot writes `  A : 1.K.M 3  993` and the line end. For an army without a sign, whose number is 0, it writes `
// A : ?.K.M ?  993`.
func AppendSpot(dst []byte, tag string, unit tables.Unit, id int, men int64) []byte {
	dst = append(dst, "  A : "...)
	dst = append(dst, tag...)
	dst = append(dst, '.', unit.Type, '.', unit.Class, ' ')
	switch {
	case id == 0:
		dst = append(dst, '?', ' ')
	case id < 10:
		dst = append(dst, '0'+byte(id), ' ')
	default:
		dst = strconv.AppendInt(dst, int64(id), 10)
	}
	return append(strconv.AppendInt(append(dst, ' '), men, 10), '\n')
}
