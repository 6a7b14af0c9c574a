// Package mailing fetches and sends the mail of an opened world (Mailer), and does everything for cron: one round is
// mail, turn, places, practices, public files, letters. It also serves several worlds that share an inbox (shared.go),
// and waits for mail as a service (run.go). A letter goes from package reading to intake, and from the outbox to smtp.
// The store is never open while a server is waited for (law 11). Begin with round.go, then desk.go for a letter that
// comes.
package mailing

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/oauth"
	"weltentor/cmd/weltentor/program"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/sorting"
	"weltentor/mailer/imap"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/turns"
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
	line    *imap.Line        // to the mailbox, for a whole round; nil: each look logs in
	later   *imap.Later       // what is left to do in the mailbox at the end of a round; nil: nothing is left
	notify  *notify.Settings  // who is told of what happens; nil: nobody
	heard   heard
}

// NewMailer returns the mailer of a world.
func NewMailer(w *folder.Opened) *Mailer { return &Mailer{Opened: w} }

// Limited returns a context that ends when the world's time is up.
func (m *Mailer) Limited(ctx context.Context) (context.Context, context.CancelFunc) {
	limit, _ := time.ParseDuration(m.Settings.Limit)
	return context.WithTimeout(ctx, limit)
}

// Patience is how long a round may look into a turn that fails.
func (m *Mailer) Patience() turns.Patience {
	limit, _ := time.ParseDuration(m.Settings.Limit)
	return turns.Patience{Clock: m.Call.Now, Most: limit / 2}
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
		Inbox: s.Inbox, Processed: s.Done, Quarantine: s.Quarantine, Line: m.line,
		Later: m.later,
	}
	if a := m.Call.Linked; a != nil {
		server.Mine, server.Line, server.Marks = a.Mine, a.Line, a.Marks
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
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: cause}
}

const tokenTime = 30 * time.Second

// token runs a token_command, once per call, and returns the token it prints. A name without a / is looked for in
// PATH. A path that does not start with / is relative to the world's folder, where the command runs. A token is never
// shown, stored or logged.
func (m *Mailer) token(ctx context.Context, section string, command []string) (string, error) {
	key := strings.Join(command, "\x00")
	if known, ok := m.tokens[key]; ok {
		return known, nil
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	dir, err := filepath.Abs(m.Settings.Dir)
	if err != nil {
		return "", fmt.Errorf("the world's folder: %w", err)
	}
	out, said, err := program.Run(ctx, dir, command, nil)
	if open := (*program.OpenError)(nil); errors.As(err, &open) {
		return "", complaint.Usage("token-open", phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section),
			phrase.Str("path", open.Path))
	}
	token := strings.TrimSpace(out)
	switch {
	case ctx.Err() != nil:
		return "", complaint.Later("token-late", nil, phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section))
	case err != nil:
		return "", m.noToken(section, errors.New(complained(err, said, token)))
	case token == "":
		return "", m.noToken(section, errors.New(complained(errors.New("no token on its output"), said, "")))
	case len(out) >= program.Most || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", m.noToken(section, errors.New("its output is not one token alone"))
	}
	if m.tokens == nil {
		m.tokens = map[string]string{}
	}
	m.tokens[key] = token
	return token, nil
}

// granted returns a token from what a person granted with the command login. It is renewed first where it has to be.
func (m *Mailer) granted(ctx context.Context, section string, s settings.Server) (string, error) {
	path, err := m.Settings.Grant(section, s)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	token, err := oauth.Token(ctx, path, m.Call.Now())
	if err == nil {
		return token, nil
	}
	args := []phrase.Arg{phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section), phrase.Str("path", path)}
	switch {
	case errors.Is(err, oauth.ErrEnded):
		if m.Settings.Fleet == "" {
			args[2] = phrase.Str("path", m.Settings.Dir) // login finds the file by itself
		}
		return "", &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("grant-ended", args...), Cause: err}
	case errors.Is(err, oauth.ErrApp):
		return "", &complaint.Complaint{Exit: complaint.ExitUsage, What: phrase.P("grant-app", args...), Cause: err}
	}
	return "", complaint.Later("grant-none", err, args...)
}

func (m *Mailer) noToken(section string, cause error) error {
	what := phrase.P("token-failed", phrase.Str("dir", m.Settings.Dir), phrase.Str("section", section))
	return &complaint.Complaint{Exit: complaint.ExitUsage, What: what, Cause: cause}
}

// complained says how the command ended, with the end of its output. The token is removed if it is in there.
func complained(err error, said, token string) string {
	if token != "" {
		said = strings.ReplaceAll(said, token, "***")
	}
	return program.Complained(err, said)
}
