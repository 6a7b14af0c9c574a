package fleet

import (
	"context"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// World is a world of a fleet that a call works on. Whoever takes the world in hand makes it, and the call carries it to
// the code that opens the world. Its methods may be called with nil, for a world in a folder of its own.
type World struct {
	Stay
	Config *config.Config
	Mine   imap.Mine                   // which mails are taken
	Sums   map[Mail]string             // sums of these mails when they were sorted
	Others func([]byte) (bool, error)  // reports whether a mail is another world's
	Permit func(context.Context) error // asked before a letter leaves
	Key    func(*store.Store)          // gives changes of its store the key of a command; nil: they have none
}

// Signs gives the changes of a world's store the key of the command that makes them.
func (a *World) Signs(st *store.Store) {
	if a != nil && a.Key != nil {
		a.Key(st)
	}
}

// Serve makes a world of a fleet use the servers of the fleet's settings, and no others. So a world's settings in the
// database can neither run a command on a host nor open one of its files.
func (a *World) Serve(s *settings.Settings) error {
	if a == nil {
		return nil
	}
	s.Fleet = a.Config.File
	m, at, err := Served(a.Config, s, a.Mailbox, a.Account)
	if m != nil {
		m.Serve(s)
	}
	if at != nil {
		s.SMTP.Server = at.Server
	}
	return err
}

// Replaced reports whether another mail, for another world, has taken the number of the mail that was sorted. A mail
// server that was reset gives numbers again. The mail then stays in the inbox, to be sorted.
func (a *World) Replaced(f imap.Fetched) (bool, error) {
	if a == nil {
		return false, nil
	}
	sum, is := a.Sums[Mail{Validity: f.UIDValidity, UID: f.UID}]
	if !is || sum == SumOf(f.Raw) {
		return false, nil
	}
	return a.Others(f.Raw)
}

// Permitted returns an error if a letter may not leave now.
func (a *World) Permitted(ctx context.Context) error {
	if a == nil || a.Permit == nil {
		return nil
	}
	return a.Permit(ctx)
}

// Served returns the fleet's mailbox and account for a world: those of these names, otherwise those that its settings
// name. It returns nil for what they do not name.
func Served(c *config.Config, s *settings.Settings, mailbox, account string) (m *config.Mailbox,
	at *config.Account, err error) {
	file := phrase.Str("fleet", c.File)
	m, at = c.Mailbox(mailbox), c.Account(account)
	if m == nil && s.IMAP.Host != "" {
		if m = c.MailboxOf(s); m == nil {
			return nil, nil, complaint.Usage("fleet-no-mailbox", file, phrase.Str("host", s.IMAP.Addr()),
				phrase.Str("user", s.IMAP.User), phrase.Str("inbox", s.IMAP.Inbox))
		}
	}
	if at == nil && s.SMTP.Host != "" {
		if at = c.AccountOf(s); at == nil {
			return nil, nil, complaint.Usage("fleet-no-account", file, phrase.Str("host", s.SMTP.Addr()),
				phrase.Str("user", s.SMTP.User))
		}
	}
	return m, at, nil
}
