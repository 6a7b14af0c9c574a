package resolve

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

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

// alarms tells whether the answer is to a letter that is somebody else's
// perhaps: it tells nothing but that.
func (f Fate) alarms() bool { return f == WrongWord || f == Throttled || f == Unproven }

// advice is the code of what to do after such a letter.
func (f Fate) advice() string {
	if f != Unproven {
		return "password-advice"
	}
	return "proof-advice"
}

// refuses tells that nothing of the letter is even weighed.
func (f Fate) refuses() bool { return f == Refused || f == Unidentified }

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

// ending is how the way of a letter ended. It is made of the step that could not go on, and adds
// what became of the letter. The store keeps no more of a letter than this.
type ending struct {
	Acceptance
	letter letter.Letter // with all remarks that were made on the way
	text   string        // of its orders
	proven string        // by whose signature
	byHand bool          // of the game master
}

// ended ends the way of a letter.
func (s sender) ended(a Acceptance) *ending {
	a.Turn = s.current.Turn
	return &ending{Acceptance: a, letter: s.letter, text: s.text, proven: s.proven}
}

// silence tells why a letter whose way is at its end was put away without a word to
// anybody; "" if it was not. What was here before is no letter of its own.
func (e *ending) silence() string {
	switch e.Fate {
	case Machine:
		mark, _, _ := strings.Cut(e.letter.Machine, ":")
		return cmp.Or(strings.TrimSpace(mark), "automatic")
	case Stranger:
		return logbook.OfStrangers
	case Taken, Known, CameBack:
		return ""
	case PassedOn:
		if e.Reason.Code == "question-passed" {
			return "" // the game master has it
		}
	}
	if e.Answered || e.byHand {
		return ""
	}
	return logbook.OverLimit
}

// noteSilence counts a letter that was put away, and names it.
func (d desk) noteSilence(end *ending) error {
	reason := end.silence()
	if reason == "" {
		return nil
	}
	l := end.letter
	row := logbook.SilentLetter{MessageID: l.MessageID, From: wording.Clipped(l.From, 254), At: d.at.UTC(),
		Why: cmp.Or(wording.Clipped(secrecy.Loosely(l.Machine), 200), string(end.Fate))}
	return row.Put(d.tx, d.current.Turn, reason)
}

// unread is how many bytes of a text are kept whose orders did not count: enough
// to see what somebody meant.
const unread = 4 << 10

// remember stores the letter. Of mails that anybody can send the headers are
// enough, or a beginning: they must not fill the disk.
func (d desk) remember(end *ending) {
	text, l := end.text, end.letter
	switch end.Fate {
	case Stranger, Machine, WrongWord, Throttled, Unproven, CameBack, FromMaster:
		text = ""
	case Served:
		if text = secrecy.Loosely(secrecy.Readable(text)); end.Realm == 0 {
			text = "" // of somebody who has no realm
		}
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	case Unidentified, PassedOn, Refused, Kept:
		text = secrecy.Readable(text)
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	}
	raw := store.MustJSON(letterRecord{
		UIDValidity: l.UIDValidity, UID: l.UID, MessageID: l.MessageID, From: wording.Clipped(l.From, 254),
		Subject: wording.Clipped(l.Subject, 200), Part: l.Part, Charset: l.Charset, Machine: l.Machine,
		Proven: end.proven, Notes: l.Notes[:min(len(l.Notes), notesShown)], Arrived: l.Arrived.UTC(),
		Stored: d.at.UTC(), Fate: end.Fate, Reason: end.Reason.Code, Realm: end.Realm, Turn: end.Turn, Text: text,
	})
	store.Put(d.tx.Bucket(store.LettersBucket), l.Hash[:], store.Pack(raw))
}

// log writes down that the letter came, and from whom. Whoever only says that he is a realm's
// player is a stranger.
func (d desk) log(end *ending) error {
	by := logbook.Stranger
	switch {
	case end.byHand:
		by = logbook.Command
	case end.Fate == FromMaster:
		by = logbook.Master
	case end.Fate == CameBack:
		by = logbook.Server
	case end.Realm > 0 && !end.Fate.alarms():
		by = logbook.Player
	}
	e := logbook.Entry{At: d.at, By: by, Realm: end.Realm, What: phrase.P("log.letter-" + string(end.Fate)),
		Aside: logbook.Aside{Letter: hex.EncodeToString(end.letter.Hash[:]),
			Mail: wording.Clipped(end.letter.From, 254)}}
	if end.Good+end.Bad+end.NotYet > 0 {
		e.What.Args = []phrase.Arg{phrase.Num("good", end.Good), phrase.Num("bad", end.Bad)}
	}
	_, err := d.world.Note(d.tx, e)
	return err
}

// hashOf reads a letter's hash as a sheet names it.
func hashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}
