package main

import (
	"context"

	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// imap is how the mailbox is reached, with its password or a token.
func (m *mailer) imap(ctx context.Context) (imap.Config, error) {
	s := m.settings.IMAP
	if err := m.settings.Needs("imap.host", s.Host); err != nil {
		return imap.Config{}, err
	}
	password, token, err := m.secret(ctx, "imap", s.Server)
	if err != nil {
		return imap.Config{}, err
	}
	roots, err := m.settings.Roots("imap", s.Server)
	if err != nil {
		return imap.Config{}, err
	}
	server := imap.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token,
		Inbox: s.Inbox, Processed: s.Done, Quarantine: s.Quarantine,
	}
	if a := m.call.aboard; a != nil {
		server.Mine = a.mine
	} else if inbox := m.shared(); inbox != nil {
		server.Mine, server.Marks = inbox.Mine(m.given().id()), &inbox.Marks
	}
	return server, nil
}

// smtp is how letters are handed in, with the password or a token.
func (m *mailer) smtp(ctx context.Context) (smtp.Config, error) {
	s := m.settings.SMTP
	if err := m.settings.Needs("smtp.host", s.Host); err != nil {
		return smtp.Config{}, err
	}
	if err := m.settings.Needs("address", m.settings.Address); err != nil {
		return smtp.Config{}, err
	}
	server, err := m.sending(ctx)
	if err != nil {
		return smtp.Config{}, err
	}
	if server.NoNull, err = m.World.RefusesNull(s.Addr(), m.call.now()); err != nil {
		return smtp.Config{}, m.wrong(err)
	}
	return server, nil
}

// sending is smtp without what the world knows of the server.
func (m *mailer) sending(ctx context.Context) (smtp.Config, error) {
	s := m.settings.SMTP
	password, token, err := m.secret(ctx, "smtp", s.Server)
	if err != nil {
		return smtp.Config{}, err
	}
	roots, err := m.settings.Roots("smtp", s.Server)
	if err != nil {
		return smtp.Config{}, err
	}
	return smtp.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token, Fallback: m.settings.Address,
	}, nil
}

// secret is what a login is proved with.
func (m *mailer) secret(ctx context.Context, section string, s settings.Server) (password, token string, err error) {
	if len(s.TokenCommand) > 0 {
		token, err = m.token(ctx, section, s.TokenCommand)
		return "", token, err
	}
	password, err = m.settings.Password(section, s, m.call.env)
	return password, "", err
}

// refusedBy complains of a mail server that will not serve us until a person
// mends a setting. Who logs in, and since when with which file, is of the complaint: another
// wrong login is another mistake, of which cron speaks at once.
func (m *mailer) refusedBy(section, host string, trouble wire.Trouble, cause error) error {
	s := map[string]settings.Server{"imap": m.settings.IMAP.Server, "smtp": m.settings.SMTP.Server}[section]
	what := phrase.P("server-"+string(trouble), phrase.Str("dir", m.settings.Dir), phrase.Str("section", section),
		phrase.Str("host", host), phrase.Str("login", m.settings.Login(s)))
	return &complaint{Exit: exitUsage, What: what, Cause: cause}
}
