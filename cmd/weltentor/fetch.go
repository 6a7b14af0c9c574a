package main

import (
	"context"
	"errors"

	"weltentor/mailer/imap"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letters"
	"weltentor/resolve/master"
	"weltentor/resolve/turns"
)

// poll takes in every mail of the inbox: each is committed to the store, with
// its receipt, before the mail server moves it. How it went is written down: no
// turn is resolved soon after a mailbox could not be read.
func (m *mailer) poll(ctx context.Context) (imap.Polled, error) {
	if err := m.settings.Needs("imap.host", m.settings.IMAP.Host); err != nil {
		return imap.Polled{}, err // there is no mailbox
	}
	if err := m.inPlace(); err != nil {
		return imap.Polled{}, err // nothing of a copy changes, not even how its mailbox stands
	}
	if err := m.waits(); err != nil {
		return imap.Polled{}, err
	}
	polled, trouble, err := m.fetch(ctx)
	if err == nil {
		if err := m.World.Meet("imap", m.call.now()); err != nil {
			return polled, m.wrong(err)
		}
		return polled, m.wrong(turns.MailboxRead(m.World))
	}
	if m.deaf = trouble; m.stopped != nil {
		return polled, err
	}
	why, note := deadlines.Reason{Detail: err.Error()}, letters.MailboxLeft
	if c := (*complaint)(nil); errors.As(err, &c) {
		why = deadlines.Reason{What: c.What, Detail: c.Detail(phrase.Lang(m.settings.GM.Lang))}
	}
	if trouble && !errors.Is(ctx.Err(), context.Canceled) {
		note = turns.MailboxFailed // and nobody has stopped us
	}
	return polled, errors.Join(err, note(m.World, why, m.call.now()))
}

// waits tells that no letter is taken in while a turn is held: they stay in the mailbox, which the
// store is not told of.
func (m *mailer) waits() error {
	s, err := master.StatusOf(m.World, m.call.now())
	if err != nil || s.Held == nil {
		return m.wrong(err)
	}
	return later("turn-held", nil, phrase.Str("dir", m.settings.Dir), phrase.Num("turn", s.Held.Turn),
		phrase.Str("since", when(s.Held.Since, m.zone())))
}

// fetch is poll before its end is written down. Trouble is the mailbox's, not
// that of our time or of our store.
func (m *mailer) fetch(ctx context.Context) (polled imap.Polled, trouble bool, err error) {
	config, err := m.imap(ctx)
	if err != nil {
		return polled, true, err
	}
	desk := m.frontDesk(ctx)
	defer desk.row.Close()
	if err = m.claimed(ctx, config); err == nil {
		err = m.reread(ctx, config, desk)
	}
	if err == nil {
		if config.Mark, err = m.mark(); err != nil {
			return polled, false, m.wrong(err)
		}
		polled, err = imap.PollAhead(ctx, config, desk)
	}
	if err := m.keepMark(config.Mark.Known, polled.Mark); err != nil {
		return polled, false, m.wrong(err)
	}
	if ctx.Err() != nil && polled.Processed+polled.Quarantined > 0 {
		return polled, false, later("mail-left", nil, phrase.Str("dir", m.settings.Dir),
			phrase.Num("letters", polled.Processed+polled.Quarantined))
	}
	if desk.fault != nil {
		return polled, false, m.wrong(desk.fault)
	}
	if err = m.elsewhere(err); errors.As(err, new(*complaint)) {
		return polled, true, err
	}
	if trouble := wire.TroubleOf(err); trouble.Settings() {
		return polled, true, m.refusedBy("imap", config.Addr, trouble, err)
	}
	if err == nil && polled.Kept > desk.left {
		return polled, false, later("mail-undecided", nil, phrase.Str("dir", m.settings.Dir),
			phrase.Num("letters", polled.Kept-desk.left))
	}
	if err != nil {
		return polled, true, later("no-imap", err, phrase.Str("dir", m.settings.Dir), phrase.Str("host", config.Addr))
	}
	return polled, false, nil
}
