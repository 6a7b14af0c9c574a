package chronicle

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

// SheetRecord is a sheet that is in force, or was replaced. The data of its files is in the bucket of files.
type SheetRecord struct {
	game.Sheet
	Letter string    `json:"letter"` // hash of the mail it came with
	At     time.Time `json:"at"`
	Good   int       `json:"good"` // lines that count, as in Acceptance
	Bad    int       `json:"bad"`

	Partial int   `json:"partial,omitempty"`
	Void    []int `json:"void,omitempty"`  // lines that do not count although the language can read them
	Ahead   bool  `json:"ahead,omitempty"` // it was kept for its turn, and came into force when the turn began
	Draft   bool  `json:"draft,omitempty"` // not final yet: it counts, but does not bring its turn forward
	// how the machine played that wrote it; nil: a player or the game master did
	Bot *game.Manner `json:"bot,omitempty"`
	Wishes

	// A sheet's lines from Spoken on were added by letters that only speak; 0: there are none. Ordered is then the letter
	// with the orders above them, if Spoken is not 1.
	Spoken  int     `json:"spoken,omitempty"`
	Ordered Ordered `json:"ordered,omitzero"`

	Stored int `json:"stored,omitempty"` // bytes that the realm's letters of this turn have brought into the store
}

// OnlySpeaks reports whether a sheet has no orders: only letters that speak came. Then its realm has not sent any.
func (r SheetRecord) OnlySpeaks() bool { return r.Spoken == 1 }

// Ordered is the letter that brought orders: its hash, and when its orders came into force.
type Ordered struct {
	Letter string    `json:"letter,omitempty"`
	At     time.Time `json:"at"`
}

// By returns the letter that brought the sheet's orders. It is zero if there are none: only letters that speak came.
func (r SheetRecord) By() Ordered {
	switch r.Spoken {
	case 0:
		return Ordered{r.Letter, r.At}
	case 1:
		return Ordered{}
	}
	return r.Ordered
}

// Wishes are what a sheet says about what can come with each report: With, Without, or nothing.
type Wishes struct {
	Template string `json:"template,omitempty"` // an order file to fill in
	Picture  string `json:"picture,omitempty"`  // a map
	Data     string `json:"data,omitempty"`     // the report as data
	Table    string `json:"table,omitempty"`    // the data of the player's page
	Tale     string `json:"tale,omitempty"`     // the chronicler's lines
}

// What a sheet says about one of them.
const (
	With    = "yes"
	Without = "no"
)

// Sheet reads a realm's sheet in force. Its files have their sums, but no data.
func Sheet(tx *store.Tx, turn, realm int) (SheetRecord, bool, error) {
	r, found, err := store.GetPacked[SheetRecord](tx.Bucket(store.SheetsBucket), store.Pair(turn, realm))
	if err != nil || !found {
		return r, false, err
	}
	return r, true, nil
}

// Sheets reads all sheets in force for a turn, by realm. Every receipt needs to know whether all are in, so each sheet
// is decoded only once while it stays the same.
func (s *Shelf) Sheets(tx *store.Tx, turn int) ([]SheetRecord, error) {
	generation := store.NumberOf(tx, "generation")
	if l := s.listed; l.generation == generation && l.turn == turn && l.generation > 0 {
		return l.records, nil
	}
	out, remembered := []SheetRecord(nil), true
	c := tx.Bucket(store.SheetsBucket).Cursor()
	for k, v := c.Seek(store.Pair(turn, 0)); k != nil && bytes.Equal(k[:4], store.U32(turn)); k, v = c.Next() {
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

// Shelf reads the sheets in force. Each is decoded only once while it stays the same.
type Shelf struct {
	decoded map[[8]byte]decodedSheet // by key
	listed  sheetList
}

// NewShelf returns an empty one.
func NewShelf() *Shelf { return &Shelf{decoded: map[[8]byte]decodedSheet{}} }

// sheetList is all sheets in force for a turn, sorted by realm, as they are in one generation of the store: every
// letter asks for them. Whoever has the records does not change them.
type sheetList struct {
	generation uint64 // 0: the list is not known
	turn       int
	records    []SheetRecord
}

// SetAside takes the list away while the store may change, and returns it.
func (s *Shelf) SetAside() (listed sheetList) {
	listed, s.listed = s.listed, sheetList{}
	return listed
}

// PutBack restores a list that was set aside. It does so only if nothing has changed the store since but the change
// under way, which makes this generation.
func (s *Shelf) PutBack(listed sheetList, generation uint64) {
	if listed.generation == generation-1 {
		s.listed = sheetList{generation, listed.turn, listed.records}
	}
}

// Unlist forgets the list.
func (s *Shelf) Unlist() { s.listed = sheetList{} }

// Forget forgets which sheets were decoded.
func (s *Shelf) Forget() { clear(s.decoded) }

// Relist updates the list with a sheet that was just stored.
func (s *Shelf) Relist(key []byte, r SheetRecord) {
	known, kept := s.decoded[[8]byte(key)]
	if l := &s.listed; !kept || int(binary.BigEndian.Uint32(key)) != l.turn {
		s.listed = sheetList{}
	} else if at, there := slices.BinarySearchFunc(l.records, r.Realm,
		func(r SheetRecord, realm int) int { return cmp.Compare(r.Realm, realm) }); there {
		l.records = slices.Clone(l.records)
		l.records[at] = known.SheetRecord
	} else {
		l.records = slices.Insert(slices.Clip(l.records), at, known.SheetRecord)
	}
}

// Sheet reads a realm's sheet in force, decoded only once while it stays the same.
func (s *Shelf) Sheet(tx *store.Tx, turn, realm int) (SheetRecord, bool, error) {
	key := store.Pair(turn, realm)
	packed := tx.Bucket(store.SheetsBucket).Get(key)
	if packed == nil {
		return SheetRecord{}, false, nil
	}
	r, err := s.decodeSheet(tx, key, packed)
	return r, err == nil, err
}

func (s *Shelf) decodeSheet(tx *store.Tx, key, packed []byte) (SheetRecord, error) {
	if known, ok := s.decoded[[8]byte(key)]; ok && bytes.Equal(known.packed, packed) {
		return known.SheetRecord, nil
	}
	r, _, err := Sheet(tx, int(binary.BigEndian.Uint32(key)), int(binary.BigEndian.Uint32(key[4:])))
	if err == nil {
		s.KnowSheet(key, packed, r)
	}
	return r, err
}

// readKept is how long a sheet's text may be for its orders to be remembered.
const readKept = 32 << 10

// KnowSheet remembers the decoded form of a sheet in the store. It does no harm if the sheet is never committed: what
// is stored there then differs, and is decoded again.
func (s *Shelf) KnowSheet(key, packed []byte, r SheetRecord) {
	if !utf8.ValidString(r.Text) {
		delete(s.decoded, [8]byte(key)) // the store has such a text in another form
		return
	}
	r.Files = withoutData(r.Files)
	if len(r.Text) > readKept {
		r.Sheet = r.Sheet.Unread()
	}
	s.decoded[[8]byte(key)] = decodedSheet{bytes.Clone(packed), r}
}

// withoutData returns the files as sheets in force have them: without their data.
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
	SheetRecord
}

// PutSheet stores a sheet in a bucket, and the data of its files apart. It returns the stored bytes.
func PutSheet(tx *store.Tx, bucket, key []byte, r SheetRecord) (packed []byte) {
	r.Files = slices.Clone(r.Files)
	for i := range r.Files {
		if f := &r.Files[i]; f.Data != nil {
			f.Sum = store.PutFile(tx, f.Data)
			f.Data = nil
		}
	}
	packed = store.Pack(store.MustJSON(r))
	store.Put(tx.Bucket(bucket), key, packed)
	return packed
}

// PlainSheets returns the sheets themselves, as the rules see them.
func PlainSheets(records []SheetRecord) []game.Sheet {
	out := make([]game.Sheet, len(records))
	for i := range records {
		out[i] = records[i].Sheet
	}
	return out
}
