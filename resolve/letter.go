package resolve

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Letter is a mail that came in, as the mailer read it.
type Letter struct {
	Hash                  [32]byte // SHA-256 of the raw bytes: what makes it the same letter
	UIDValidity, UID      uint32
	MessageID, References string
	From, Subject         string         // From: the bare address
	FromName              string         // as the sender's program calls him
	Text                  string         // the order text, UTF-8, password line included
	Beside                string         // what the sender wrote himself, where Text stood elsewhere
	Lines                 *orders.Memory // how its lines were read already; nil: nobody has
	Sender                Sender         // what was known of From before; nothing if nobody has asked
	Quoted                string         // what it quotes of an earlier letter, as far as it was kept
	Filled                string         // a form of ours that it quotes, from the line FormMark knows on; "" if there is none
	Part, Charset         string         // where the text stood and how it was written
	Others                bool           // it stood in a forwarded letter, or in what this one quotes
	Notes                 []phrase.Phrase
	Files                 []game.File // attachments that are not the orders
	MayAnswer             bool        // From may be answered; else only the registered address
	Machine               string      // why it is a machine's mail; "" if it is not
	Marked                string      // a mark of machines that people's mail may have, too; "" if it has none
	Automatic             bool        // it may be a program's answer: what it brings back is nobody's yes
	Absence               bool        // nothing but its subject says so
	Proof                 Proof       // of From; looked at where the world asks for one
	Bounce                *Bounce     // what it says of a letter that did not arrive; nil of all other mails
	Arrived               time.Time

	studied *studied // nil: not yet
}

// Fate is what became of a letter.
type Fate string

// The fates of letters. They are stored, so they never change.
const (
	Taken        Fate = "taken"          // its orders are in force
	Kept         Fate = "kept"           // no good line in it: what was in force stays
	Known        Fate = "known"          // the same letter was here before
	Machine      Fate = "machine"        // ignored
	Stranger     Fate = "stranger"       // unknown sender without a realm: ignored
	Unidentified Fate = "unidentified"   // a player's mail without a good `$I` line
	WrongWord    Fate = "wrong-password" // nothing accepted; the registered address is told
	Throttled    Fate = "throttled"      // too many wrong passwords from there this hour: this one was not tried
	Refused      Fate = "refused"        // see the reason
	Unproven     Fate = "unproven"       // nothing proves its sender as this world asks; the registered address is told
	Undecided    Fate = "undecided"      // nothing is stored: whether its sender is proven can be told later
	Served       Fate = "served"         // asked something of the machine itself, or answered what it had asked
	CameBack     Fate = "bounce"         // of a letter of ours, noted there
	PassedOn     Fate = "question"       // not orders: passed on to the game master
	FromMaster   Fate = "game-master"    // his own, or in his name, and answered as such
)

// Acceptance is what became of a letter's orders.
type Acceptance struct {
	Fate      Fate
	Reason    phrase.Phrase // why nothing was taken, in the words of Words
	Realm     int           // 0 if unknown
	Turn      int           // that awaits orders
	Good, Bad int           // lines in force without a fault, lines with an error
	Partial   int           // of the bad ones: those of which the rest is in force
	NotYet    int           // lines this world has no use for yet, neither good nor bad
	Replaced  bool          // earlier orders
	Answered  bool          // a letter was queued about it
	Checked   game.Checked
}

// letterRecord is a letter as the store keeps it.
type letterRecord struct {
	UIDValidity uint32          `json:"uidvalidity,omitempty"`
	UID         uint32          `json:"uid,omitempty"`
	MessageID   string          `json:"message_id,omitempty"`
	From        string          `json:"from,omitempty"`
	Subject     string          `json:"subject,omitempty"`
	Part        string          `json:"part,omitempty"`
	Charset     string          `json:"charset,omitempty"`
	Machine     string          `json:"machine,omitempty"`
	Proven      string          `json:"proven,omitempty"` // by whose signature
	Notes       []phrase.Phrase `json:"notes,omitempty"`
	Arrived     time.Time       `json:"arrived"`
	Stored      time.Time       `json:"stored"`
	Fate        Fate            `json:"fate"`
	Reason      string          `json:"reason,omitempty"`
	Realm       int             `json:"realm,omitempty"`
	Turn        int             `json:"turn,omitempty"`
	Text        string          `json:"text,omitempty"`
}

// Seen tells whether a letter with this hash was taken before.
func (w *World) Seen(hash [32]byte) (seen bool, err error) {
	err = w.view(func(tx *store.Tx) error {
		seen = tx.Bucket(lettersBucket).Get(hash[:]) != nil
		return nil
	})
	return seen, err
}

// Accept takes a letter in: in one transaction it is known, its orders are in
// force and its receipt is in the outbox, or none of that. Letters are to come
// in the order of their arrival; a later one's orders replace the earlier ones.
// The same letter again does nothing. A fault of the rules is ErrRules: then
// nothing is stored, and the letter should be put aside for a person.
func (w *World) Accept(l Letter, now time.Time) (Acceptance, error) {
	in := intake{w: w, l: l, at: now}
	return in.run(func() error { return in.judge() })
}

// Submit enters orders by the game master's hand, as a letter with attachments would,
// without a password; the receipt goes to the registered address. Realm 0 is the game
// master's own sheet.
func (w *World) Submit(realm int, text string, now time.Time, files ...game.File) (Acceptance, error) {
	l := Letter{Text: text, Arrived: now, Files: files,
		Hash: sha256.Sum256(fmt.Appendf(nil, "submit\x00%d\x00%d\x00%s", realm, now.UnixNano(), text))}
	in := intake{w: w, l: l, at: now, master: true}
	return in.run(func() error { return in.byHand(realm) })
}

// Check tells what a receipt would say of a realm's orders; nothing is stored.
func (w *World) Check(number int, text string) (checked game.Checked, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, found := c.realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", ErrRealm, number)
		}
		return guarded(func() {
			clean := scrub(text, w.rb.Language().Parse(text).Identity)
			checked = c.world.Check(game.Sheet{Realm: number, Turn: c.turn, Text: clean})
		})
	})
	return checked, err
}

// errKnown ends the transaction of a letter that was here before.
var errKnown = errors.New("the letter is known")

func (in *intake) run(judge func() error) (Acceptance, error) {
	if in.l.studied == nil {
		in.w.Study(&in.l)
	}
	found := in.l.studied
	if found.fault != nil {
		return Acceptance{}, found.fault
	}
	in.file, in.text, in.tokens, in.form = found.file, found.text, found.tokens, found.form
	var id *orders.Identity
	switch {
	case in.form != nil:
		id = in.form.file.Identity
	case in.file != nil:
		id = in.file.Identity
	}
	var err error
	s := secretsOf(id)
	in.l.Subject, in.l.Part = loosely(scrub(readable(in.l.Subject), id)), loosely(s.clean(in.l.Part))
	in.l.Notes = s.notes(in.l.Notes)
	taking := func(tx *store.Tx) error {
		if tx.Bucket(lettersBucket).Get(in.l.Hash[:]) != nil {
			return errKnown
		}
		c, err := in.w.now(tx)
		if err != nil {
			return err
		}
		if _, err := in.w.clock(tx, c, in.at); err != nil {
			return err
		}
		in.tx, in.c, in.a = tx, c, Acceptance{Turn: c.turn}
		if err := judge(); err != nil {
			return err
		}
		in.remember()
		return in.noteSilence()
	}
	if fault := guarded(func() { err = in.w.update(taking) }); fault != nil {
		err = fault
	}
	switch {
	case errors.Is(err, errKnown):
		return Acceptance{Fate: Known}, nil
	case errors.Is(err, errHeld):
		return Acceptance{Fate: Undecided}, nil
	case err != nil:
		return Acceptance{}, fmt.Errorf("taking a letter: %w", err)
	}
	return in.a, nil
}

// unread is how many bytes of a text are kept whose orders did not count: enough
// to see what somebody meant.
const unread = 4 << 10

// remember stores the letter. Of mails that anybody can send the headers are
// enough, or a beginning: they must not fill the disk.
func (in *intake) remember() {
	text := in.text
	switch in.a.Fate {
	case Stranger, Machine, WrongWord, Throttled, Unproven, CameBack, FromMaster:
		text = ""
	case Served:
		if text = loosely(readable(text)); in.a.Realm == 0 {
			text = "" // of somebody who has no realm
		}
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	case Unidentified, PassedOn, Refused, Kept:
		text = readable(text)
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	}
	in.l.Notes = in.l.Notes[:min(len(in.l.Notes), notesShown)]
	raw := mustJSON(letterRecord{
		UIDValidity: in.l.UIDValidity, UID: in.l.UID, MessageID: in.l.MessageID, From: clipped(in.l.From, 254), Subject: clipped(in.l.Subject, 200),
		Part: in.l.Part, Charset: in.l.Charset, Machine: in.l.Machine, Proven: in.proven, Notes: in.l.Notes, Arrived: in.l.Arrived.UTC(),
		Stored: in.at.UTC(), Fate: in.a.Fate, Reason: in.a.Reason.Code, Realm: in.a.Realm, Turn: in.a.Turn, Text: text,
	})
	put(in.tx.Bucket(lettersBucket), in.l.Hash[:], pack(raw))
}

// hashOf reads a letter's hash as a sheet names it.
func hashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}

// sameAddress compares addresses as people write them. Letters that only Unicode
// holds for the same do not pass: to a mail provider ſara and sara are two people.
func sameAddress(a, b string) bool {
	fold := strings.ToLower // not EqualFold, which would
	return fold(strings.TrimSpace(a)) == fold(b)
}
