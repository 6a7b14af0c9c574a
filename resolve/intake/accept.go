// Package intake takes letters in: it finds out whose orders a letter has, whether that is proven, and what the rules
// say of them. Accept takes one letter in one transaction: its orders are in force and the receipt is in the outbox, or
// nothing is stored. What a letter asks for besides orders belongs to package requests, and what proves its sender to
// package sender.
//
// A letter is led along one list of steps in way.go, and each step may end the list. To follow one, begin with
// cmd/weltentor/mailing/desk.go, which reads mails and hands them in. Here read accept.go and way.go, then the steps in
// their order: author.go, without_orders.go, copies.go, messages.go, timely.go, ahead.go, verdict.go and crossing.go.
// Last come sender.Sender.Answer, and receipt.Receipt.Page. Orders that the game master enters begin in byhand.go.
package intake

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/requests"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// way is the steps of a letter within a transaction, from when it was read until its outcome.
type way func(world.Session, sender.Content) (*world.Ending, error)

// Accept takes a letter in, in one transaction: either its orders are in force and its receipt is in the outbox, or
// nothing is stored. Letters must come in the order of their arrival: a later one's orders replace earlier ones. The
// same letter does nothing when it comes again. If the error is ErrRules, the rules are at fault. Then nothing is
// stored, and the letter should be set aside for a person.
//
// A mail may have orders for several realms: then it is several letters, and the outcome is that of the first.
func Accept(w *world.World, l letter.Letter, now time.Time) (receipt.Acceptance, error) {
	if l.Parts == nil {
		sender.StudyMail(w.Setup, &l)
	}
	return take(w, l, now, byMail)
}

// take leads a letter through its steps, in a transaction of its own.
func take(w *world.World, l letter.Letter, now time.Time, along way) (receipt.Acceptance, error) {
	read, err := sender.Read(w.Setup, l)
	if err != nil {
		return receipt.Acceptance{}, err
	}
	var end *world.Ending
	if fault := store.Guarded(func() {
		err = w.Update(func(tx *store.Tx) (err error) {
			end, err = takeMail(w, tx, read, now, along)
			return err
		})
	}); fault != nil {
		err = fault
	}
	switch {
	case errors.Is(err, errKnown):
		return receipt.Acceptance{Fate: receipt.Known}, nil
	case errors.Is(err, sender.ErrHeld):
		return receipt.Acceptance{Fate: receipt.Undecided}, nil
	case err != nil:
		return receipt.Acceptance{}, fmt.Errorf("taking a letter: %w", err)
	}
	return end.Acceptance, nil
}

// errKnown says that a letter came before. Nothing is stored of it.
var errKnown = errors.New("the letter is known")

// takeMail is takeIn of all letters of a mail. They are stored together, so the first shows whether the mail came before.
// It has also used up the mail's signatures, if those were not known.
func takeMail(w *world.World, tx *store.Tx, read sender.Content, now time.Time, along way) (*world.Ending, error) {
	end, err := takeIn(w, tx, read, now, along)
	proof := read.Letter.Proof
	if err != nil || end.Fate == receipt.Known && len(proof.Marks) > 0 {
		return end, err
	}
	proof.Marks = nil
	for _, l := range read.Letter.More {
		l.Proof = proof
		part, err := sender.Read(w.Setup, l)
		if err != nil {
			return nil, err
		}
		more, err := takeIn(w, tx, part, now, along)
		if errors.Is(err, errKnown) {
			continue // the first, which nobody could prove, has been forgotten since
		}
		if err != nil {
			return nil, err
		}
		end.More = append(end.More, more.Acceptance)
	}
	return end, nil
}

// takeIn leads a letter through its steps within a transaction, and stores the outcome. It returns errKnown if the
// letter came before.
func takeIn(w *world.World, tx *store.Tx, read sender.Content, now time.Time, along way) (*world.Ending, error) {
	if received.Known(tx, read.Letter.Hash[:]) {
		return nil, errKnown
	}
	c, err := w.Now(tx)
	if err != nil {
		return nil, err
	}
	if _, err := w.Clock(tx, c, now); errors.Is(err, faults.ErrTurnHeld) && read.Letter.Door == "" &&
		sender.IsMaster(w.Setup, read.Letter.From) {
		along = whileHeld
	} else if err != nil {
		return nil, err
	}
	d, before := world.Session{World: w, Tx: tx, Current: c, At: now}, sender.CountersOf(tx)
	end, err := along(d, read)
	if err != nil {
		return nil, err
	}
	remember(d, end)
	err = errors.Join(log(d, end), keepCopy(d, end.Letter))
	noteSilence(d, end)
	return end, errors.Join(err, sender.Bound(d, end, before))
}

// byMail is the steps of a letter that came by mail. What the game master says as such, from their own address, is
// answered first. If they say nothing so, the letter takes the steps of all letters, and the game master is told of it.
func byMail(d world.Session, read sender.Content) (*world.Ending, error) {
	from, end, err := sender.Identify(d, read, requests.Words())
	if end != nil || err != nil {
		return end, err
	}
	meant := requests.IntentOf(from, from.Own, from.Said(), false)
	rest := func() (*world.Ending, error) { return heard(from, meant) }
	if file := from.Filled(from.Own).File; len(file.Lines)+len(file.Settings) > 0 ||
		from.Form != nil && meant.Reader == letter.Lesson {
		return rest() // see copied, and practises
	}
	return onceOnly(from, rest)
}

// heard is the rest of those steps.
func heard(from sender.Sender, meant requests.Intent) (*world.Ending, error) {
	if !sender.IsMaster(from.World.Setup, from.Letter.From) {
		return asPlayers(from, meant)
	}
	m := requests.MasterLetterOf(from)
	if end, err := m.Hear(); end != nil || err != nil {
		return end, err
	}
	end, err := asPlayers(m.From, requests.IntentOf(m.From, m.From.Own, m.From.Said(), false))
	if err != nil {
		return nil, err
	}
	m.Unheard(end)
	return end, nil
}

// asPlayers leads a letter through the steps of players' letters. What it says to others beside its orders, and what
// can go only with the turn, is added to the orders then in force.
func asPlayers(from sender.Sender, meant requests.Intent) (*world.Ending, error) {
	l := letterOf(from)
	l.meant = meant
	return l.through(lettersWay)
}

// through leads a letter through the steps by which its author is found, and then through those of its orders.
func (l *orderLetter) through(way []step) (*world.Ending, error) {
	end, err := l.walk(way, ordersWay)
	if err != nil || len(l.says) == 0 {
		return end, err
	}
	later := l.from.Ended(receipt.Acceptance{Realm: l.realm})
	later.Says = l.says
	_, err = speaks(l.from, later, nil)
	return end, err
}

// whileHeld is the steps of a letter from the game master's address while a turn is held.
func whileHeld(d world.Session, read sender.Content) (*world.Ending, error) {
	from, end, err := sender.Identify(d, read, requests.Words())
	if end != nil {
		return nil, sender.ErrHeld
	}
	if err != nil {
		return nil, err
	}
	return requests.MasterLetterOf(from).HearWhileHeld()
}

// together is how long after its first letter a transaction may begin another one. The letters it has taken wait for
// its end, and so does anybody who wants to read the store.
const together = 50 * time.Millisecond

// AcceptSome takes letters in as Accept does, but in one transaction: in their order, each at the time that the clock
// then shows. It returns what became of those that it took. It stops before a letter that would begin later than
// together after the first one. It also stops before one whose sender is no longer known as when the letter was read
// (Sender). The remaining letters must be handed in again.
//
// A fault of the rules and a letter that cannot be judged yet are errors, and nothing is stored. Taking the letters
// one by one then shows which of them it is.
func AcceptSome(w *world.World, letters []letter.Letter, clock func() time.Time) (taken []receipt.Acceptance, err error) {
	err = w.Update(func(tx *store.Tx) (err error) {
		defer func() {
			if p := recover(); p != nil { // nothing is stored; the letter alone will show what is wrong
				err = fmt.Errorf("%w: %v", faults.ErrRules, p)
			}
		}()
		var begun time.Time
		taken, err = nil, errKnown // until one of them is to be stored
		for n, l := range letters {
			now := clock()
			if n == 0 {
				begun = now
			} else if now.Sub(begun) >= together {
				break
			}
			if known, err := sender.Senders(w, tx); err != nil {
				return err
			} else if l.Machine == "" && known[address.Folded(l.From)].Charset != l.Sender.Charset {
				break
			}
			if l.Parts == nil {
				sender.StudyMail(w.Setup, &l)
			}
			read, fault := sender.Read(w.Setup, l)
			if fault != nil {
				return fault
			}
			end, fault := takeMail(w, tx, read, now, byMail)
			switch {
			case errors.Is(fault, errKnown):
				taken = append(taken, receipt.Acceptance{Fate: receipt.Known})
			case fault != nil:
				return fault
			default:
				taken, err = append(taken, end.Acceptance), nil
			}
		}
		return err
	})
	if err != nil && !errors.Is(err, errKnown) {
		return nil, fmt.Errorf("taking letters together: %w", err)
	}
	return taken, nil
}

// silence says why a letter was put away in the end without an answer to anybody. It is "" if it was not. A
// letter that came before does not count.
func silence(e *world.Ending) string {
	switch e.Fate {
	case receipt.Machine:
		mark, _, _ := strings.Cut(e.Letter.Machine, ":")
		return cmp.Or(strings.TrimSpace(mark), "automatic")
	case receipt.Stranger:
		if e.Answered {
			return ""
		}
		return logbook.OfStrangers
	case receipt.Taken, receipt.Known, receipt.CameBack, receipt.Ahead:
		return ""
	case receipt.Served:
		if e.Reason.Code == requests.Courtesy {
			return "" // it asks for nothing
		}
	case receipt.PassedOn:
		if e.Reason.Code == requests.QuestionsPassed {
			return "" // it was sent to the game master
		}
	}
	if e.Answered || e.ByHand {
		return ""
	}
	return logbook.OverLimit
}

// noteSilence counts a letter that was put away, and lists it.
func noteSilence(d world.Session, end *world.Ending) {
	l, reason := end.Letter, silence(end)
	if end.Fate == receipt.Stranger && !d.World.Reserved(l.From) && !sender.IsMaster(d.World.Setup, l.From) {
		d.World.ToMaster.GatherStranger(d.Tx, wording.OneLine(wording.Clipped(l.From, 254)), d.At)
	}
	if reason == "" {
		return
	}
	row := logbook.SilentLetter{MessageID: l.MessageID, From: wording.Clipped(l.From, 254), At: d.At.UTC(),
		Why: cmp.Or(wording.Clipped(secrets.MaskLikely(l.Machine), 200), string(end.Fate))}
	row.Put(d.Tx, d.Current.Turn, reason)
}

// Unread is how many bytes of a text are stored if its orders did not count: enough to see what somebody meant.
const Unread = 4 << 10

// remember stores the letter. If anybody could send such a mail, only headers or a beginning are stored, so that such
// mails cannot fill the disk.
func remember(d world.Session, end *world.Ending) {
	text, l := end.Text, end.Letter
	switch end.Fate {
	case receipt.Stranger, receipt.Machine, receipt.WrongWord, receipt.Throttled, receipt.Unproven, receipt.CameBack,
		receipt.FromMaster:
		text = ""
	case receipt.Served:
		if text = secrets.Unknown(text); end.Realm == 0 {
			text = "" // from somebody who has no realm
		}
		text = strings.ToValidUTF8(text[:min(len(text), Unread)], "")
	case receipt.Unidentified, receipt.PassedOn, receipt.Refused, receipt.Kept, receipt.Known:
		text = secrets.Readable(text)
		text = strings.ToValidUTF8(text[:min(len(text), Unread)], "")
	}
	received.Put(d.Tx, l.Hash[:], received.Letter{
		UIDValidity: l.UIDValidity, UID: l.UID, MessageID: l.MessageID, From: wording.Clipped(l.From, 254),
		Subject: wording.Clipped(l.Subject, 200), Part: l.Part, Charset: l.Charset, Machine: l.Machine, Door: l.Door,
		Proven: end.Proven, Notes: l.Notes[:min(len(l.Notes), receipt.NotesShown)], Arrived: l.Arrived.UTC(),
		Stored: d.At.UTC(), Fate: end.Fate, Asked: end.Asked, Reason: end.Reason.Code, Realm: end.Realm, Turn: end.Turn, Text: text,
	})
}

// log records in the logbook that the letter came, and from whom. A sender who only claims to be a realm's player is
// recorded as a stranger.
func log(d world.Session, end *world.Ending) error {
	if own, err := sender.Logs(d, end); !own || err != nil {
		return err
	}
	by := logbook.Stranger
	switch {
	case end.ByHand:
		by = logbook.Command
	case end.Fate == receipt.FromMaster:
		by = logbook.Master
	case end.Fate == receipt.CameBack:
		by = logbook.Server
	case end.Realm > 0 && !end.Fate.Alarms():
		by = logbook.Player
	}
	e := logbook.Entry{At: d.At, By: by, Realm: end.Realm, What: phrase.P("log.letter-" + string(end.Fate)),
		Aside: logbook.Aside{Letter: hex.EncodeToString(end.Letter.Hash[:]),
			Mail: wording.Clipped(end.Letter.From, 254), Door: string(end.Letter.Door)}}
	switch {
	case end.Paid.Realm > 0 && end.Fate == receipt.Taken:
		e.Realm, e.What = end.Paid.Realm, end.Paid.Logged()
	case end.Withdrawn && end.For == 0:
		e.What.Code = "log.sheet-withdrawn"
	case end.For > 0:
		e.What.Args = []phrase.Arg{phrase.Num("turn", end.For), phrase.Num("good", end.Good),
			phrase.Num("bad", end.Bad)}
	case end.Former:
		e.What.Code = "log.sheet-former"
	case end.Fate == receipt.PassedOn && end.Reason.Code == requests.QuestionsRefused:
		e.What.Code = "log.letter-question-refused"
	case end.Good+end.Bad+end.NotYet > 0:
		e.What.Args = []phrase.Arg{phrase.Num("good", end.Good), phrase.Num("bad", end.Bad)}
	}
	_, err := d.World.Note(d.Tx, e)
	return err
}
