package notices

import (
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// heldLong is how long after its deadline the game master is told of a turn that waits for the mailbox. They are told
// again every day.
const heldLong = 6 * time.Hour

// MailboxFailed records that the mailbox could not be read, and why. Until MailboxRead, and until an hour after the
// last failure, a turn is resolved only by force. The game master is told if that lasts.
func MailboxFailed(w *world.World, why deadlines.Reason, now time.Time) error {
	return notRead(w, why, now, func(m *deadlines.Mailbox) {
		m.Failed = now.UTC()
		if m.UnreadSince.IsZero() || m.UnreadSince.After(now) {
			m.UnreadSince, m.Told = now.UTC(), nil
		}
	})
}

// MailboxLeft records that the mailbox was not read to its end, for a reason outside the mailbox. Turns go on once it
// has been read to its end.
func MailboxLeft(w *world.World, why deadlines.Reason, now time.Time) error {
	return notRead(w, why, now, func(*deadlines.Mailbox) {})
}

// notRead records that the mailbox was not read to its end, and why. mark may add to the record. If turns are held up
// for long, or the mailbox cannot be read for long, the game master is told.
func notRead(w *world.World, why deadlines.Reason, now time.Time, mark func(*deadlines.Mailbox)) error {
	return w.Update(func(tx *store.Tx) error {
		m := deadlines.ReadMailbox(tx)
		mark(m.Left(why.Kept(outbox.AnswerKept), now))
		m.Put(tx)
		s, err := w.Overview(tx, now, false)
		if err != nil && !errors.Is(err, faults.ErrRules) { // resolving the turn will report those
			return err
		}
		if err == nil && HeldLong(s, now) {
			TellHeld(world.Session{World: w, Tx: tx, At: now}, s)
			return nil
		}
		reportUnread(w.Setup, tx, m, now)
		return nil
	})
}

// MailboxRead records that the mailbox was read to its end, if it could not be before.
func MailboxRead(w *world.World) error {
	unread := false
	err := w.View(func(tx *store.Tx) error {
		m := deadlines.ReadMailbox(tx)
		unread = m.Unread
		return nil
	})
	if err != nil || !unread {
		return err
	}
	return w.Update(func(tx *store.Tx) error {
		m := deadlines.ReadMailbox(tx)
		m.Unread, m.UnreadSince, m.Told = false, time.Time{}, nil
		m.Put(tx)
		return nil
	})
}

// MailUnshown records that a poll has not shown a mail, though it has shown others. It returns true if the mail is to be
// put aside: then the player whose address it names is told, once a day.
func MailUnshown(w *world.World, m deadlines.Mail, now time.Time) (aside bool, err error) {
	m.Subject = secrets.Scrub(m.Subject, nil)
	err = w.Update(func(tx *store.Tx) error {
		s, err := w.Here(tx, now)
		if err != nil {
			return err
		}
		u, first := s.Schedule.Unshown, false
		aside, first = u.Tried(m, s.Current.Turn, now, s.Schedule.Deadline)
		if u.Put(tx); first {
			tellUnshown(world.Session{World: w, Tx: tx, Current: s.Current, At: now}, m)
		}
		return nil
	})
	return aside, err
}

// tellUnshown tells the player whose address a mail names that it could not be read. Who wrote it is unknown.
func tellUnshown(d world.Session, m deadlines.Mail) {
	for _, here := range d.Current.World.Realms() {
		rec := d.World.People.Person(d.Tx, here.Number)
		if m.From == "" || !slices.ContainsFunc(rec.Mail, func(a string) bool { return address.Same(a, m.From) }) ||
			!outbox.Once(d.Tx, "not shown "+address.Folded(m.From), limits.Day, d.At) {
			continue
		}
		l := &wording.Text{Book: wording.Words(here.Lang)}
		l.Say("unshown", m.Named()...)
		outbox.Open(d.Tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindTold, To: m.From,
			Realm: here.Number, Turn: d.Current.Turn, Subject: l.Book.Say(phrase.P("subject.unshown",
				phrase.Str("world", d.World.Settings.Name), phrase.Num("turn", d.Current.Turn)))}},
			outbox.Draft{Text: l.Body.String()}, d.At)
	}
}

// MailsShown records that a poll which began then has met all mails that the server does not show. If they hold up a
// turn, it counts from now on how long, unless that is known.
func MailsShown(w *world.World, began, now time.Time) error {
	var was deadlines.Unshown
	err := w.View(func(tx *store.Tx) error { was = deadlines.ReadUnshown(tx); return nil })
	if err != nil || len(was.Mails) == 0 {
		return err
	}
	return w.Update(func(tx *store.Tx) error {
		u := deadlines.ReadUnshown(tx)
		u.Polled(began, now)
		u.Put(tx)
		s, err := w.Overview(tx, now, false)
		if err != nil && !errors.Is(err, faults.ErrRules) { // resolving the turn will report those
			return err
		}
		u.FoundDue(s.Current.Turn, s.Ready.Due || s.Ready.Held, now)
		u.Put(tx)
		return nil
	})
}

// Because puts the reason why a mailbox was not read into words.
func Because(k *world.Setup, m deadlines.Mailbox, lang phrase.Lang) string {
	return m.Because(func(p phrase.Phrase) string {
		if k.Settings.Say == nil {
			return wording.Words(lang).Say(p)
		}
		return k.Settings.Say(lang, p)
	})
}

// TellHeld tells the game master, once a day, of a turn that has waited for the mailbox for long. A mailbox that can
// be read only now and then could hold the game up for ever. Only a person knows whether letters are still under way.
func TellHeld(d world.Session, s world.Overview) {
	if !outbox.Once(d.Tx, "held by the mailbox", limits.Day, d.At) {
		return
	}
	t, box := &wording.Text{Book: wording.Words(d.World.Settings.Lang)}, s.Schedule.Mailbox
	t.Say("held", phrase.Num("turn", s.Current.Turn), phrase.Str("deadline", wording.Moment(t.Book, s.Ready.Deadline)),
		phrase.Str("since", wording.Moment(t.Book, box.Since.In(d.World.Settings.Zone))))
	t.Line("  " + Because(d.World.Setup, box, d.World.Settings.Lang))
	t.Say("held-advice")
	d.World.ToMaster.Alarm(d.Tx, outbox.TurnHeld, strings.TrimSuffix(t.Body.String(), "\n"), d.At)
}

// HeldLong reports whether the turn has waited for the mailbox for long.
func HeldLong(s world.Overview, now time.Time) bool {
	return s.Ready.Held && !s.Ready.Deadline.IsZero() && now.Sub(s.Ready.Deadline) >= heldLong
}

// MailboxLongUnread reports whether the mailbox could not be read for so long that a person should look into it. It does not matter
// whether a turn waits for it.
func MailboxLongUnread(k *world.Setup, m deadlines.Mailbox, now time.Time) bool {
	long := k.Settings.UnreadAlarm
	return long > 0 && !m.UnreadSince.IsZero() && now.Sub(m.UnreadSince) >= long
}

// reportUnread tells the game master of a mailbox that was unread for long. Each trouble is told once a day, so
// that the game master hears of both if two alternate.
func reportUnread(k *world.Setup, tx *store.Tx, m deadlines.Mailbox, now time.Time) {
	if !MailboxLongUnread(k, m, now) || !m.Tell(now) {
		return
	}
	m.Put(tx)
	t := &wording.Text{Book: wording.Words(k.Settings.Lang)}
	t.Say("deaf", phrase.Str("since", wording.Moment(t.Book, m.UnreadSince.In(k.Settings.Zone))))
	t.Line("  " + Because(k, m, k.Settings.Lang))
	t.Say("deaf-advice")
	k.ToMaster.Alarm(tx, outbox.MailboxUnread, strings.TrimSuffix(t.Body.String(), "\n"), now)
}
