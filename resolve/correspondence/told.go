package correspondence

import (
	"bytes"
	"slices"
	"time"

	"weltentor/resolve/store"
)

// Told is a letter from the game master to a realm's player. It is remembered for its turn and the one after it, so
// that the same text is sent only once a turn.
type Told struct {
	At time.Time `json:"at"`
	// the text, if it comes with the report of that turn; "": it was a letter of its own
	Text string `json:"text,omitempty"`
}

// told has a turn, a realm, half a SHA-256, and `r` for a text with a report as its key.
var told = store.Records[Told]("told")

// Tell remembers a text for a realm's player in a turn, and reports whether it is new. The same text is new again if
// one goes with the report and the other is a letter of its own.
func Tell(tx *store.Tx, turn, realm int, text string, inReport bool, at time.Time) (fresh bool) {
	key, t := MailedKey(turn, realm, text), Told{At: at.UTC()}
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
	slices.SortStableFunc(all, func(a, b Told) int { return a.At.Compare(b.At) })
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

// pressed is when a message was passed on: by turn, realm, and half a SHA-256 of the message and its addressee.
var pressed = store.Records[time.Time]("press")

// Pressed is a message of a realm in a turn that may be passed on before the turn is resolved.
type Pressed struct {
	Turn, Realm int
	To, Text    string
}

func (p Pressed) key() []byte { return MailedKey(p.Turn, p.Realm, "#"+p.To+" "+p.Text) }

// At returns when the message was passed on. It is zero if it was not.
func (p Pressed) At(tx *store.Tx) (at time.Time) {
	at, _ = pressed.Get(tx, p.key())
	return at
}

// Note records that the message was passed on. Those of past turns are forgotten, except those of the last one.
func (p Pressed) Note(tx *store.Tx, at time.Time) {
	forgetBefore(tx, pressed.Bytes, p.Turn-1)
	pressed.Put(tx, p.key(), at.UTC())
}
