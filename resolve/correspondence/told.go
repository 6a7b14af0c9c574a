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

// ToldBucket is made with the first entry: turn u32, realm u32, half a SHA-256, r with a text → JSON Told.
var ToldBucket = []byte("told")

// Tell remembers a text for a realm's player in a turn, and reports whether it is new. The same text is new again if
// one goes with the report and the other is a letter of its own.
func Tell(tx *store.Tx, turn, realm int, text string, inReport bool, at time.Time) (fresh bool, err error) {
	b, err := tx.CreateBucketIfNotExists(ToldBucket)
	if err != nil {
		return false, err
	}
	key, t := MailedKey(turn, realm, text), Told{At: at.UTC()}
	if inReport {
		key, t.Text = append(key, 'r'), text
	}
	if b.Get(key) != nil {
		return false, nil
	}
	forgetBefore(b, turn-1)
	store.PutJSON(b, key, t)
	return true, nil
}

// WithReport returns the texts that go with a realm's report of a turn, in the order in which they were written.
func WithReport(tx *store.Tx, turn, realm int) (texts []string, err error) {
	b := tx.Bucket(ToldBucket)
	if b == nil {
		return nil, nil
	}
	var all []Told
	of, c := store.Pair(turn, realm), b.Cursor()
	for k, _ := c.Seek(of); bytes.HasPrefix(k, of); k, _ = c.Next() {
		t, _, err := store.GetJSON[Told](b, k)
		if err != nil {
			return nil, err
		}
		if t.Text != "" {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b Told) int { return a.At.Compare(b.At) })
	for _, t := range all {
		texts = append(texts, t.Text)
	}
	return texts, nil
}

// Untell drops the texts to a realm's player that were written at a time that fits.
func Untell(tx *store.Tx, realm int, fits func(time.Time) bool) error {
	b := tx.Bucket(ToldBucket)
	if b == nil {
		return nil
	}
	var keys [][]byte
	for k := range store.KeysOf(b) {
		t, _, err := store.GetJSON[Told](b, k)
		if err != nil {
			return err
		}
		if bytes.Equal(k[4:8], store.U32(realm)) && fits(t.At) {
			keys = append(keys, bytes.Clone(k))
		}
	}
	for _, k := range keys {
		store.Remove(b, k)
	}
	return nil
}

// forgetBefore drops the entries of a bucket for turns before a turn.
func forgetBefore(b *store.Bucket, turn int) {
	var old [][]byte
	c := b.Cursor()
	for k, _ := c.First(); k != nil && bytes.Compare(k[:4], store.U32(max(turn, 0))) < 0; k, _ = c.Next() {
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		store.Remove(b, k)
	}
}
