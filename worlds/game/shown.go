package game

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// Fact is something that a line of a report says: the value of an attribute of a subject, each in any words that the
// rulebook always uses for it. A field's owner is {"field 4/6", "owner", "2"}. An empty value says that there is nothing,
// such as no road: that is news only if something was shown before.
type Fact struct{ Subject, Attribute, Value string }

// Shown is what the reports of one realm have shown so far: of each attribute of each subject the last value. It
// answers what is news to that realm, and never asks the truth (law 6). Values are kept as digests, eight bytes for an
// attribute. The zero Shown has seen nothing, so that everything is news.
//
// A rulebook calls News for each line that may be left out, and writes the line if it is news. It calls News for lines
// that it writes anyway, too. What happened in the turn, refused lines and messages are always news and need no facts.
type Shown struct {
	last map[uint32]uint32 // by digest of subject and attribute: that of the value
}

// News records the facts of a line, and reports whether one of them is news: never shown, or shown with another value.
func (s *Shown) News(facts ...Fact) (news bool) {
	if s.last == nil {
		s.last = map[uint32]uint32{}
	}
	for _, f := range facts {
		what, value := digest(f.Subject, f.Attribute), digest(f.Value, "")
		switch last, known := s.last[what]; {
		case f.Value == "" && known:
			delete(s.last, what)
			news = true
		case f.Value != "" && (!known || last != value):
			s.last[what], news = value, true
		}
	}
	return news
}

// Has reports whether a fact was the last that was shown of its attribute, for reports that say how something was before.
func (s *Shown) Has(f Fact) bool {
	last, known := s.last[digest(f.Subject, f.Attribute)]
	return known && last == digest(f.Value, "")
}

// Under says how the report is written: its language, its length. If the record is of reports written otherwise, it is
// forgotten, and everything is told again.
func (s *Shown) Under(how string) {
	if f := (Fact{Attribute: "how", Value: how}); s.News(f) {
		clear(s.last)
		s.News(f)
	}
}

// Empty reports whether nothing was shown yet, so that a report is whole.
func (s *Shown) Empty() bool { return len(s.last) <= 1 }

// Bytes is the canonical form: the same facts give the same bytes, however they came. An empty record has none.
func (s *Shown) Bytes() []byte {
	if len(s.last) == 0 {
		return nil
	}
	out := make([]byte, 0, 8*len(s.last))
	for _, what := range slices.Sorted(maps.Keys(s.last)) {
		out = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(out, what), s.last[what])
	}
	return out
}

// ReadShown reads what Bytes returned. The error says that it is not that.
func ReadShown(raw []byte) (*Shown, error) {
	s := &Shown{last: make(map[uint32]uint32, len(raw)/8)}
	for ; len(raw) >= 8; raw = raw[8:] {
		s.last[binary.BigEndian.Uint32(raw)] = binary.BigEndian.Uint32(raw[4:])
	}
	if len(raw) > 0 {
		return nil, errors.New("the record of what was shown is cut off")
	}
	return s, nil
}

// digest is FNV-1a over two texts, whose halves are mixed.
func digest(one, two string) uint32 {
	h := uint64(14695981039346656037)
	for _, text := range [2]string{one, two} {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * 1099511628211
		}
		h = (h ^ 0xff) * 1099511628211 // no text has this byte
	}
	return uint32(h ^ h>>32)
}
