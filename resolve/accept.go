package resolve

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// intake is a letter being taken, inside its transaction.
type intake struct {
	w      *World
	l      letter.Letter
	at     time.Time
	master bool   // entered by the game master's hand
	own    bool   // comes from an address registered for its realm
	proven string // the domain whose signature proved the sender, where that was asked

	file *orders.File // nil of a machine's mail
	text string       // scrubbed; the turn reads this and so does the check

	tokens []string       // that the letter brings back, perhaps
	form   *letter.Filled // a form of ours in what it quotes; nil if there is none

	tx *store.Tx
	c  chronicle.Current
	a  Acceptance

	crossed []phrase.Phrase // what the letter's sheet contradicts others in
	agreed  []phrase.Phrase // what else it and those of others tell of the same
	later   bool            // the deadline was moved, for another's answer

	earlier chronicle.SheetRecord // that the letter replaces
	fresh   game.Sheet            // that is in force now
	keptAt  time.Time             // when the one came that stays in force; zero if there is none

	stood chronicle.SheetRecord // of the realm whose letter is refused

	went   []went    // messages of the sheet, or of a refused letter, to the game master
	beside beside    // what became of what the letter says beside orders
	wentAt time.Time // when that was passed on

	inPart map[int]bool // lines with an error of which the rest is in force
	ready  dueCheck     // of the turn, after the letter
	pause  pause        // of the world
	aside  string       // the sender's address where it is not registered: told the verdict and no more
}

// judge finds out whose letter it is and whether its orders may count.
func (in *intake) judge() error {
	if in.file == nil {
		in.a.Fate = Machine
		if in.l.Bounce != nil {
			return in.bounced()
		}
		return nil
	}
	known := in.known()
	in.useUp()
	if known {
		in.a.Fate, in.text = Known, ""
		return nil
	}
	own, err := in.w.registered(in.tx, in.c, in.l.From)
	if err != nil {
		return err
	}
	if !in.w.isMaster(in.l.From) {
		return in.judgeOf(own)
	}
	if heard, err := in.hear(own); heard || err != nil {
		return err
	}
	if err := in.judgeOf(own); err != nil {
		return err
	}
	return in.unheard(own)
}

// judgeOf is judge for a letter from an address of these realms, or of none.
func (in *intake) judgeOf(own []int) error {
	if in.l.Marked != "" {
		if done, err := in.marked(own); done || err != nil {
			return err
		}
	}
	rest := in.takeForm(own)
	if in.file.Identity == nil {
		if served, err := in.serve(own); served || err != nil {
			return err
		}
	}
	id := in.file.Identity
	if id == nil {
		return in.withoutIdentity(own)
	}
	rec, found, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(id.Realm))
	if err != nil {
		return err
	}
	in.own = slices.Contains(own, id.Realm)
	if trusted, err := in.authenticate(id.Realm, rec, found && !rec.Vacant(), own); !trusted || err != nil {
		return err
	}
	if err := in.askMaster(rec, cmp.Or(rest, in.words())); err != nil {
		return err
	}
	return in.orders(rec, id.Turn)
}

// byHand is judge for the game master.
func (in *intake) byHand(number int) error {
	rec, found, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(number))
	switch id := in.file.Identity; {
	case err != nil:
		return err
	case number == 0:
		rec = roster.RealmRecord{}
		if in.w.s.Master != "" {
			rec.Mail = []string{in.w.s.Master}
		}
	case !found:
		return fmt.Errorf("%w: %d", store.ErrRealm, number)
	case id != nil && id.Realm != number:
		return wording.Fault(nil, "other-realm", phrase.Num("realm", id.Realm), phrase.Num("own", number))
	}
	in.a.Realm = number
	turn := 0
	if in.file.Identity != nil {
		turn = in.file.Identity.Turn
	}
	return in.orders(rec, turn)
}

// Study reads a letter's orders ahead of Accept, which else does it itself. It
// looks at nothing but the rulebook, so that it may run beside other calls: all
// parsing of the letter is done while the one before it is committed. So is the
// hash of its password, where no limit stands before that: if it comes from an
// address of the realm, and nothing but the password is asked for.
func (w *World) Study(l *letter.Letter) {
	s := &letter.Studied{}
	s.Fault = store.Guarded(func() { s.Read(l, w.rb.Language()) })
	if s.Fault == nil && s.File != nil && s.File.Identity != nil && w.s.auth() == ByPassword {
		id := s.File.Identity
		if rec, own := l.Sender.Realms[id.Realm]; own && id.Password != "" {
			s.Guess = w.people.Try(id.Realm, rec, id.Password)
		}
	}
	l.Studied, l.Lines = s, nil
}

// sheet is the letter's sheet, with its orders if it is the text that was studied.
func (in *intake) sheet(files []game.File) game.Sheet {
	s := game.Sheet{Realm: in.a.Realm, Turn: in.c.Turn, Text: in.text, Files: files}
	if found := in.l.Studied; found.Clean != nil && found.Text == in.text {
		s = s.Read(in.w.rb.Language(), found.Clean)
	}
	return s
}

// Seen tells whether a letter with this hash was taken before.
func (w *World) Seen(hash [32]byte) (seen bool, err error) {
	err = w.view(func(tx *store.Tx) error {
		seen = tx.Bucket(store.LettersBucket).Get(hash[:]) != nil
		return nil
	})
	return seen, err
}

// Accept takes a letter in: in one transaction it is known, its orders are in
// force and its receipt is in the outbox, or none of that. Letters are to come
// in the order of their arrival; a later one's orders replace the earlier ones.
// The same letter again does nothing. A fault of the rules is ErrRules: then
// nothing is stored, and the letter should be put aside for a person.
func (w *World) Accept(l letter.Letter, now time.Time) (Acceptance, error) {
	in := intake{w: w, l: l, at: now}
	return in.run(func() error { return in.judge() })
}

// Submit enters orders by the game master's hand, as a letter with attachments would,
// without a password; the receipt goes to the registered address. Realm 0 is the game
// master's own sheet.
func (w *World) Submit(realm int, text string, now time.Time, files ...game.File) (Acceptance, error) {
	l := letter.Letter{Text: text, Arrived: now, Files: files,
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
		if _, found := c.Realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, number)
		}
		return store.Guarded(func() {
			clean := secrecy.Scrub(text, w.rb.Language().Parse(text).Identity)
			checked = c.World.Check(game.Sheet{Realm: number, Turn: c.Turn, Text: clean})
		})
	})
	return checked, err
}

// errKnown ends the transaction of a letter that was here before.
var errKnown = errors.New("the letter is known")

func (in *intake) run(judge func() error) (Acceptance, error) {
	if in.l.Studied == nil {
		in.w.Study(&in.l)
	}
	found := in.l.Studied
	if found.Fault != nil {
		return Acceptance{}, found.Fault
	}
	in.file, in.text, in.tokens, in.form = found.File, found.Text, found.Tokens, found.Form
	var id *orders.Identity
	switch {
	case in.form != nil:
		id = in.form.File.Identity
	case in.file != nil:
		id = in.file.Identity
	}
	var err error
	s := secrecy.SecretsOf(id)
	in.l.Subject, in.l.Part = secrecy.Loosely(secrecy.Scrub(secrecy.Readable(in.l.Subject), id)),
		secrecy.Loosely(s.Clean(in.l.Part))
	in.l.Notes = s.Notes(in.l.Notes)
	taking := func(tx *store.Tx) error {
		if tx.Bucket(store.LettersBucket).Get(in.l.Hash[:]) != nil {
			return errKnown
		}
		c, err := in.w.now(tx)
		if err != nil {
			return err
		}
		if _, err := in.w.clock(tx, c, in.at); err != nil {
			return err
		}
		in.tx, in.c, in.a = tx, c, Acceptance{Turn: c.Turn}
		if err := judge(); err != nil {
			return err
		}
		in.remember()
		return in.noteSilence()
	}
	if fault := store.Guarded(func() { err = in.w.update(taking) }); fault != nil {
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
		if text = secrecy.Loosely(secrecy.Readable(text)); in.a.Realm == 0 {
			text = "" // of somebody who has no realm
		}
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	case Unidentified, PassedOn, Refused, Kept:
		text = secrecy.Readable(text)
		text = strings.ToValidUTF8(text[:min(len(text), unread)], "")
	}
	in.l.Notes = in.l.Notes[:min(len(in.l.Notes), notesShown)]
	raw := store.MustJSON(letterRecord{
		UIDValidity: in.l.UIDValidity, UID: in.l.UID, MessageID: in.l.MessageID, From: wording.Clipped(in.l.From, 254),
		Subject: wording.Clipped(in.l.Subject, 200),
		Part:    in.l.Part, Charset: in.l.Charset, Machine: in.l.Machine, Proven: in.proven, Notes: in.l.Notes,
		Arrived: in.l.Arrived.UTC(),
		Stored:  in.at.UTC(), Fate: in.a.Fate, Reason: in.a.Reason.Code, Realm: in.a.Realm, Turn: in.a.Turn, Text: text,
	})
	store.Put(in.tx.Bucket(store.LettersBucket), in.l.Hash[:], store.Pack(raw))
}

// hashOf reads a letter's hash as a sheet names it.
func hashOf(hex32 string) (hash []byte, ok bool) {
	hash, err := hex.DecodeString(hex32)
	return hash, err == nil && len(hash) == sha256.Size
}

// Untimely tells, in the words of Words, why a letter with orders of this realm
// for this turn (0: the one that awaits orders) would be refused whatever
// stands in it; an empty phrase if it would not be. Realm 0 is the game master.
func (w *World) Untimely(number, turn int) (why phrase.Phrase, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, found := c.Realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, number)
		}
		return store.Guarded(func() {
			why = untimely(c, number, turn, "")
		})
	})
	return why, err
}
