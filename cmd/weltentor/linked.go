package main

import (
	"context"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// aboard is a call that works on a world of a fleet: in a host's copy of it, linked to its
// journal. The marks by which an ordinary folder is told from its copies say nothing here, for
// the journal refuses whoever is not its only writer.
type aboard struct {
	fleet.Stay
	config *config.Config
	mine   imap.Mine                   // which mails are taken
	sums   map[post.Mail]string        // of these mails, when they were sorted
	others func([]byte) (bool, error)  // tells whether a mail is another world's
	permit func(context.Context) error // asked before a letter leaves
}

// link is what a world's store is linked to; nil: nothing.
func (a *aboard) link() *store.Link {
	if a == nil {
		return nil
	}
	return a.Link
}

// serve lets a world of a fleet use the servers of the fleet's settings, and no others: what the register has of it
// runs no command of a host and opens none of its files.
func (a *aboard) serve(s *settings.Settings) error {
	if a == nil {
		return nil
	}
	s.Fleet = a.config.File
	m, at, err := served(a.config, s, a.Mailbox, a.Account)
	if m != nil {
		m.Serve(s)
	}
	if at != nil {
		s.SMTP.Server = at.Server
	}
	return err
}

// replaced tells whether a mail is not the one that was sorted under its number, and another world's: a mail server
// that was set back gives numbers again. It stays in the inbox, to be sorted.
func (a *aboard) replaced(f imap.Fetched) (bool, error) {
	if a == nil {
		return false, nil
	}
	sum, is := a.sums[post.Mail{Validity: f.UIDValidity, UID: f.UID}]
	if !is || sum == post.SumOf(f.Raw) {
		return false, nil
	}
	return a.others(f.Raw)
}

// permitted asks, before a letter leaves, whether it may.
func (a *aboard) permitted(ctx context.Context) error {
	if a == nil || a.permit == nil {
		return nil
	}
	return a.permit(ctx)
}

// served are the fleet's mailbox and account for a world: those of these names, otherwise those that its settings
// name; nil where they name none.
func served(c *config.Config, s *settings.Settings, mailbox, account string) (m *config.Mailbox,
	at *config.Account, err error) {
	file := phrase.Str("fleet", c.File)
	m, at = c.Mailbox(mailbox), c.Account(account)
	if m == nil && s.IMAP.Host != "" {
		if m = c.MailboxOf(s); m == nil {
			return nil, nil, usage("fleet-no-mailbox", file, phrase.Str("host", s.IMAP.Addr()),
				phrase.Str("user", s.IMAP.User), phrase.Str("inbox", s.IMAP.Inbox))
		}
	}
	if at == nil && s.SMTP.Host != "" {
		if at = c.AccountOf(s); at == nil {
			return nil, nil, usage("fleet-no-account", file, phrase.Str("host", s.SMTP.Addr()),
				phrase.Str("user", s.SMTP.User))
		}
	}
	return m, at, nil
}
