package mailing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/turns"
)

// How often cron says the same thing again, for whatever it writes may become a
// mail.
const (
	perDay    = 24 * time.Hour
	whileDown = 6 * time.Hour // a turn is due and a server is down
	tooLong   = 24 * time.Hour
)

// round is poll, turn if due, send. A mailbox that could not be read holds the
// turn back: orders may lie in it. What will pass by itself is told only when
// it matters.
func (m *Mailer) round(ctx context.Context) int {
	code := fault.ExitDone
	before, err := master.StatusOf(m.World, m.Call.Now())
	if err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if err := m.Settings.Needs("address", m.Settings.Address); err != nil {
		return m.hold(err, before)
	}
	if err := m.InPlace(); err != nil {
		return m.hold(err, before)
	}
	polled, unread := m.pollHalf(ctx)
	if before.Held != nil {
		code = fault.ExitLater
		m.complainDaily(unread)
	} else if unread != nil {
		code = m.hold(unread, before)
	} else if _, err := turns.Advance(m.World, m.Call.Now(), false); err != nil {
		code = m.hold(m.Wrong(err), before)
	} else if _, err := players.Seat(m.World, m.Call.Now()); err != nil { // after the turn: it may have set a realm free
		code = m.hold(m.Wrong(err), before)
	}
	sent, err := m.Send(ctx)
	if err != nil {
		sending := m.hold(err, before)
		if unread != nil && before.Mailbox != nil && before.Mailbox.Deaf {
			m.complainDaily(unread, err) // the letter that tells of it waits as well
		}
		if code == fault.ExitDone || sending == fault.ExitUsage {
			code = sending
		}
	}
	after, err := master.StatusOf(m.World, m.Call.Now())
	if err != nil {
		return m.hold(m.Wrong(err), before)
	}
	m.TellFailed(before, after, func() bool { return m.MaySpeak(limits.FailuresSpoken) })
	if err := m.Tell(after.Notices); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if code == fault.ExitDone && before.Spoken && m.mayAgain() {
		if err := m.World.Unsay(master.Cron); err != nil {
			return m.hold(m.Wrong(err), before)
		}
	}
	if code == fault.ExitDone && after.Outbox.Waiting > 0 {
		code = fault.ExitLater
	}
	if m.first() && unread == nil {
		m.Call.Voice.Say("cron-first", phrase.Str("dir", m.Settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined),
			phrase.Num("sent", sent), phrase.Num("turn", after.Turn))
		if err := m.World.Meet(byHand, m.Call.Now()); err != nil {
			return m.hold(m.Wrong(err), before)
		}
	}
	return code
}

// byHand is, among what a world meets once, a cron at a terminal that read the mailbox.
const byHand = "cron"

// first tells whether a person runs cron, and has not seen it work in this world yet:
// he is told what it did, for silence could mean anything.
func (m *Mailer) first() bool {
	if !m.Call.Seen {
		return false
	}
	met, err := m.World.Met(byHand)
	return !met && err == nil
}

// unmet tells whether the error is of a mail server that has never answered since the
// founding: it is not down but probably misspelt.
func (m *Mailer) unmet(err error) bool {
	var c *fault.Complaint
	if !errors.As(err, &c) {
		return false
	}
	for code, section := range map[string]string{"no-imap": "imap", "no-smtp": "smtp"} {
		if c.What.Code == code {
			met, err := m.World.Met(section)
			return !met && err == nil
		}
	}
	return false
}

// MaySpeak counts one more line of a kind, and tells whether it is within the
// limit; where the store cannot count it, nobody is kept in ignorance.
func (m *Mailer) MaySpeak(l limits.Limit) bool {
	within, err := m.World.Allow(l, m.Call.Now())
	return within || err != nil
}

// mayAgain counts that all went well after a complaint, and tells whether the next one may be
// made at once: a server that refuses every other login must not mail somebody all day.
func (m *Mailer) mayAgain() bool {
	within, err := m.World.Allow(limits.TroublesAgain, m.Call.Now())
	return within && err == nil
}

// pollHalf is poll for at most half of the time there is: a flood of mail, or a
// mail server that hangs, must not keep letters from leaving.
func (m *Mailer) pollHalf(ctx context.Context) (imap.Polled, error) {
	if end, ok := ctx.Deadline(); ok {
		half, cancel := context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
		ctx = half
	}
	return m.Poll(ctx)
}

// hold is the exit code of what went wrong in a round. It speaks at once of what a person
// must mend, and then once a day, or when it comes back or is another mistake; of a server
// that has never answered, too, and whenever a person waits for the first word. What passes
// by itself it tells when the turn is due, or letters have waited too long; not every time.
func (m *Mailer) hold(err error, s master.Status) int {
	exit := fault.ExitUsage
	var c *fault.Complaint
	if errors.As(err, &c) {
		exit = c.Exit
	} else if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		exit = fault.ExitLater
	}
	now, every := m.Call.Now(), perDay
	if exit == fault.ExitLater && m.first() {
		m.Call.Voice.Complain(err)
		return exit
	}
	if exit == fault.ExitLater && !m.unmet(err) {
		every = whileDown
		waited := !s.Outbox.Oldest.IsZero() && now.Sub(s.Outbox.Oldest) >= tooLong
		if !s.Due && !s.Passed && !waited {
			return exit
		}
	}
	if fresh, fault := m.World.Once(master.Cron+fault.Subject(err), every, now); fresh || fault != nil {
		m.Call.Voice.Complain(err)
	}
	return exit
}

// complainDaily speaks of each of some troubles that has not been told within a day.
func (m *Mailer) complainDaily(troubles ...error) {
	for _, err := range troubles {
		if fresh, fault := m.World.Once(master.Cron+fault.Subject(err), perDay, m.Call.Now()); fresh || fault != nil {
			m.Call.Voice.Complain(err)
		}
	}
}

// Tell writes down here what could not be mailed to the game master, once; who
// reads what cron writes has read it then.
func (m *Mailer) Tell(notices []outbox.Notice) error {
	var told []uint64
	for _, n := range notices {
		if !n.Told.IsZero() {
			continue
		}
		lines := m.Call.Voice.Book.Say(phrase.P("notice", phrase.Str("dir", m.Settings.Dir),
			phrase.Str("subject", n.Subject))) + "\n"
		for line := range strings.Lines(n.Text) {
			lines += "  " + strings.TrimRight(line, " \r\n") + "\n"
		}
		fmt.Fprint(m.Call.Voice.Err, "weltentor: "+lines) // at once: another world may speak as well
		told = append(told, n.ID)
	}
	if len(told) == 0 {
		return nil
	}
	return m.World.NoticesTold(m.Call.Now(), told...)
}
