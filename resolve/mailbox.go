package resolve

import (
	"errors"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// heldLong is how long after its deadline the game master is told of a turn that
// waits for the mailbox, and then every day.
const heldLong = 6 * time.Hour

// MailboxFailed writes down that the mailbox could not be read, and why. Until an
// hour after the last such time, and until MailboxRead, a turn is resolved by
// force only; the game master is told if that lasts.
func (w *World) MailboxFailed(why pace.Reason, now time.Time) error {
	return w.notRead(why, now, func(m *pace.Mailbox) {
		m.Failed = now.UTC()
		if m.Deaf.IsZero() || m.Deaf.After(now) {
			m.Deaf, m.Told = now.UTC(), nil
		}
	})
}

// MailboxLeft writes down that the mailbox was not read to its end, for a reason
// that is not its own: the next whole reading lets turns go on.
func (w *World) MailboxLeft(why pace.Reason, now time.Time) error {
	return w.notRead(why, now, func(*pace.Mailbox) {})
}

func (w *World) notRead(why pace.Reason, now time.Time, mark func(*pace.Mailbox)) error {
	return w.update(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		if err != nil {
			return err
		}
		if !m.Holds(now) {
			m = pace.Mailbox{Since: now.UTC()}
		}
		mark(&m)
		m.Reason, m.Said, m.Unread = why.Kept(outbox.AnswerKept), "", true
		m.Put(tx)
		s, err := w.overview(tx, now, false)
		if err != nil && !errors.Is(err, store.ErrRules) { // the turn will tell of those
			return err
		}
		if err == nil && s.heldLong(now) {
			return w.tellHeld(tx, s, now)
		}
		w.tellDeaf(tx, m, now)
		return nil
	})
}

// because puts the reason into words of a language.
func (k *clerk) because(m pace.Mailbox, lang phrase.Lang) string {
	return m.Because(func(p phrase.Phrase) string {
		if k.settings.Say == nil {
			return wording.Words(lang).Say(p)
		}
		return k.settings.Say(lang, p)
	})
}

// MailboxRead writes down that the mailbox was read to its end, if it had not
// been before.
func (w *World) MailboxRead() error {
	unread := false
	err := w.view(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		unread = m.Unread
		return err
	})
	if err != nil || !unread {
		return err
	}
	return w.update(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		m.Unread, m.Deaf, m.Told = false, time.Time{}, nil
		m.Put(tx)
		return err
	})
}

// tellHeld tells the game master, once a day, of a turn that has waited for the
// mailbox for long: one that can be read now and then could hold the game up
// for ever, and only a person knows whether letters are still under way.
func (k *clerk) tellHeld(tx *store.Tx, s overview, now time.Time) error {
	fresh, err := outbox.Once(tx, "held by the mailbox", limits.Day, now)
	if !fresh || err != nil {
		return err
	}
	t, box := &wording.Text{Book: wording.Words(k.settings.Lang)}, s.schedule.Mailbox
	t.Say("held", phrase.Num("turn", s.current.Turn), phrase.Str("deadline", wording.Moment(t.Book, s.ready.Deadline)),
		phrase.Str("since", wording.Moment(t.Book, box.Since.In(k.settings.Zone))))
	t.Line("  " + k.because(box, k.settings.Lang))
	t.Say("held-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
	return nil
}

// heldLong tells whether the turn has waited for the mailbox for long.
func (s overview) heldLong(now time.Time) bool {
	return s.ready.Held && !s.ready.Deadline.IsZero() && now.Sub(s.ready.Deadline) >= heldLong
}

// deaf tells whether the mailbox could not be read for so long that a person
// should see to it, whether or not a turn waits for it.
func (k *clerk) deaf(m pace.Mailbox, now time.Time) bool {
	return m.DeafFor(k.settings.Deaf, now)
}

// tellDeaf tells the game master of a mailbox that could not be read for long: of
// each trouble it has once a day, so that two that take turns are told twice.
func (k *clerk) tellDeaf(tx *store.Tx, m pace.Mailbox, now time.Time) {
	if !k.deaf(m, now) || !m.Tell(now) {
		return
	}
	m.Put(tx)
	t := &wording.Text{Book: wording.Words(k.settings.Lang)}
	t.Say("deaf", phrase.Str("since", wording.Moment(t.Book, m.Deaf.In(k.settings.Zone))))
	t.Line("  " + k.because(m, k.settings.Lang))
	t.Say("deaf-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
}
