// Package mailing fetches and sends the mail of an opened world. An opened folder goes in, a Mailer comes out. It
// reaches the servers, takes letters in, hands letters over, and does everything for cron, even for several worlds
// that share an inbox. Commands that touch mail call it, and hosts of a fleet.
package mailing

import (
	"context"
	"crypto/tls"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// Mailer does the mail of an opened world.
type Mailer struct {
	*folder.Opened
	proving *prover           // nil until a sender must be proven
	tokens  map[string]string // made in this call by token_command
	deaf    bool              // its mailbox could not be read in this call
	again   bool              // mails that came after the restored backup are being read
	inbox   *sorting.Inbox    // see shared
	held    bool              // a turn is held, see Waits
	carried int               // requests of the game master that were carried out in this call
	stay    *stay             // nil: only this call serves the world
	notify  *notify.Settings  // who is told of what happens; nil: nobody
	heard   heard
}

// Of returns the mailer of a world.
func Of(w *folder.Opened) *Mailer { return &Mailer{Opened: w} }

// Limited returns a context that ends when the world's time is up.
func (m *Mailer) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(m.Settings.Limit)
	return context.WithTimeout(ctx, limit)
}

// IMAP returns how the mailbox is reached, with its password or a token.
func (m *Mailer) IMAP(ctx context.Context) (imap.Config, error) {
	s := m.Settings.IMAP
	if err := m.Settings.Needs("imap.host", s.Host); err != nil {
		return imap.Config{}, err
	}
	password, token, roots, err := m.access(ctx, "imap", s.Server)
	if err != nil {
		return imap.Config{}, err
	}
	server := imap.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token,
		Inbox: s.Inbox, Processed: s.Done, Quarantine: s.Quarantine, Line: m.stay.kept(),
	}
	if a := m.Call.Linked; a != nil {
		server.Mine, server.Line = a.Mine, a.Line
	} else if inbox := m.shared(); inbox != nil {
		server.Mine, server.Marks = inbox.Mine(m.given().id()), &inbox.Marks
	}
	return server, nil
}

// SMTP returns how letters are handed over, with the password or a token.
func (m *Mailer) SMTP(ctx context.Context) (smtp.Config, error) {
	s := m.Settings.SMTP
	if err := m.Settings.Needs("smtp.host", s.Host); err != nil {
		return smtp.Config{}, err
	}
	if err := m.Settings.Needs("address", m.Settings.Address); err != nil {
		return smtp.Config{}, err
	}
	server, err := m.Sending(ctx)
	if err != nil {
		return smtp.Config{}, err
	}
	if server.NoNull, err = m.World.RefusesNull(s.Addr(), m.Call.Now()); err != nil {
		return smtp.Config{}, m.Wrong(err)
	}
	return server, nil
}

// Sending is SMTP without what the world knows about the server.
func (m *Mailer) Sending(ctx context.Context) (smtp.Config, error) {
	s := m.Settings.SMTP
	password, token, roots, err := m.access(ctx, "smtp", s.Server)
	return smtp.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token, Fallback: m.Settings.Address,
	}, err
}

// access returns what proves a login, and who vouches for the server.
func (m *Mailer) access(ctx context.Context, section string, s settings.Server) (password, token string,
	roots *tls.Config, err error) {
	switch {
	case len(s.TokenCommand) > 0:
		token, err = m.token(ctx, section, s.TokenCommand)
	case s.TokenFile != "":
		token, err = m.granted(ctx, section, s)
	default:
		password, err = m.Settings.Password(section, s, m.Call.Env)
	}
	if err == nil {
		roots, err = m.Settings.Roots(section, s)
	}
	return password, token, roots, err
}

// RefusedBy complains about a mail server that refuses us until a person corrects a setting. The complaint names the
// login, and since when its password file is as it is. So another wrong login is another mistake, and cron reports it
// at once.
func (m *Mailer) RefusedBy(section, host string, trouble wire.Trouble, cause error) error {
	s := map[string]settings.Server{"imap": m.Settings.IMAP.Server, "smtp": m.Settings.SMTP.Server}[section]
	what := phrase.P("server-"+string(trouble), phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section),
		phrase.Str("host", host), phrase.Str("login", m.Settings.Login(s)))
	return &fault.Complaint{Exit: fault.ExitUsage, What: what, Cause: cause}
}
