package resolve

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"time"
	"unicode/utf8"

	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// sheetRecord is a sheet in force or replaced. Its files' data is in the bucket
// of files.
type sheetRecord struct {
	game.Sheet
	Letter string    `json:"letter"` // hash of the mail it came with
	At     time.Time `json:"at"`
	Good   int       `json:"good"` // lines, as in Acceptance
	Bad    int       `json:"bad"`

	Partial int   `json:"partial,omitempty"`
	Void    []int `json:"void,omitempty"`   // lines of which nothing counts, though the language reads them
	Stored  int   `json:"stored,omitempty"` // bytes that the realm's letters of this turn have brought into the store
}

// SheetText is the text of a realm's sheet in force for the turn that awaits
// orders, without its password; "" if there is none.
func (w *World) SheetText(realm int) (text string, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		r, _, err := sheet(tx, c.turn, realm)
		text = r.Text
		return err
	})
	return text, err
}

// sheet reads a realm's sheet in force. Of its files it has the sums.
func sheet(tx *store.Tx, turn, realm int) (sheetRecord, bool, error) {
	r, found, err := getPacked[sheetRecord](tx.Bucket(sheetsBucket), pair(turn, realm))
	if err != nil || !found {
		return r, false, err
	}
	return r, true, nil
}

// sheets reads all sheets in force for a turn, by realm. A receipt needs to know
// whether all are in, so each is decoded once as long as it stays the same.
func (s *shelf) sheets(tx *store.Tx, turn int) ([]sheetRecord, error) {
	generation := number(tx, "generation")
	if l := s.listed; l.generation == generation && l.turn == turn && l.generation > 0 {
		return l.records, nil
	}
	out, remembered := []sheetRecord(nil), true
	c := tx.Bucket(sheetsBucket).Cursor()
	for k, v := c.Seek(pair(turn, 0)); k != nil && bytes.Equal(k[:4], u32(turn)); k, v = c.Next() {
		r, err := s.decodeSheet(tx, k, v)
		if err != nil {
			return nil, err
		}
		_, known := s.decoded[[8]byte(k)]
		out, remembered = append(out, r), remembered && known
	}
	if remembered {
		s.listed = sheetList{generation, turn, slices.Clip(out)}
	}
	return out, nil
}

// shelf is where the sheets in force are read from: each is decoded once as long as it
// stays the same.
type shelf struct {
	decoded map[[8]byte]decodedSheet // by key
	listed  sheetList
}

func newShelf() *shelf { return &shelf{decoded: map[[8]byte]decodedSheet{}} }

// sheetList is all sheets in force for a turn, sorted by realm, as they stand in one
// generation of the store: every letter asks for them. Whoever holds the records
// does not change them.
type sheetList struct {
	generation uint64 // 0: nothing is known
	turn       int
	records    []sheetRecord
}

// setAside takes the list away while the store may change.
func (s *shelf) setAside() (listed sheetList) {
	listed, s.listed = s.listed, sheetList{}
	return listed
}

// putBack puts a list back that was set aside, if nothing but the change under way, which
// makes this generation, has come since.
func (s *shelf) putBack(listed sheetList, generation uint64) {
	if listed.generation == generation-1 {
		s.listed = sheetList{generation, listed.turn, listed.records}
	}
}

// unlist forgets the list.
func (s *shelf) unlist() { s.listed = sheetList{} }

// forget forgets which sheets were decoded.
func (s *shelf) forget() { clear(s.decoded) }

// relist puts a sheet that was just stored into the list.
func (s *shelf) relist(key []byte, r sheetRecord) {
	known, kept := s.decoded[[8]byte(key)]
	if l := &s.listed; !kept || int(binary.BigEndian.Uint32(key)) != l.turn {
		s.listed = sheetList{}
	} else if at, there := slices.BinarySearchFunc(l.records, r.Realm, func(r sheetRecord, realm int) int { return cmp.Compare(r.Realm, realm) }); there {
		l.records = slices.Clone(l.records)
		l.records[at] = known.sheetRecord
	} else {
		l.records = slices.Insert(slices.Clip(l.records), at, known.sheetRecord)
	}
}

// sheet is sheet, decoded once as long as it stays the same.
func (s *shelf) sheet(tx *store.Tx, turn, realm int) (sheetRecord, bool, error) {
	key := pair(turn, realm)
	packed := tx.Bucket(sheetsBucket).Get(key)
	if packed == nil {
		return sheetRecord{}, false, nil
	}
	r, err := s.decodeSheet(tx, key, packed)
	return r, err == nil, err
}

func (s *shelf) decodeSheet(tx *store.Tx, key, packed []byte) (sheetRecord, error) {
	if known, ok := s.decoded[[8]byte(key)]; ok && bytes.Equal(known.packed, packed) {
		return known.sheetRecord, nil
	}
	r, _, err := sheet(tx, int(binary.BigEndian.Uint32(key)), int(binary.BigEndian.Uint32(key[4:])))
	if err == nil {
		s.knowSheet(key, packed, r)
	}
	return r, err
}

// readKept is up to which length of a sheet's text its orders are remembered.
const readKept = 32 << 10

// knowSheet remembers what a sheet in the store is decoded to. If that is not
// committed in the end, another will stand there.
func (s *shelf) knowSheet(key, packed []byte, r sheetRecord) {
	if !utf8.ValidString(r.Text) {
		delete(s.decoded, [8]byte(key)) // other text is stored otherwise
		return
	}
	r.Files = withoutData(r.Files)
	if len(r.Text) > readKept {
		r.Sheet = r.Sheet.Unread()
	}
	s.decoded[[8]byte(key)] = decodedSheet{bytes.Clone(packed), r}
}

// withoutData are files as sheets in force have them.
func withoutData(files []game.File) []game.File {
	files = slices.Clone(files)
	for i := range files {
		files[i].Data = nil
	}
	return files
}

// decodedSheet is a sheet in force and what it was decoded from.
type decodedSheet struct {
	packed []byte
	sheetRecord
}

// putSheet stores a sheet, its files' data apart, and gives what is in its place.
func putSheet(tx *store.Tx, bucket, key []byte, r sheetRecord) (packed []byte) {
	r.Files = slices.Clone(r.Files)
	for i := range r.Files {
		if f := &r.Files[i]; f.Data != nil {
			f.Sum = putFile(tx, f.Data)
			f.Data = nil
		}
	}
	packed = pack(mustJSON(r))
	put(tx.Bucket(bucket), key, packed)
	return packed
}

func plainSheets(records []sheetRecord) []game.Sheet {
	out := make([]game.Sheet, len(records))
	for i := range records {
		out[i] = records[i].Sheet
	}
	return out
}
