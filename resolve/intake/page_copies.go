package intake

import (
	"encoding/json"
	"errors"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Copies of letters from the page: the mailbox has them sealed, and a restored backup, or an adopted copy of the world,
// reads them again among the mails that it lacks.

// PageCopy is such a letter. Only the world itself can have sealed it. It was proven when it came, so its password is
// masked.
type PageCopy struct {
	Hash    [32]byte    `json:"hash"` // of the letter as the page had sealed it
	Door    letter.Door `json:"door"`
	Realm   int         `json:"realm"`
	Mail    string      `json:"mail"`
	Subject string      `json:"subject,omitempty"`
	Text    string      `json:"text"`
	Arrived time.Time   `json:"arrived"`
}

// restored is the remark that a letter was read again.
const restored = "note.restored"

// keepCopy stores a copy of a letter from the page that waits for the mailbox, if the letter has changed something.
func keepCopy(d world.Session, l letter.Letter) error {
	rec, _ := received.Get(d.Tx, l.Hash[:])
	if l.Door == "" || !received.Changes(rec) || slices.ContainsFunc(l.Notes,
		func(n phrase.Phrase) bool { return n.Code == restored }) {
		return nil
	}
	key, _, err := secrets.CopyKey(d.Tx)
	if err != nil {
		return err
	}
	text := secrets.SecretsOf(l.Parts.File.Identity).Hide(l.Text)
	c := PageCopy{Hash: l.Hash, Door: l.Door, Realm: rec.Realm, Mail: l.From, Subject: l.Subject, Text: text,
		Arrived: l.Arrived}
	received.Copy{Hash: l.Hash[:], Arrived: l.Arrived, Sealed: key.SealLetter(store.MustJSON(c))}.Keep(d.Tx)
	return nil
}

// OpenCopy opens a copy from the mailbox; ok is false if this world has not sealed it.
func OpenCopy(w *world.World, sealed []byte) (c PageCopy, ok bool, err error) {
	err = w.View(func(tx *store.Tx) error {
		key, found, err := secrets.CopyKey(tx)
		if err != nil || !found {
			return err
		}
		plain, opens := key.OpenLetter(sealed)
		ok = opens && json.Unmarshal(plain, &c) == nil
		return nil
	})
	return c, ok, err
}

// AcceptCopy takes a letter in that came from the page after the backup was made that is in force now. Its writer may
// have had a key that was lost with a new password, so only the address counts.
func AcceptCopy(w *world.World, c PageCopy, now time.Time) (receipt.Acceptance, error) {
	k := notices.Key{Door: c.Door, Realm: c.Realm, Mail: c.Mail}
	l := written(k, c.Hash, c.Subject, c.Text, c.Arrived)
	l.Notes = []phrase.Phrase{phrase.P(restored)}
	a, err := take(w, l, now, func(d world.Session, read sender.Content) (*world.Ending, error) {
		at := posted(d, read, k)
		if at.rec.Vacant() || !address.Contains(at.rec.Mail, c.Mail) {
			return nil, errNothing
		}
		at.enters()
		return at.through(pageWay[1:])
	})
	if errors.Is(err, errNothing) {
		return receipt.Acceptance{Fate: receipt.Stranger}, nil
	}
	return a, err
}
