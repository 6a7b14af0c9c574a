package mailing

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"net/mail"
	"slices"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/sender"
	"weltentor/resolve/turns"
)

// Poll takes in every mail of the inbox. Each is committed to the store, with its receipt, before the mail server
// moves it. Then what the game master has confirmed about turns is carried out. The outcome is recorded: no turn is
// resolved soon after a mailbox could not be read.
func (m *Mailer) Poll(ctx context.Context) (imap.Polled, error) {
	if err := m.Settings.Needs("imap.host", m.Settings.IMAP.Host); err != nil {
		return imap.Polled{}, err // there is no mailbox
	}
	if err := m.InPlace(); err != nil {
		return imap.Polled{}, err // nothing in a copy changes, not even the state of its mailbox
	}
	waits := m.Waits()
	if waits != nil && !m.HearsMaster() {
		return imap.Polled{}, waits
	}
	polled, trouble, err := m.Fetch(ctx)
	if done := m.CarryOut(); done != nil {
		return polled, errors.Join(done, err)
	}
	if waits != nil {
		return polled, cmp.Or(err, waits)
	}
	if err == nil {
		if err := m.World.NoteFirst("imap", m.Call.Now()); err != nil {
			return polled, m.Wrong(err)
		}
		return polled, m.Wrong(notices.MailboxRead(m.World))
	}
	if m.deaf = trouble; m.Stopped != nil {
		return polled, err
	}
	why, note := deadlines.Reason{Detail: err.Error()}, notices.MailboxLeft
	if c := (*complaint.Complaint)(nil); errors.As(err, &c) {
		why = deadlines.Reason{What: c.What, Detail: c.Detail(phrase.Lang(m.Settings.GM.Lang))}
	}
	if trouble && !errors.Is(ctx.Err(), context.Canceled) {
		note = notices.MailboxFailed // and the reason is not that we were stopped
	}
	return polled, errors.Join(err, note(m.World, why, m.Call.Now()))
}

// Fetch does what Poll does, but does not record the outcome. Trouble is true if the mailbox failed, and false if the
// time was up or the store failed.
func (m *Mailer) Fetch(ctx context.Context) (polled imap.Polled, trouble bool, err error) {
	config, err := m.IMAP(ctx)
	if err != nil {
		return polled, true, err
	}
	desk, began := m.FrontDesk(ctx), m.Call.Now()
	defer desk.Close()
	if m.held {
		config.Mine = m.fromMaster(config.Mine)
	}
	again := 0
	if err = m.claimed(ctx, config); err == nil && !m.held {
		again, err = m.reread(ctx, config, desk)
	}
	if err == nil {
		if config.Mark, err = m.Mark(); err != nil {
			return polled, false, m.Wrong(err)
		}
		if polled, err = imap.PollAhead(ctx, config, desk); err == nil && !m.held {
			desk.fault = notices.MailsShown(m.World, began, m.Call.Now())
		}
	}
	polled.Processed += again
	if err := m.keepMark(config.Mark.Known, polled.Mark); err != nil {
		return polled, false, m.Wrong(err)
	}
	if ctx.Err() != nil && polled.Processed+polled.Quarantined > 0 {
		return polled, false, complaint.Later("mail-left", nil, phrase.Str("dir", m.Settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined))
	}
	if desk.fault != nil {
		return polled, false, m.Wrong(desk.fault)
	}
	if err = m.elsewhere(err); errors.As(err, new(*complaint.Complaint)) {
		return polled, true, err
	}
	if trouble := wire.TroubleOf(err); trouble.Settings() {
		return polled, true, m.RefusedBy("imap", config.Addr, trouble, err)
	}
	if err == nil && polled.Kept > desk.left {
		return polled, false, complaint.Later(Undecided, nil, phrase.Str("dir", m.Settings.Dir),
			phrase.Num("letters", polled.Kept-desk.left))
	}
	if err != nil {
		return polled, true, complaint.Later(NoIMAP, err, phrase.Str("dir", m.Settings.Dir), phrase.Str("host", config.Addr))
	}
	return polled, false, nil
}

// finish does what the polls of a round have left to do in the mailbox, now that the answers have left. If the world goes
// on elsewhere, its mails stay there.
func (m *Mailer) finish(ctx context.Context) error {
	if m.Stopped != nil {
		return nil
	}
	copies := m.keepCopies(ctx)
	if m.Settings.IMAP.Host == "" {
		return copies
	}
	config, err := m.IMAP(ctx)
	if err != nil {
		return nil // the poll has said so
	}
	if config.Mark, err = m.Mark(); err != nil {
		return m.Wrong(err)
	}
	known, err := imap.Finish(ctx, config)
	if kept := m.keepMark(config.Mark.Known, known); kept != nil {
		return m.Wrong(kept)
	}
	err = cmp.Or(err, copies)
	if err = m.elsewhere(err); err == nil || errors.As(err, new(*complaint.Complaint)) {
		return err
	}
	return complaint.Later(NoIMAP, err, phrase.Str("dir", m.Settings.Dir), phrase.Str("host", config.Addr))
}

// reread takes in again what a restored backup has lost, see players.Wanted. It looks into the mailbox only if there
// is something to look for. It returns how many mails it took in.
func (m *Mailer) reread(ctx context.Context, config imap.Config, d *frontDesk) (n int, err error) {
	r := m.World
	want, err := players.Wanted(r, m.Call.Now())
	if err != nil || want.None() {
		return 0, m.Wrong(err)
	}
	if err := m.keepCopies(ctx); err != nil {
		return 0, err
	}
	m.again = true
	defer func() { m.again = false }()
	var fault error // whose mail it is could not be found out: it is tried again next time
	err = imap.Again(ctx, config, want.Since, func(f imap.Fetched) error {
		if c, is, wanted, err := m.CopyIn(f.Raw, &want); is {
			if err != nil || !wanted {
				return err
			}
			n++
			return d.againFromPage(c, f, &want)
		}
		hash := sha256.Sum256(f.Raw)
		known, _, err := sender.Expect(m.World, hash)
		// What is wrong with the store, the letter will tell.
		if err != nil || !want.Has(hash, f.Arrived, known[0]) {
			return nil
		}
		others, err := m.OfOthers(f.Raw)
		if fault = cmp.Or(fault, err); others || err != nil {
			return nil
		}
		d.Prepare([]imap.Fetched{f})
		v, err := d.Commit()
		if err != nil || v[0] == imap.Keep { // whether its sender is proven may be known later
			want.Later(hash)
		} else {
			n++
		}
		return err
	})
	if err = cmp.Or(err, fault); err != nil {
		return n, err
	}
	return n, m.Wrong(players.Reread(r, want, m.Call.Now()))
}

// While a turn is held, only the game master's letters about that turn are taken. All other mails stay in the mailbox.

// Waits returns an error while a turn is held. The store is then told nothing about the mailbox.
func (m *Mailer) Waits() error {
	s, err := gamemaster.StatusOf(m.World, m.Call.Now())
	if m.held = err == nil && s.Held != nil; !m.held {
		return m.Wrong(err)
	}
	return complaint.Later("turn-held", nil, phrase.Str("dir", m.Settings.Dir), phrase.Num("turn", s.Held.Turn),
		phrase.Str("since", call.When(s.Held.Since, m.Zone())))
}

// HearsMaster reports whether there is a game master whose letters are taken while a turn is held.
func (m *Mailer) HearsMaster() bool { return m.held && len(m.Settings.GM.Mail) > 0 }

// CarryOut does what the game master has confirmed by mail about turns.
func (m *Mailer) CarryOut() error {
	n, err := turns.CarryOut(m.World, m.Call.Now())
	m.carried += n
	return m.Wrong(err)
}

// fromMaster lets a poll take only mails from the game master. All others are left to the worlds beside it, and to the
// time after the hold.
func (m *Mailer) fromMaster(mine imap.Mine) imap.Mine {
	return func(beside []imap.Neighbour, validity uint32, uids []uint32, heads imap.Heads) (out []uint32, err error) {
		err = sorting.EachHead(uids, heads, func(uid uint32, head []byte) {
			h, _, _, err := mime.SplitHeader(head)
			if err == nil && slices.ContainsFunc(mime.Addresses(h, "From"),
				func(a mail.Address) bool { return m.Settings.IsMaster(a.Address) }) {
				out = append(out, uid)
			}
		})
		if slices.Sort(out); err != nil || mine == nil {
			return out, err
		}
		return mine(beside, validity, out, heads)
	}
}
