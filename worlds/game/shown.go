package game

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"strconv"
)

// Fact is something that a line of a report says: the value of an attribute of a subject, each in any words that the
// rulebook always uses for it. A field's owner is {"field 4/6", "owner", "2"}. An empty value says that there is nothing,
// such as no road: that is news only if something was shown before.
type Fact struct{ Subject, Attribute, Value string }

// Shown is what the reports of one realm have shown so far: of each attribute of each subject the last value. It
// answers what is news to that realm, and never asks the truth (law 6). Values are kept as digests, sixteen bytes for an
// attribute. Their key is the realm's own and secret, so nobody can choose a name whose digest is that of another value,
// to hide an army from a reader. The zero Shown has seen nothing, so that everything is news; its key is zero.
//
// A rulebook calls News for each line that may be left out, and writes the line if it is news. It calls News for lines
// that it writes anyway, too. What happened in the turn, refused lines and messages are always news and need no facts.
type Shown struct {
	key  Seed
	last map[uint64]uint64 // by digest of subject and attribute: that of the value
}

// News records the facts of a line, and reports whether one of them is news: never shown, or shown with another value.
func (s *Shown) News(facts ...Fact) (news bool) {
	for _, f := range facts {
		_, is := s.Note(f)
		news = news || is
	}
	return news
}

// Note records a fact as News does. known says whether anything was shown of its attribute before.
func (s *Shown) Note(f Fact) (known, news bool) {
	if s.last == nil {
		s.last = map[uint64]uint64{}
	}
	what := s.digest(f.Subject, f.Attribute)
	last, known := s.last[what]
	if f.Value == "" { // most edges have nothing: there is no digest of that
		delete(s.last, what)
		return known, known
	}
	value := s.digest(f.Value, "")
	s.last[what] = value
	return known, !known || last != value
}

// Has reports whether a fact was the last that was shown of its attribute, for reports that say how something was before.
func (s *Shown) Has(f Fact) bool {
	last, known := s.last[s.digest(f.Subject, f.Attribute)]
	return known && last == s.digest(f.Value, "")
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

// shownForm begins the bytes of a record. Older ones have no such byte: their length is a multiple of eight.
const shownForm = 1

// Bytes is the canonical form: the same facts give the same bytes, however they came. An empty record has none.
func (s *Shown) Bytes() []byte {
	if len(s.last) == 0 {
		return nil
	}
	out := append(make([]byte, 0, 1+16*len(s.last)), shownForm)
	keys := slices.AppendSeq(make([]uint64, 0, len(s.last)), maps.Keys(s.last))
	slices.Sort(keys)
	for _, what := range keys {
		out = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(out, what), s.last[what])
	}
	return out
}

// ReadShown reads what Bytes returned for a realm of the world with this seed. The record of an older version, whose
// digests had no key, has seen nothing. Nor has one that is not what Bytes returned, as the error says.
func ReadShown(seed Seed, realm int, raw []byte) (*Shown, error) {
	s := &Shown{key: seed.Sub("shown " + strconv.Itoa(realm)), last: make(map[uint64]uint64, len(raw)/16)}
	switch {
	case len(raw)%8 == 0:
		return s, nil
	case len(raw)%16 != 1 || raw[0] != shownForm:
		return s, errors.New("the record of what was shown is cut off")
	}
	for raw = raw[1:]; len(raw) > 0; raw = raw[16:] {
		s.last[binary.BigEndian.Uint64(raw)] = binary.BigEndian.Uint64(raw[8:])
	}
	return s, nil
}

// digest is the beginning of the SHA-256 over the key and two texts.
func (s *Shown) digest(one, two string) uint64 {
	var room [160]byte
	text := append(append(append(room[:0], s.key[:]...), one...), 0xff) // no text has this byte
	sum := sha256.Sum256(append(text, two...))
	return binary.BigEndian.Uint64(sum[:])
}
