package resolve

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
)

// The way of a letter is a chain of values, each made from the one before:
//
//	studied     what its text says
//	sender      who sent it
//	claim       whose orders it says it has
//	author      whose they are, proven
//	submission  that they may count now, and what they would replace
//	verdict     what the rules say of them
//	sheet       what is in force with them
//	answer      the receipt
//
// A step that cannot go on gives the ending instead. All of it is one transaction.

// desk is where letters are taken in: the world within one transaction, the turn that awaits
// orders in it, and the time. Each step of a letter's way stands at it.
type desk struct {
	world   *World
	tx      *store.Tx
	current chronicle.Current
	at      time.Time
}

// record is what is known of a realm's player, as the store has it.
func (d desk) record(realm int) (rec roster.RealmRecord, found bool, err error) {
	return store.GetJSON[roster.RealmRecord](d.tx.Bucket(store.RealmsBucket), store.U32(realm))
}

// when is a time as an argument, in the world's zone.
func (d desk) when(book *phrase.Book, at time.Time) phrase.Arg {
	return phrase.Str("when", wording.Moment(book, at.In(d.world.settings.Zone)))
}

// Accept takes a letter in: in one transaction it is known, its orders are in
// force and its receipt is in the outbox, or none of that. Letters are to come
// in the order of their arrival; a later one's orders replace the earlier ones.
// The same letter again does nothing. A fault of the rules is ErrRules: then
// nothing is stored, and the letter should be put aside for a person.
func (w *World) Accept(l letter.Letter, now time.Time) (Acceptance, error) {
	return w.take(l, now, desk.accept)
}

// accept is the beginning of a letter's way: to the game master's desk or to that of all others.
func (d desk) accept(read studied) (*ending, error) {
	from, end, err := d.sender(read)
	if end != nil || err != nil {
		return end, err
	}
	if d.world.isMaster(read.letter.From) {
		return masterLetter{sender: from, names: &[]int{}}.accept()
	}
	return from.accept()
}

// accept is the way of a letter that brings orders, from its sender to its answer.
func (s sender) accept() (*ending, error) {
	by, end, err := s.author()
	if end != nil || err != nil {
		return end, err
	}
	if end, err := by.asksInstead(); end != nil || err != nil {
		return end, err
	}
	return by.accept()
}

// accept is the way of orders, from their author to his receipt.
func (a author) accept() (*ending, error) {
	a.studied = a.studied.whole(a.world.clerk) // of orders by hand, or kept for this turn, nobody has asked whose they are
	if a.turn > a.current.Turn {
		return a.forLater()
	}
	sub, end, err := a.submission()
	if end != nil || err != nil {
		return end, err
	}
	judged, err := sub.verdict()
	if err != nil {
		return nil, err
	}
	if judged.fruitless() {
		return judged.kept()
	}
	inForce, err := judged.sheet()
	if err != nil {
		return nil, err
	}
	return inForce.answer()
}

// errKnown ends the transaction of a letter that was here before.
var errKnown = errors.New("the letter is known")

// take leads a letter its way within one transaction, and stores how that ended.
func (w *World) take(l letter.Letter, now time.Time, way func(desk, studied) (*ending, error)) (Acceptance, error) {
	read, err := w.studied(l)
	if err != nil {
		return Acceptance{}, err
	}
	var end *ending
	if fault := store.Guarded(func() {
		err = w.update(func(tx *store.Tx) (err error) {
			end, err = w.taking(tx, read, now, way)
			return err
		})
	}); fault != nil {
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
	return end.Acceptance, nil
}

// taking leads a letter its way in a transaction, and stores how that ended.
func (w *World) taking(tx *store.Tx, read studied, now time.Time, way func(desk, studied) (*ending, error)) (*ending,
	error) {
	if tx.Bucket(store.LettersBucket).Get(read.letter.Hash[:]) != nil {
		return nil, errKnown
	}
	c, err := w.now(tx)
	if err != nil {
		return nil, err
	}
	if _, err := w.clock(tx, c, now); err != nil {
		return nil, err
	}
	d, before := desk{world: w, tx: tx, current: c, at: now}, countersOf(tx)
	end, err := way(d, read)
	if err != nil {
		return nil, err
	}
	d.remember(end)
	return end, errors.Join(d.log(end), d.noteSilence(end), d.bound(end, before))
}

// Together is how long after its first letter a transaction begins another one: those that
// were taken wait for its end, and so does whoever wants to read the store.
const Together = 50 * time.Millisecond

// AcceptSome takes letters in as Accept does one by one, in one transaction: in their order,
// each at the time that the clock then shows. It gives what became of the first of them, and
// ends before one that would begin later than Together after the first, and before one whose
// sender is not what was known of him when it was read (Sender). All others are to come again.
//
// An error, a panic and a letter that cannot be judged yet are errors, and nothing is stored:
// one by one the letters show which of them it is.
func (w *World) AcceptSome(letters []letter.Letter, clock func() time.Time) (taken []Acceptance, err error) {
	err = w.update(func(tx *store.Tx) (err error) {
		defer func() {
			if p := recover(); p != nil { // nothing of it goes on: what it is, the letter alone will show
				err = fmt.Errorf("%w: %v", store.ErrRules, p)
			}
		}()
		taken, err = w.acceptEach(tx, letters, clock)
		return err
	})
	if err != nil && !errors.Is(err, errKnown) {
		return nil, fmt.Errorf("taking letters together: %w", err)
	}
	return taken, nil
}

// acceptEach takes the letters in. errKnown if nothing is to be stored of them.
func (w *World) acceptEach(tx *store.Tx, letters []letter.Letter, clock func() time.Time) (taken []Acceptance, err error) {
	var begun time.Time
	stored := 0
	for n, l := range letters {
		now := clock()
		if n == 0 {
			begun = now
		} else if now.Sub(begun) >= Together {
			break
		}
		if as, err := w.charset(tx, l.From); err != nil {
			return nil, err
		} else if l.Machine == "" && as != l.Sender.Charset {
			break
		}
		if stored > 0 && tx.Bucket(store.LettersBucket).Get(l.Hash[:]) == nil {
			w.goOn(tx)
		}
		read, err := w.studied(l)
		if err != nil {
			return nil, err
		}
		end, err := w.taking(tx, read, now, desk.accept)
		switch {
		case errors.Is(err, errKnown):
			taken = append(taken, Acceptance{Fate: Known})
		case err != nil:
			return nil, err
		default:
			taken, stored = append(taken, end.Acceptance), stored+1
		}
	}
	if stored == 0 {
		return taken, errKnown
	}
	return taken, nil
}

// goOn counts the store's generation up, as a transaction of its own would.
func (w *World) goOn(tx *store.Tx) {
	listed := w.shelf.SetAside()
	store.Bump(tx, "generation")
	w.shelf.PutBack(listed, store.NumberOf(tx, "generation"))
}

// ending is how the way of a letter ended. It is made of the step that could not go on, and adds
// what became of the letter. The store keeps no more of a letter than this.
type ending struct {
	Acceptance
	letter letter.Letter // with all remarks that were made on the way
	text   string        // of its orders
	proven string        // by whose signature
	byHand bool          // of the game master
	proved bool          // something proves who sent it
}

// ended ends the way of a letter.
func (s sender) ended(a Acceptance) *ending {
	a.Turn = s.current.Turn
	return &ending{Acceptance: a, letter: s.letter, text: s.text, proven: s.proven, proved: s.proved()}
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
	case Taken, Known, CameBack, Ahead:
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
	raw := store.MustJSON(tray.Received{
		UIDValidity: l.UIDValidity, UID: l.UID, MessageID: l.MessageID, From: wording.Clipped(l.From, 254),
		Subject: wording.Clipped(l.Subject, 200), Part: l.Part, Charset: l.Charset, Machine: l.Machine,
		Proven: end.proven, Notes: l.Notes[:min(len(l.Notes), receipt.NotesShown)], Arrived: l.Arrived.UTC(),
		Stored: d.at.UTC(), Fate: end.Fate, Reason: end.Reason.Code, Realm: end.Realm, Turn: end.Turn, Text: text,
	})
	store.Put(d.tx.Bucket(store.LettersBucket), l.Hash[:], store.Pack(raw))
}

// log writes down that the letter came, and from whom. Whoever only says that he is a realm's
// player is a stranger.
func (d desk) log(end *ending) error {
	if own, err := d.logs(end); !own || err != nil {
		return err
	}
	by := logbook.Stranger
	switch {
	case end.byHand:
		by = logbook.Command
	case end.Fate == FromMaster:
		by = logbook.Master
	case end.Fate == CameBack:
		by = logbook.Server
	case end.Realm > 0 && !end.Fate.Alarms():
		by = logbook.Player
	}
	e := logbook.Entry{At: d.at, By: by, Realm: end.Realm, What: phrase.P("log.letter-" + string(end.Fate)),
		Aside: logbook.Aside{Letter: hex.EncodeToString(end.letter.Hash[:]),
			Mail: wording.Clipped(end.letter.From, 254)}}
	switch {
	case end.For > 0:
		e.What.Args = []phrase.Arg{phrase.Num("turn", end.For), phrase.Num("good", end.Good),
			phrase.Num("bad", end.Bad)}
	case end.Good+end.Bad+end.NotYet > 0:
		e.What.Args = []phrase.Arg{phrase.Num("good", end.Good), phrase.Num("bad", end.Bad)}
	}
	_, err := d.world.Note(d.tx, e)
	return err
}
