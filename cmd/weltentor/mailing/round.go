package mailing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/practice"
	"weltentor/resolve/turns"
)

// How often cron repeats itself, since everything it prints may become a mail.
const (
	perDay    = 24 * time.Hour
	whileDown = 6 * time.Hour // while a turn is due and a server is down
	tooLong   = 24 * time.Hour
)

// round polls, resolves the turn if it is due, goes on with practice games, and sends. If the mailbox could not be read,
// the turn waits, since orders may be there. Trouble that passes is reported only when it matters.
func (m *Mailer) round(ctx context.Context) int {
	code := complaint.ExitDone
	before, err := gamemaster.StatusOf(m.World, m.Call.Now())
	if err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if err := m.Settings.Needs("address", m.Settings.Address); err != nil {
		return m.hold(err, before)
	}
	if err := m.World.Accepts(); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if err := m.InPlace(); err != nil {
		return m.hold(err, before)
	}
	if err := m.begins(); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	defer m.connects(ctx)()
	began := m.Call.Now()
	polled, unread := m.pollHalf(ctx)
	if end := before.Deadline; unread == nil && end.After(began) && !end.After(m.Call.Now()) {
		_, unread = m.pollHalf(ctx) // the deadline passed meanwhile, and what came before it counts
	}
	due := m.Call.Now() // what the page has sent until then is taken in
	if err := TakeArrived(m.Opened, nil); err != nil {
		code = m.hold(m.Wrong(err), before)
	} else if before.Held != nil {
		if m.carried == 0 { // otherwise the next round goes on from there
			code = complaint.ExitLater
			m.complain(perDay, unread)
		}
	} else if unread != nil {
		code = m.hold(unread, before)
	} else if turn, err := turns.Await(m.World, due, m.Patience()); err != nil {
		code = m.hold(m.Wrong(err), before)
	} else {
		if m.resolved(turn); turn.Failed { // a letter says so
			code = complaint.ExitLater
		}
		if _, err := players.Seat(m.World, m.Call.Now()); err != nil { // after the turn, which may have freed a realm
			code = m.hold(m.Wrong(err), before)
		}
	}
	if before.Held == nil {
		if err := m.Upkeep(ctx); err != nil {
			code = m.hold(m.Wrong(err), before)
		}
	}
	if err := m.Opens(); err != nil {
		code = m.hold(err, before)
	}
	sent, err := m.Send(ctx)
	if err != nil {
		sending := m.hold(err, before)
		if unread != nil && before.Mailbox != nil && before.Mailbox.LongUnread {
			m.complain(perDay, unread, err) // the letter that would report it waits too
		}
		if code == complaint.ExitDone || sending == complaint.ExitUsage {
			code = sending
		}
	}
	if err := m.finish(ctx); err != nil {
		code = cmp.Or(code, m.hold(err, before))
	}
	if err := m.watchPages(); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	after, err := gamemaster.StatusOf(m.World, m.Call.Now())
	if err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if after.Full != "" {
		m.complain(perDay, complaint.Later("mailbox-full", errors.New(after.Full), phrase.Str("dir", m.Settings.Dir),
			phrase.Str("user", m.Settings.IMAP.User), phrase.Str("folder", m.Settings.IMAP.Done)))
		code = cmp.Or(code, complaint.ExitLater)
	}
	m.stay.plan(after.Next)
	m.TellFailed(before, after, true)
	if err := m.Tell(after.Notices); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if code == complaint.ExitDone && before.Spoken && m.mayAgain() {
		if err := m.World.Unsay(gamemaster.Cron); err != nil {
			return m.hold(m.Wrong(err), before)
		}
	}
	if code == complaint.ExitDone && after.Outbox.Left() > 0 {
		code = complaint.ExitLater
	}
	if err := m.notifies(after); err != nil {
		return m.hold(m.Wrong(err), before)
	}
	if m.first() && unread == nil {
		m.Call.Voice.Say("cron-first", phrase.Str("dir", m.Settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined),
			phrase.Num("sent", sent), phrase.Num("turn", after.Turn))
		if err := m.World.NoteFirst(byHand, m.Call.Now()); err != nil {
			return m.hold(m.Wrong(err), before)
		}
	}
	return code
}

// Upkeep is what a world needs beside its mail and its turns, here as in a fleet: practice games go on, and strangers are
// forgotten once a day.
func (m *Mailer) Upkeep(ctx context.Context) error {
	return cmp.Or(practice.Play(ctx, m.World, m.Call.Now()), gamemaster.ForgetStrangers(m.World, m.Call.Now()))
}

// connects makes a round use one connection to its mailbox, and leave for its end what may be done when the answers have
// left.
func (m *Mailer) connects(ctx context.Context) (end func()) {
	m.later = &imap.Later{}
	if m.line = m.stay.kept(); m.line != nil {
		return func() {}
	}
	m.line = &imap.Line{}
	return func() { m.line.Close(context.WithoutCancel(ctx)) }
}

// Opens publishes what has changed, if the settings want it, before letters leave that link to it. A copy of a world
// publishes nothing, and neither does a world of a fleet.
func (m *Mailer) Opens() error {
	if m.Settings.PublicTo == "" || m.Settings.Fleet != "" || m.Still() != nil {
		return nil
	}
	now, err := gamemaster.StatusOf(m.World, m.Call.Now())
	if err == nil {
		err = m.publishes(now)
	}
	return m.Wrong(err)
}

// byHand marks, among the things a world meets once, that cron has read the mailbox at a terminal.
const byHand = "cron"

// first reports whether a person runs cron and has not yet seen it work in this world. They are told what it did,
// since silence could mean anything.
func (m *Mailer) first() bool {
	if !m.Call.Seen {
		return false
	}
	met, err := m.World.Met(byHand)
	return !met && err == nil
}

// NoIMAP and NoSMTP are the complaints that a mail server cannot be used.
const NoIMAP, NoSMTP = "no-imap", "no-smtp"

// servers are the names under which the store remembers a server that has answered, by the complaint about it.
var servers = map[string]string{NoIMAP: "imap", NoSMTP: "smtp"}

// unmet reports whether an error is of a mail server that has never answered since the founding: its name is probably
// misspelt.
func (m *Mailer) unmet(err error) bool {
	c, is := errors.AsType[*complaint.Complaint](err)
	if !is || servers[c.What.Code] == "" {
		return false
	}
	met, err := m.World.Met(servers[c.What.Code])
	return !met && err == nil
}

// mayAgain counts that all went well after a complaint, and reports whether the next complaint may come at once. A
// server that refuses every other login must not cause mail all day.
func (m *Mailer) mayAgain() bool {
	within, err := m.World.Allow(limits.TroublesAgain, m.Call.Now())
	return within && err == nil
}

// pollHalf is Poll for at most half of the time left. A flood of mail, or a mail server that hangs, must not keep
// letters from leaving.
func (m *Mailer) pollHalf(ctx context.Context) (imap.Polled, error) {
	if end, ok := ctx.Deadline(); ok {
		half, cancel := context.WithTimeout(ctx, time.Until(end)/2)
		defer cancel()
		ctx = half
	}
	return m.Poll(ctx)
}

// hold returns the exit code for an error in a round, and may print it. What a person must correct is printed at once,
// then once a day, and when it comes back or changes. So is a server that has never answered. Trouble that passes is
// printed only when the turn is due or letters have waited too long, and not every time. A person at a terminal hears
// each.
func (m *Mailer) hold(err error, s gamemaster.Status) int {
	exit, every := complaint.ExitOf(err), perDay
	if exit == complaint.ExitLater && !m.unmet(err) {
		every = whileDown
		waited := !s.Outbox.Oldest.IsZero() && m.Call.Now().Sub(s.Outbox.Oldest) >= tooLong
		if !s.Due && !s.Passed && !waited && !m.Call.Seen {
			return exit
		}
	}
	m.complain(every, err)
	return exit
}

// complain prints each of some troubles that need a person, unless it was printed a short time ago and nobody looks on.
func (m *Mailer) complain(every time.Duration, troubles ...error) {
	for _, err := range troubles {
		if fresh, fault := m.World.Once(gamemaster.Cron+complaint.Subject(err), every, m.Call.Now()); fresh || fault != nil {
			m.heard.cried++
			m.Call.Voice.Complain(err)
		} else if m.Call.Seen {
			m.Call.Voice.Complain(err)
		}
	}
}

// Tell prints what could not be mailed to the game master, once. It then counts as told, since the game master reads
// what cron prints.
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
		fmt.Fprint(m.Call.Voice.Err, "weltentor: "+lines) // in one piece: another world may print at the same time
		told = append(told, n.ID)
	}
	if len(told) == 0 {
		return nil
	}
	return m.World.NoticesTold(m.Call.Now(), told...)
}
