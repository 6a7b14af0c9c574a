// Package sheets owns the sheets of orders: the one in force for each realm and turn, those for later turns (ahead.go),
// and those that a later letter replaced. These are kept under a serial number for whoever asks what was sent. A sheet
// is stored as its text without the password; the parsed form is a cache (law 10). Files are stored apart, by their
// sums, so reading a sheet reads none of their data.
package sheets

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"time"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Sheet is a sheet that is in force, or was replaced. The data of its files is in the bucket of files.
type Sheet struct {
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
func (r Sheet) OnlySpeaks() bool { return r.Spoken == 1 }

// Said is a sheet of the machine's without its orders: with what letters that only speak have said. These are printed as
// they were, further up.
func (r Sheet) Said(l *orders.Language) Sheet {
	passed := slices.Clone(r.Passed)
	for i := range passed {
		passed[i] -= r.Spoken - 1
	}
	text, spoken := l.Keep("", r.Text, r.Spoken)
	r.Sheet = game.Sheet{Realm: r.Realm, Turn: r.Turn, Text: text, Passed: passed}
	r.Bot, r.Spoken, r.Good, r.Bad, r.Partial, r.Void = nil, spoken, 0, 0, 0, nil
	return r
}

// Silent is the sheet without its messages, which were for whom their writer meant, and not for the writer's successor, and
// without comments. All other lines keep their numbers.
func (r Sheet) Silent(l *orders.Language) Sheet {
	for _, line := range r.Orders(l).Lines {
		if _, is := line.Order.(orders.Message); is && !slices.Contains(r.Void, line.Line) {
			r.Good--
		}
	}
	r.Text, r.Passed = l.Silent(r.Text), nil
	return r
}

// Ordered is the letter that brought orders: its hash, and when its orders came into force.
type Ordered struct {
	Letter string    `json:"letter,omitempty"`
	At     time.Time `json:"at"`
}

// By returns the letter that brought the sheet's orders. It is zero if there are none: only letters that speak came.
func (r Sheet) By() Ordered {
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
	Advice   string `json:"advice,omitempty"`   // ideas for the next turn
}

// What a sheet says about one of them.
const (
	With    = "yes"
	Without = "no"
)

// serial counts the sheets that were replaced.
const serial store.Number = "serial"

// The sheets in force have a turn and a realm as their key, those that were replaced also a serial.
var (
	inForce  = store.Packed[Sheet]("sheets")
	replaced = store.Packed[Sheet]("replaced")
)

// Get reads a realm's sheet in force. Its files have their sums, but no data.
func Get(tx *store.Tx, turn, realm int) (Sheet, bool) {
	return inForce.Get(tx, store.Pair(turn, realm))
}

// Put stores a sheet in force, and the data of its files apart. It returns the stored bytes.
func Put(tx *store.Tx, r Sheet) (packed []byte) {
	return inForce.Put(tx, store.Pair(r.Turn, r.Realm), r.Stow(tx))
}

// Remove removes a realm's sheet in force.
func Remove(tx *store.Tx, turn, realm int) { inForce.Remove(tx, store.Pair(turn, realm)) }

// History lists the sheets of a realm that were in force, by turn.
func History(tx *store.Tx, realm int) (out []Sheet) {
	for _, key := range inForce.Keys(tx, nil) {
		if !isOf(realm, key) {
			continue
		}
		r, _ := inForce.Get(tx, key)
		out = append(out, r)
	}
	return out
}

// isOf reports whether a key is of a realm's sheet. Only sheets of that realm need be decoded.
func isOf(realm int, key []byte) bool { return int(binary.BigEndian.Uint32(key[4:])) == realm }

// Replace keeps a sheet that another one replaces.
func Replace(tx *store.Tx, r Sheet) {
	replaced.Put(tx, append(store.Pair(r.Turn, r.Realm), store.U64(serial.Next(tx))...), r.Stow(tx))
}

// Replaced lists the sheets that a realm's sheet of a turn has replaced, oldest first.
func Replaced(tx *store.Tx, turn, realm int) (out []Sheet) {
	return replaced.All(tx, store.Pair(turn, realm))
}

// CountReplaced is how many sheets a realm's sheet of a turn has replaced.
func CountReplaced(tx *store.Tx, turn, realm int) int {
	return len(replaced.Keys(tx, store.Pair(turn, realm)))
}

// LastReplaced returns the sheet that a realm's sheet of a turn has replaced last, with its key. The key is nil if there
// is none.
func LastReplaced(tx *store.Tx, turn, realm int) (key []byte, last Sheet) {
	if key = replaced.Last(tx, store.Pair(turn, realm)); key != nil {
		last, _ = replaced.Get(tx, key)
	}
	return key, last
}

// DropReplaced forgets a sheet that was replaced, by its key.
func DropReplaced(tx *store.Tx, key []byte) { replaced.Remove(tx, key) }

// DropReplacedOf forgets those of a realm's replaced sheets that fit, of all turns.
func DropReplacedOf(tx *store.Tx, realm int, fits func(Sheet) bool) {
	for _, key := range replaced.Keys(tx, nil) {
		if !isOf(realm, key) {
			continue
		}
		r, _ := replaced.Get(tx, key)
		if fits(r) {
			replaced.Remove(tx, key)
		}
	}
}

// Sheets reads all sheets in force for a turn, by realm. Every receipt needs to know whether all are in, so each sheet
// is decoded only once while it stays the same.
func (s *Cache) Sheets(tx *store.Tx, turn int) []Sheet {
	generation := store.Generation.Of(tx)
	if l := s.listed; l.generation == generation && l.turn == turn && l.generation > 0 {
		return l.records
	}
	out, remembered := []Sheet(nil), true
	for k, packed := range inForce.From(tx, store.U32(turn)) {
		if !bytes.HasPrefix(k, store.U32(turn)) {
			break
		}
		r := s.decode(tx, k, packed)
		_, known := s.decoded[[8]byte(k)]
		out, remembered = append(out, r), remembered && known
	}
	if remembered {
		s.listed = sheetList{generation, turn, slices.Clip(out)}
	}
	return out
}

// Cache reads the sheets in force. Each is decoded only once while it stays the same.
type Cache struct {
	decoded map[[8]byte]decodedSheet // by key
	listed  sheetList
}

// NewCache returns an empty one.
func NewCache() *Cache {
	return &Cache{decoded: map[[8]byte]decodedSheet{}}
}

// Put stores a sheet in force, and keeps in mind what all sheets in force are.
func (s *Cache) Put(tx *store.Tx, r Sheet) {
	key := store.Pair(r.Turn, r.Realm)
	s.know(key, Put(tx, r), r)
	s.relist(key, r)
}

// sheetList is all sheets in force for a turn, sorted by realm, as they are in one generation of the store: every
// letter asks for them. Whoever has the records does not change them.
type sheetList struct {
	generation uint64 // 0: the list is not known
	turn       int
	records    []Sheet
}

// SetAside takes the list away while the store may change, and returns it.
func (s *Cache) SetAside() (listed sheetList) {
	listed, s.listed = s.listed, sheetList{}
	return listed
}

// PutBack restores a list that was set aside. It does so only if nothing has changed the store since but the change
// under way.
func (s *Cache) PutBack(listed sheetList, tx *store.Tx) {
	if listed.generation == tx.Was() {
		s.listed = sheetList{store.Generation.Of(tx), listed.turn, listed.records}
	}
}

// Unlist forgets the list.
func (s *Cache) Unlist() { s.listed = sheetList{} }

// Forget forgets which sheets were decoded.
func (s *Cache) Forget() { clear(s.decoded) }

// relist updates the list with a sheet that was just stored.
func (s *Cache) relist(key []byte, r Sheet) {
	known, kept := s.decoded[[8]byte(key)]
	if l := &s.listed; !kept || int(binary.BigEndian.Uint32(key)) != l.turn {
		s.listed = sheetList{}
	} else if at, there := slices.BinarySearchFunc(l.records, r.Realm,
		func(r Sheet, realm int) int { return cmp.Compare(r.Realm, realm) }); there {
		l.records = slices.Clone(l.records)
		l.records[at] = known.Sheet
	} else {
		l.records = slices.Insert(slices.Clip(l.records), at, known.Sheet)
	}
}

// Sheet reads a realm's sheet in force, decoded only once while it stays the same.
func (s *Cache) Sheet(tx *store.Tx, turn, realm int) (Sheet, bool) {
	key := store.Pair(turn, realm)
	packed := inForce.Raw(tx, key)
	if packed == nil {
		return Sheet{}, false
	}
	r := s.decode(tx, key, packed)
	return r, true
}

func (s *Cache) decode(tx *store.Tx, key, packed []byte) Sheet {
	if known, ok := s.decoded[[8]byte(key)]; ok && bytes.Equal(known.packed, packed) {
		return known.Sheet
	}
	r, _ := inForce.Get(tx, key)
	s.know(key, packed, r)
	return r
}

// readKept is how long a sheet's text may be for its orders to be remembered.
const readKept = 32 << 10

// know remembers the decoded form of a sheet in the store. It does no harm if the sheet is never committed: what
// is stored there then differs, and is decoded again.
func (s *Cache) know(key, packed []byte, r Sheet) {
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
	Sheet
}

// Stow puts the data of a sheet's files into the store, and returns the sheet with their sums alone.
func (r Sheet) Stow(tx *store.Tx) Sheet {
	r.Files = slices.Clone(r.Files)
	for i := range r.Files {
		if f := &r.Files[i]; f.Data != nil {
			f.Sum = store.PutFile(tx, f.Data)
			f.Data = nil
		}
	}
	return r
}

// Plain returns the sheets themselves, as the rules see them.
func Plain(records []Sheet) []game.Sheet {
	out := make([]game.Sheet, len(records))
	for i := range records {
		out[i] = records[i].Sheet
	}
	return out
}
