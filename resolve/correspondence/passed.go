// Package correspondence owns what players and game master have yet to answer: codes that may come back (Token), ways
// back between players (Way), and letters that were passed on to the game master (Forwarded). It also notes which
// messages have left before their turn, so that none is mailed twice. A code is drawn and stored in one call (Issue).
// It lets one thing happen, once, and only its SHA-256 is kept here. What a letter does is decided in sender and
// requests.
package correspondence

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// What players write to the game master is sent under a number, which is in the subject. It leads the answer back to
// the player. What was mailed is known by turn, realm, and half the SHA-256 of the text.
var (
	passed = store.Records[Forwarded]("passed")
	mailed = store.Records[time.Time]("mailed")
)

// Forwarded is a letter to the game master, with what is needed to answer it.
type Forwarded struct {
	Realm  int    `json:"realm"`
	Turn   int    `json:"turn"`
	Player string `json:"player"`
	// of somebody unknown, whose Realm is 0: the language of the answer; otherwise it is the realm's
	Lang       phrase.Lang `json:"lang,omitempty"`
	To         string      `json:"to"` // where the answer goes
	Subject    string      `json:"subject,omitempty"`
	MessageID  string      `json:"message_id,omitempty"` // of the player's letter
	References string      `json:"references,omitempty"`
	At         time.Time   `json:"at"`
	Answered   time.Time   `json:"answered,omitzero"` // the last time it was answered
	// what was passed on, without passwords; "" in letters from before this was stored, and after it was erased
	Text string `json:"text,omitempty"`
	// it came with `#M` in orders; otherwise it is a question
	Orders bool `json:"orders,omitempty"`
	// SHA-256 in hex of the code in its subject, which releases one answer; "": it has none, or that has gone out
	Code   string    `json:"code,omitempty"`
	Ticked time.Time `json:"ticked,omitzero"` // when the game master marked it as done without an answer
	Last   string    `json:"last,omitempty"`  // sum of the text of the last answer
}

// Open reports whether the letter is neither answered nor marked as done.
func (p Forwarded) Open() bool { return p.Answered.IsZero() && p.Ticked.IsZero() }

// Releases reports whether the code with this key releases an answer to the letter at a time.
func (p Forwarded) Releases(key []byte, now time.Time) bool {
	return p.Code != "" && p.Code == hex.EncodeToString(key) && now.Sub(p.At) < letter.TokenLasts
}

// Question is a letter to the game master with its number.
type Question struct {
	Number uint64 `json:"number"`
	Forwarded
}

// Questions lists what was passed on, oldest first.
func Questions(tx *store.Tx) (list []Question) {
	for key, p := range passed.Each(tx, nil) {
		p.Code = "" // it is nobody's business
		list = append(list, Question{binary.BigEndian.Uint64(key), p})
	}
	return list
}

// Number stores a letter under the next number, and returns the number.
func Number(tx *store.Tx, p Forwarded) uint64 {
	n := lastNumber.Next(tx)
	p.Save(tx, n)
	return n
}

const lastNumber store.Number = "passed"

// LastNumber is the number of the newest letter, or 0.
func LastNumber(tx *store.Tx) uint64 { return lastNumber.Of(tx) }

// Numbered reads the letter with a number.
func Numbered(tx *store.Tx, number uint64) (p Forwarded, found bool) {
	return passed.Get(tx, store.U64(number))
}

// Save stores the letter under its number again, after a change.
func (p Forwarded) Save(tx *store.Tx, number uint64) { passed.Put(tx, store.U64(number), p) }

// DropNumber forgets the letter with a number.
func DropNumber(tx *store.Tx, number uint64) { passed.Remove(tx, store.U64(number)) }

// SizeOf is how many bytes of the store the letter with a number takes.
func SizeOf(tx *store.Tx, number uint64) int { return len(passed.Raw(tx, store.U64(number))) }

// SumOf is the sum of a text, by which it is told from others. Mail programs wrap lines anew, so blanks do not count.
func SumOf(text string) string { return hex.EncodeToString(MailedKey(0, 0, text)[8:]) }

// MailedKey is the key of a text that a realm has sent to the game master in a turn. Mail programs wrap lines anew, so
// blanks do not count.
func MailedKey(turn, realm int, text string) []byte {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(text), " ")))
	return append(store.Pair(turn, realm), sum[:16]...)
}

// MailedAt returns when a text was mailed to the game master. It is zero if it was not.
func MailedAt(tx *store.Tx, turn, realm int, text string) (at time.Time) {
	at, _ = mailed.Get(tx, MailedKey(turn, realm, text))
	return at
}

// NoteMailed records that a text was mailed. Texts of past turns are forgotten, except those of the last one, whose
// sheets may still come.
func NoteMailed(tx *store.Tx, turn, realm int, text string, at time.Time) {
	forgetBefore(tx, mailed.Bytes, turn-1)
	mailed.Put(tx, MailedKey(turn, realm, text), at.UTC())
}

// MailedAhead records that a text for a later turn was mailed: it is not mailed again when that turn begins.
func MailedAhead(tx *store.Tx, turn, realm int, text string, at time.Time) {
	mailed.Put(tx, MailedKey(turn, realm, text), at.UTC())
}

// Unmailed returns the notices of a turn without the messages that were mailed when they came.
func Unmailed(tx *store.Tx, turn int, notices []game.Notice) (out []game.Notice) {
	for _, n := range notices {
		at := time.Time{}
		if n.Realm != 0 && n.Text != "" {
			at = MailedAt(tx, turn, n.Realm, n.Text)
		}
		if at.IsZero() {
			out = append(out, n)
		}
	}
	return out
}

// Carry takes over what was passed on since, from a store of which this one is a copy: all of what was sent to the game
// master, the ways back, and what arrived of messages to players and of letters of the game master. Whether that is so
// say arrived and reached, of the time when one was queued, and of a realm and that time.
func Carry(tx, now *store.Tx, arrived func(at time.Time) bool, reached func(realm int, at time.Time) bool) {
	if n := LastNumber(now); n > 0 {
		lastNumber.Set(tx, n)
	}
	passed.Carry(tx, now, func([]byte, Forwarded) bool { return true })
	mailed.Carry(tx, now, func([]byte, time.Time) bool { return true })
	ways.Carry(tx, now, func([]byte, Way) bool { return true })
	pressed.Carry(tx, now, func(_ []byte, at time.Time) bool { return arrived(at) })
	told.Carry(tx, now, func(key []byte, t MasterNote) bool {
		return t.Text != "" || reached(int(binary.BigEndian.Uint32(key[4:8])), t.At)
	})
}

// MasterNote is a letter from the game master to a realm's player. It is remembered for its turn and the one after it, so
// that the same text is sent only once a turn.
type MasterNote struct {
	At time.Time `json:"at"`
	// the text, if it comes with the report of that turn; "": it was a letter of its own
	Text string `json:"text,omitempty"`
}

// told has a turn, a realm, half a SHA-256, and `r` for a text with a report as its key.
var told = store.Records[MasterNote]("told")

// Tell remembers a text for a realm's player in a turn, and reports whether it is new. The same text is new again if
// one goes with the report and the other is a letter of its own.
func Tell(tx *store.Tx, turn, realm int, text string, inReport bool, at time.Time) (fresh bool) {
	key, t := MailedKey(turn, realm, text), MasterNote{At: at.UTC()}
	if inReport {
		key, t.Text = append(key, 'r'), text
	}
	if told.Has(tx, key) {
		return false
	}
	forgetBefore(tx, told.Bytes, turn-1)
	told.Put(tx, key, t)
	return true
}

// WithReport returns the texts that go with a realm's report of a turn, in the order in which they were written.
func WithReport(tx *store.Tx, turn, realm int) (texts []string) {
	all := told.All(tx, store.Pair(turn, realm))
	slices.SortStableFunc(all, func(a, b MasterNote) int { return a.At.Compare(b.At) })
	for _, t := range all {
		if t.Text != "" {
			texts = append(texts, t.Text)
		}
	}
	return texts
}

// Untell drops the texts to a realm's player that were written at a time that fits.
func Untell(tx *store.Tx, realm int, fits func(time.Time) bool) {
	for key, t := range told.Each(tx, nil) {
		if bytes.Equal(key[4:8], store.U32(realm)) && fits(t.At) {
			told.Remove(tx, key)
		}
	}
}

// forgetBefore drops entries for turns before a turn.
func forgetBefore(tx *store.Tx, of store.Bytes, turn int) {
	of.RemoveBefore(tx, store.U32(max(turn, 0)))
}
