package resolve

import (
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// mailbox is how reading the game's mailbox went. Only what went wrong is
// written down: a mailbox that is read every five minutes leaves no trace.
type mailbox struct {
	// when it was not read to its end first, with no time since that held up no turn
	Since  time.Time `json:"since,omitzero"`
	Failed time.Time `json:"failed,omitzero"` // when it could not be read last; zero: it could, only not to its end
	Reason           // of the last time
	Said   string    `json:"reason,omitempty"` // the same, of a store of before: it was put into words at once
	Unread bool      `json:"unread,omitempty"` // not read to its end since
	Deaf   time.Time `json:"deaf,omitzero"`    // when it could not be read first, and not to its end since
	Told   []told    `json:"told,omitempty"`   // to the game master, since then
}

// Reason is why a mailbox was not read: a sentence of whoever reads it, see
// Settings.Say, and what others say of it.
type Reason struct {
	What   phrase.Phrase `json:"what,omitzero"`
	Detail string        `json:"detail,omitempty"` // a mail server's words, or an error's
}

// told is a trouble with the mailbox, without what others say of it, which may
// differ each time, and when the game master was told of it last.
type told struct {
	What string    `json:"what"`
	At   time.Time `json:"at"`
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
func (w *World) MailboxFailed(why Reason, now time.Time) error {
	return w.notRead(why, now, func(m *mailbox) {
		m.Failed = now.UTC()
		if m.Deaf.IsZero() || m.Deaf.After(now) {
			m.Deaf, m.Told = now.UTC(), nil
		}
	})
}

// MailboxLeft writes down that the mailbox was not read to its end, for a reason
// that is not its own: the next whole reading lets turns go on.
func (w *World) MailboxLeft(why Reason, now time.Time) error {
	return w.notRead(why, now, func(*mailbox) {})
}

func (w *World) notRead(why Reason, now time.Time, mark func(*mailbox)) error {
	return w.update(func(tx *store.Tx) error {
		meta := tx.Bucket(store.MetaBucket)
		m, _, err := store.GetJSON[mailbox](meta, []byte("mailbox"))
		if err != nil {
			return err
		}
		if !m.holds(now) {
			m = mailbox{Since: now.UTC()}
		}
		mark(&m)
		m.Reason, m.Said, m.Unread = why.kept(), "", true
		store.PutJSON(meta, []byte("mailbox"), m)
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

// kept is the reason as it is stored: whatever a server says, in one line each.
func (r Reason) kept() Reason {
	what := phrase.P(r.What.Code, slices.Clone(r.What.Args)...)
	for i := range what.Args {
		what.Args[i].S = wording.Clipped(wording.OneLine(what.Args[i].S), outbox.AnswerKept)
	}
	return Reason{what, wording.Clipped(wording.OneLine(r.Detail), outbox.AnswerKept)}
}

// because puts the reason into words of a language.
func (k *clerk) because(m mailbox, lang phrase.Lang) string {
	say, text := k.settings.Say, m.Said
	if say == nil {
		say = func(lang phrase.Lang, p phrase.Phrase) string { return wording.Words(lang).Say(p) }
	}
	if m.What.Code != "" {
		text = say(lang, m.What)
	}
	switch {
	case text == "":
		return m.Detail
	case m.Detail == "":
		return text
	}
	return text + ": " + m.Detail
}

// MailboxRead writes down that the mailbox was read to its end, if it had not
// been before.
func (w *World) MailboxRead() error {
	unread := false
	err := w.view(func(tx *store.Tx) error {
		m, _, err := store.GetJSON[mailbox](tx.Bucket(store.MetaBucket), []byte("mailbox"))
		unread = m.Unread
		return err
	})
	if err != nil || !unread {
		return err
	}
	return w.update(func(tx *store.Tx) error {
		m, _, err := store.GetJSON[mailbox](tx.Bucket(store.MetaBucket), []byte("mailbox"))
		m.Unread, m.Deaf, m.Told = false, time.Time{}, nil
		store.PutJSON(tx.Bucket(store.MetaBucket), []byte("mailbox"), m)
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
	t, box := &wording.Text{Book: wording.Words(k.settings.Lang)}, s.schedule.mailbox
	t.Say("held", phrase.Num("turn", s.current.Turn), phrase.Str("deadline", wording.Moment(t.Book, s.ready.deadline)),
		phrase.Str("since", wording.Moment(t.Book, box.Since.In(k.settings.Zone))))
	t.Line("  " + k.because(box, k.settings.Lang))
	t.Say("held-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
	return nil
}

// heldLong tells whether the turn has waited for the mailbox for long.
func (s overview) heldLong(now time.Time) bool {
	return s.ready.held && !s.ready.deadline.IsZero() && now.Sub(s.ready.deadline) >= heldLong
}

// deaf tells whether the mailbox could not be read for so long that a person
// should see to it, whether or not a turn waits for it.
func (k *clerk) deaf(m mailbox, now time.Time) bool {
	return k.settings.Deaf > 0 && !m.Deaf.IsZero() && now.Sub(m.Deaf) >= k.settings.Deaf
}

// tellDeaf tells the game master of a mailbox that could not be read for long: of
// each trouble it has once a day, so that two that take turns are told twice.
func (k *clerk) tellDeaf(tx *store.Tx, m mailbox, now time.Time) {
	if !k.deaf(m, now) {
		return
	}
	what := subjectOf(m.Reason)
	at := slices.IndexFunc(m.Told, func(t told) bool { return t.What == what })
	switch {
	case at < 0:
		m.Told = append(m.Told, told{what, now.UTC()})
	case now.Sub(m.Told[at].At) < limits.Day:
		return
	default:
		m.Told[at].At = now.UTC()
	}
	store.PutJSON(tx.Bucket(store.MetaBucket), []byte("mailbox"), m)
	t := &wording.Text{Book: wording.Words(k.settings.Lang)}
	t.Say("deaf", phrase.Str("since", wording.Moment(t.Book, m.Deaf.In(k.settings.Zone))))
	t.Line("  " + k.because(m, k.settings.Lang))
	t.Say("deaf-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
}

// subjectOf is what a reason is about, without what others say of it.
func subjectOf(r Reason) string {
	words := []string{r.What.Code}
	for _, a := range r.What.Args {
		words = append(words, a.S)
	}
	return strings.Join(words, " ")
}
