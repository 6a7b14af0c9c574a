// Package received owns what is kept of letters that came in: each under the SHA-256 of its raw mail, without its
// password, with what became of it. So a mail that comes twice is known. A letter that acted is known by Message-ID,
// date and text as well (Acted), whatever way its copy comes, so that none acts twice (law 13). A restored or adopted
// copy of a world lacks letters: again.go notes them until they were read again.
package received

import (
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
)

// letters are compressed, without passwords.
var letters = store.Packed[Letter]("letters")

// Known reports whether a letter was taken, by its hash.
func Known(tx *store.Tx, hash []byte) bool { return letters.Has(tx, hash) }

// Get reads a letter; found is false if none with that hash was taken.
func Get(tx *store.Tx, hash []byte) (r Letter, found bool) { return letters.Get(tx, hash) }

// Put stores a letter.
func Put(tx *store.Tx, hash []byte, r Letter) { letters.Put(tx, hash, r) }

// Remove removes a letter. If it comes again, it is not known.
func Remove(tx *store.Tx, hash []byte) { letters.Remove(tx, hash) }

// Size is how many bytes of the store a letter takes.
func Size(tx *store.Tx, hash []byte) int { return len(letters.Raw(tx, hash)) }

// Each walks all letters by their hashes. Whoever walks them may store or remove them.
func Each(tx *store.Tx) iter.Seq2[[]byte, Letter] { return letters.Each(tx, nil) }

// Hashes lists the hashes of all letters.
func Hashes(tx *store.Tx) [][]byte { return letters.Keys(tx, nil) }

// HashOf reads a letter's hash as a sheet names it.
func HashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}

// By finds the letter that a sheet names as the one that brought it.
func By(tx *store.Tx, hex32 string) (r Letter, found bool) {
	hash, ok := HashOf(hex32)
	if !ok {
		return r, false
	}
	return Get(tx, hash)
}

// acted are the letters that acted, each under its marks.
var acted = store.Records[Acted]("acted")

// Acted is what is kept of a letter that acted. A copy of it never acts, in whatever turn it comes.
type Acted struct {
	Letter string `json:"letter"`         // its hash, as sheets have it
	Turn   int    `json:"turn"`           // the one in which it came
	Told   int    `json:"told,omitempty"` // the last turn in which its writer was told of a copy
}

// Source is what makes a letter one, by whatever ways it comes: through a list that writes its own From, directly, to two
// addresses of the game, or late. Its Message-ID with its text makes it one, and so does its own date with its text: a
// gateway may give it another Message-ID. Both without its text do, too: lists add lines to it. Nobody proves either. They only make copies equal, and a letter that has
// neither is always new.
type Source struct {
	Writer          string // who speaks: a realm's number, or an address that plays none
	MessageID, Text string
	Sent            time.Time // its own date
	Orders          bool      // it has some, by which it is known in another mail, too
	Within          bool      // another mail brings it, whose Message-ID and date say nothing about it
}

// mark is half a SHA-256. It keeps nothing of what a person wrote.
func mark(parts ...any) []byte {
	sum := sha256.Sum256(store.MustJSON(parts))
	return sum[:sha256.Size/2]
}

// marks are the letter's. Blanks around a line do not count, and nor do blank lines: programs and lists change them.
func (s Source) marks() (keys [][]byte) {
	var said []string
	for line := range strings.Lines(s.Text) {
		if line = strings.TrimSpace(line); line != "" {
			said = append(said, line)
		}
	}
	if s.MessageID != "" {
		keys = append(keys, mark("id", s.Writer, s.MessageID, said))
	}
	if !s.Sent.IsZero() {
		keys = append(keys, mark("date", s.Writer, s.Sent.Unix(), said))
	}
	if s.MessageID != "" && !s.Sent.IsZero() { // lists add lines to a text, and wrap it
		keys = append(keys, mark("mail", s.Writer, s.MessageID, s.Sent.Unix()))
	}
	if s.Orders {
		keys = append(keys, mark("orders", s.Writer, said))
	}
	return keys
}

// known are the marks by which a copy is found. Whoever sends the same orders in a new mail means them.
func (s Source) known() [][]byte {
	keys := s.marks()
	if s.Orders && !s.Within {
		keys = keys[:len(keys)-1]
	}
	return keys
}

// Act records that the letter with a hash acted in a turn.
func (s Source) Act(tx *store.Tx, hash string, turn int) {
	for _, key := range s.marks() {
		a, _ := acted.Get(tx, key)
		a.Letter, a.Turn = hash, turn
		acted.Put(tx, key, a)
	}
}

// Acted returns what is kept of the letter if it acted before.
func (s Source) Acted(tx *store.Tx) (a Acted, found bool) {
	for _, key := range s.known() {
		if a, found = acted.Get(tx, key); found {
			return a, true
		}
	}
	return Acted{}, false
}

// Tell records that the letter's writer was told of a copy in a turn, and reports whether that was not so before.
func (s Source) Tell(tx *store.Tx, turn int) (fresh bool) {
	fresh = true
	for _, key := range s.known() {
		if a, found := acted.Get(tx, key); found {
			fresh, a.Told = fresh && a.Told != turn, turn
			acted.Put(tx, key, a)
		}
	}
	return fresh
}

// Memory remembers when letters came into their mailbox.
type Memory struct {
	traits *store.Digests[Letter, Traits]
}

// Remember returns a memory without letters.
func Remember() *Memory { return &Memory{store.NewDigests(letters, Letter.Traits)} }

// By returns the traits of the letter that a sheet names as the one that brought it.
func (m *Memory) By(tx *store.Tx, hex32 string) (t Traits, found bool) {
	hash, ok := HashOf(hex32)
	if !ok {
		return t, false
	}
	return m.traits.Get(tx, hash)
}

// Letter is a letter as the store keeps it.
type Letter struct {
	UIDValidity uint32          `json:"uidvalidity,omitempty"`
	UID         uint32          `json:"uid,omitempty"`
	MessageID   string          `json:"message_id,omitempty"`
	From        string          `json:"from,omitempty"`
	Subject     string          `json:"subject,omitempty"`
	Part        string          `json:"part,omitempty"`
	Charset     string          `json:"charset,omitempty"`
	Machine     string          `json:"machine,omitempty"`
	Door        letter.Door     `json:"door,omitempty"`   // how it came from the page; "": by mail
	Proven      string          `json:"proven,omitempty"` // the domain whose signature proves the sender
	Notes       []phrase.Phrase `json:"notes,omitempty"`
	Arrived     time.Time       `json:"arrived"`
	Stored      time.Time       `json:"stored"`
	Fate        receipt.Fate    `json:"fate"`
	Asked       bool            `json:"asked,omitempty"` // it only asked for something
	Reason      string          `json:"reason,omitempty"`
	Realm       int             `json:"realm,omitempty"`
	Turn        int             `json:"turn,omitempty"`
	Text        string          `json:"text,omitempty"`
}

// Traits are when a letter came into its mailbox.
type Traits struct{ UIDValidity, UID uint32 }

// Traits returns the letter's traits.
func (l Letter) Traits() Traits { return Traits{l.UIDValidity, l.UID} }

// Bare returns what is kept of a letter whose content is erased: what became of it and when it came. If it comes
// again, it is recognized by its hash.
func (l Letter) Bare() Letter {
	return Letter{UIDValidity: l.UIDValidity, UID: l.UID, Door: l.Door, Arrived: l.Arrived, Stored: l.Stored, Fate: l.Fate,
		Reason: l.Reason, Realm: l.Realm, Turn: l.Turn}
}

// IsBare reports whether nothing more than that is left.
func (l Letter) IsBare() bool {
	return l.From == "" && l.MessageID == "" && l.Text == "" && l.Subject == ""
}
