package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
)

// imap is how the mailbox is reached, with its password or a token.
func (w *opened) imap(ctx context.Context) (imap.Config, error) {
	s := w.settings.IMAP
	if err := w.settings.Needs("imap.host", s.Host); err != nil {
		return imap.Config{}, err
	}
	password, token, err := w.secret(ctx, "imap", s.Server)
	if err != nil {
		return imap.Config{}, err
	}
	roots, err := w.settings.Roots("imap", s.Server)
	if err != nil {
		return imap.Config{}, err
	}
	server := imap.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token,
		Inbox: s.Inbox, Processed: s.Done, Quarantine: s.Quarantine,
	}
	if a := w.call.aboard; a != nil {
		server.Mine = a.mine
	} else if inbox := (sharer{w}).shared(); inbox != nil {
		server.Mine, server.Marks = inbox.Mine(sharer{w}.folder().id()), &inbox.Marks
	}
	return server, nil
}

// smtp is how letters are handed in, with the password or a token.
func (w *opened) smtp(ctx context.Context) (smtp.Config, error) {
	s := w.settings.SMTP
	if err := w.settings.Needs("smtp.host", s.Host); err != nil {
		return smtp.Config{}, err
	}
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return smtp.Config{}, err
	}
	server, err := w.sending(ctx)
	if err != nil {
		return smtp.Config{}, err
	}
	if server.NoNull, err = w.World.RefusesNull(s.Addr(), w.call.now()); err != nil {
		return smtp.Config{}, w.wrong(err)
	}
	return server, nil
}

// sending is smtp without what the world knows of the server.
func (w *opened) sending(ctx context.Context) (smtp.Config, error) {
	s := w.settings.SMTP
	password, token, err := w.secret(ctx, "smtp", s.Server)
	if err != nil {
		return smtp.Config{}, err
	}
	roots, err := w.settings.Roots("smtp", s.Server)
	if err != nil {
		return smtp.Config{}, err
	}
	return smtp.Config{
		TLSConfig: roots, Addr: s.Addr(), TLS: wire.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: wire.Auth(s.Auth), Token: token, Fallback: w.settings.Address,
	}, nil
}

// secret is what a login is proved with.
func (w *opened) secret(ctx context.Context, section string, s settings.Server) (password, token string, err error) {
	if len(s.TokenCommand) > 0 {
		token, err = w.token(ctx, section, s.TokenCommand)
		return "", token, err
	}
	password, err = w.settings.Password(section, s, w.call.env)
	return password, "", err
}

// postman hands letters over, signed where the world signs them.
type postman struct {
	*smtp.Sender
	signer *proof.Signer
}

func (w *opened) postman(ctx context.Context) (*postman, error) {
	signer, err := w.settings.Signer()
	if err != nil {
		return nil, err
	}
	server, err := w.smtp(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := smtp.NewSender(server)
	if err != nil {
		return nil, err
	}
	return &postman{sender, signer}, nil
}

// hand gives a letter to the server. One that cannot be signed is not sent.
func (p *postman) hand(ctx context.Context, from, to string, raw []byte) smtp.Outcome {
	if p.signer != nil {
		signed, err := p.signer.Sign(raw)
		if err != nil {
			return smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageData, Text: err.Error(), From: from}
		}
		raw = signed
	}
	return p.Send(ctx, from, to, raw)
}

// mark is the message by which other worlds notice that this one reads its inbox.
func (w *opened) mark() (imap.Mark, error) {
	if w.call.aboard != nil {
		return imap.Mark{}, nil // the journal has one writer
	}
	name, known, err := w.World.Mark()
	if err != nil {
		return imap.Mark{}, err
	}
	generation, token, err := w.place().Stamp()
	if err != nil {
		return imap.Mark{}, err
	}
	book, s := w.call.voice.book, w.settings // cron speaks the game master's language
	args := []phrase.Arg{phrase.Str("world", s.Name), phrase.Str("inbox", s.IMAP.Inbox),
		phrase.Str("folder", s.IMAP.Done)}
	mark := imap.Mark{World: name, Name: s.Name, Address: mime.Wire(s.Address),
		Subject: book.Say(phrase.P("mark-subject", args...)),
		Text:    book.Say(phrase.P("mark-text", args...)) + "\n", At: w.call.now(), Known: imap.MarkKnown(known),
		Beside: sharer{w}.beside, Stamp: imap.Stamp{Generation: generation, Token: token}}
	if s.IMAP.Shared {
		for _, a := range s.Addresses() {
			mark.Shared = append(mark.Shared, mime.Wire(a))
		}
		mark.Text = book.Say(phrase.P("mark-text-shared", args...)) + "\n"
	}
	return mark, nil
}

// keepMark writes down what is known of the mark now, if that is something else than
// before; nothing is, where the folder was not looked at.
func (w *opened) keepMark(before, now imap.MarkKnown) error {
	if now == before || now == (imap.MarkKnown{}) {
		return nil
	}
	return w.World.KeepMark(outbox.MailboxMark(now))
}

// sharedWith complains of another world that reads the inbox.
func (w *opened) sharedWith(other *imap.SharedError) error {
	code := "shared-elsewhere"
	if w.settings.IMAP.Shared && other.Shares {
		code = "shared-same"
	}
	what := phrase.P(code, phrase.Str("dir", w.settings.Dir), phrase.Str("inbox", other.Inbox),
		phrase.Str("host", w.settings.IMAP.Addr()),
		phrase.Str("user", w.settings.IMAP.User), phrase.Str("other", other.Name), phrase.Str("folder", other.Folder))
	return &complaint{Exit: exitUsage, What: what}
}

// Access tokens for XOAUTH2 are made by a program of the game master's: it keeps
// what is needed for that, and knows the provider. It is run without a shell,
// each word of token_command as it stands.

const (
	tokenTime = 30 * time.Second
	tokenMax  = 16 << 10 // octets of its answer
	saidMax   = 300      // characters told of what it complains of
)

// token runs a token_command, once in a call, and gives the token it prints. A
// name without a / is looked for in PATH; a path that does not start with / counts
// from the world's folder, in which the command runs. A token is never told,
// stored or logged.
func (w *opened) token(ctx context.Context, section string, command []string) (string, error) {
	key := strings.Join(command, "\x00")
	if known, ok := w.tokens[key]; ok {
		return known, nil
	}
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	dir, err := filepath.Abs(w.settings.Dir)
	if err != nil {
		return "", fmt.Errorf("the world's folder: %w", err)
	}
	name := command[0]
	if strings.Contains(name, "/") && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	if path, err := exec.LookPath(name); err == nil {
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o002 != 0 {
			return "", usage("token-open", phrase.Str("dir", w.settings.Dir), phrase.Str("section", section),
				phrase.Str("path", path))
		}
	}
	out, said := &bytes.Buffer{}, &bytes.Buffer{}
	cmd := exec.CommandContext(ctx, name, command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &atMost{out, tokenMax}, &atMost{said, tokenMax}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // what it starts ends with it
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	token := strings.TrimSpace(out.String())
	switch {
	case ctx.Err() != nil:
		return "", later("token-late", nil, phrase.Str("dir", w.settings.Dir), phrase.Str("section", section))
	case err != nil:
		return "", w.noToken(section, errors.New(complained(err, said.String(), token)))
	case token == "":
		return "", w.noToken(section, errors.New(complained(errors.New("no token on its output"), said.String(), "")))
	case out.Len() >= tokenMax || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r >= 0x7f }):
		return "", w.noToken(section, errors.New("its output is not one token alone"))
	}
	if w.tokens == nil {
		w.tokens = map[string]string{}
	}
	w.tokens[key] = token
	return token, nil
}

func (w *opened) noToken(section string, cause error) error {
	what := phrase.P("token-failed", phrase.Str("dir", w.settings.Dir), phrase.Str("section", section))
	return &complaint{Exit: exitUsage, What: what, Cause: cause}
}

// complained is how the command ended and, of what it said about that, the end;
// without the token, if it is in there.
func complained(err error, said, token string) string {
	if token != "" {
		said = strings.ReplaceAll(said, token, "***")
	}
	said = oneCell(strings.Join(strings.Fields(strings.ToValidUTF8(said, "?")), " "))
	if r := []rune(said); len(r) > saidMax {
		said = "… " + string(r[len(r)-saidMax:])
	}
	if said == "" {
		return err.Error()
	}
	return err.Error() + ": " + said
}

// atMost keeps the beginning of what is written and takes the rest for written.
type atMost struct {
	to   io.Writer
	left int
}

func (a *atMost) Write(p []byte) (int, error) {
	n := min(len(p), a.left)
	a.left -= n
	if _, err := a.to.Write(p[:n]); err != nil {
		return 0, err
	}
	return len(p), nil
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
