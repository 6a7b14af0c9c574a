package resolve

import (
	"errors"
	"time"

	"weltentor/orders/phrase"

	"go.etcd.io/bbolt"
)

// mailbox is how reading the game's mailbox went. Only what went wrong is
// written down: a mailbox that is read every five minutes leaves no trace.
type mailbox struct {
	Since  time.Time `json:"since,omitzero"`   // when it was not read to its end first, with no time since that held up no turn
	Failed time.Time `json:"failed,omitzero"`  // when it could not be read last; zero: it could, only not to its end
	Reason string    `json:"reason,omitempty"` // of the last time, in the game master's language
	Unread bool      `json:"unread,omitempty"` // not read to its end since
}

// afterTrouble is how long no turn is resolved after the mailbox could not be
// read: what was under way when the server came back needs time to arrive.
const afterTrouble = time.Hour

// heldLong is how long after its deadline the game master is told of a turn that
// waits for the mailbox, and then every day.
const heldLong = 6 * time.Hour

// holds tells whether the mailbox keeps turns from being resolved. A failure
// that lies ahead of the clock says nothing: the clock was wrong then.
func (m mailbox) holds(now time.Time) bool { return m.Unread || m.lately(now) }

// lately tells whether the mailbox could not be read within the last hour.
func (m mailbox) lately(now time.Time) bool {
	return !m.Failed.IsZero() && !now.Before(m.Failed) && now.Sub(m.Failed) < afterTrouble
}

// MailboxFailed writes down that the mailbox could not be read, and why. Until an
// hour after the last such time, and until MailboxRead, a turn is resolved by
// force only; the game master is told if that lasts.
func (w *World) MailboxFailed(reason string, now time.Time) error {
	return w.notRead(reason, now, func(m *mailbox) { m.Failed = now.UTC() })
}

// MailboxLeft writes down that the mailbox was not read to its end, for a reason
// that is not its own: the next whole reading lets turns go on.
func (w *World) MailboxLeft(reason string, now time.Time) error {
	return w.notRead(reason, now, func(*mailbox) {})
}

func (w *World) notRead(reason string, now time.Time, mark func(*mailbox)) error {
	return w.update(func(tx *bbolt.Tx) error {
		meta := tx.Bucket(metaBucket)
		m, _, err := getJSON[mailbox](meta, []byte("mailbox"))
		if err != nil {
			return err
		}
		if !m.holds(now) {
			m = mailbox{Since: now.UTC()}
		}
		mark(&m)
		m.Reason, m.Unread = clipped(oneLine(reason), answerKept), true
		putJSON(meta, []byte("mailbox"), m)
		s, err := w.standing(tx, now, false)
		if errors.Is(err, ErrRules) {
			return nil // the turn will tell
		}
		if err != nil {
			return err
		}
		return w.tellHeld(tx, s, now)
	})
}

// MailboxRead writes down that the mailbox was read to its end, if it had not
// been before.
func (w *World) MailboxRead() error {
	unread := false
	err := w.view(func(tx *bbolt.Tx) error {
		m, _, err := getJSON[mailbox](tx.Bucket(metaBucket), []byte("mailbox"))
		unread = m.Unread
		return err
	})
	if err != nil || !unread {
		return err
	}
	return w.update(func(tx *bbolt.Tx) error {
		m, _, err := getJSON[mailbox](tx.Bucket(metaBucket), []byte("mailbox"))
		m.Unread = false
		putJSON(tx.Bucket(metaBucket), []byte("mailbox"), m)
		return err
	})
}

// tellHeld tells the game master, once a day, of a turn that has waited for the
// mailbox for long: one that can be read now and then could hold the game up
// for ever, and only a person knows whether letters are still under way.
func (w *World) tellHeld(tx *bbolt.Tx, s standing, now time.Time) error {
	if !s.heldLong(now) {
		return nil
	}
	fresh, err := once(tx, "held by the mailbox", day, now)
	if !fresh || err != nil {
		return err
	}
	t, box := &text{book: Words(w.s.Lang)}, s.p.mailbox
	t.say("held", phrase.Num("turn", s.c.turn), phrase.Str("deadline", moment(t.book, s.r.deadline)),
		phrase.Str("since", moment(t.book, box.Since.In(w.s.Zone))))
	t.line("  " + box.Reason)
	t.say("held-advice")
	w.tellMaster(tx, t.book.Say(phrase.P("subject.alarm", phrase.Str("world", w.s.Name))), t.b.String(), s.c.turn, now)
	return nil
}

// heldLong tells whether the turn has waited for the mailbox for long.
func (s standing) heldLong(now time.Time) bool {
	return s.r.held && !s.r.deadline.IsZero() && now.Sub(s.r.deadline) >= heldLong
}
