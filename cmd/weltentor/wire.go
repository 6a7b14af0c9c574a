package main

import (
	"context"

	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer"
	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// imap is how the mailbox is reached, with its password or a token.
func (w *opened) imap(ctx context.Context) (mailer.IMAPConfig, error) {
	s := w.settings.IMAP
	if err := w.settings.Needs("imap.host", s.Host); err != nil {
		return mailer.IMAPConfig{}, err
	}
	password, token, err := w.secret(ctx, "imap", s.Server)
	if err != nil {
		return mailer.IMAPConfig{}, err
	}
	roots, err := w.settings.Roots("imap", s.Server)
	if err != nil {
		return mailer.IMAPConfig{}, err
	}
	config := mailer.IMAPConfig{
		TLSConfig: roots, Addr: s.Addr(), TLS: mailer.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: mailer.Auth(s.Auth), Token: token,
		Inbox: s.Inbox, Processed: s.Done, Quarantine: s.Quarantine,
	}
	if inbox := (sharer{w}).shared(); inbox != nil {
		config.Mine = inbox.Mine(sharer{w}.folder().id())
	}
	return config, nil
}

// smtp is how letters are handed in, with the password or a token.
func (w *opened) smtp(ctx context.Context) (mailer.SMTPConfig, error) {
	s := w.settings.SMTP
	if err := w.settings.Needs("smtp.host", s.Host); err != nil {
		return mailer.SMTPConfig{}, err
	}
	if err := w.settings.Needs("address", w.settings.Address); err != nil {
		return mailer.SMTPConfig{}, err
	}
	password, token, err := w.secret(ctx, "smtp", s.Server)
	if err != nil {
		return mailer.SMTPConfig{}, err
	}
	refuses, err := w.RefusesNull(s.Addr(), w.call.now())
	if err != nil {
		return mailer.SMTPConfig{}, w.wrong(err)
	}
	roots, err := w.settings.Roots("smtp", s.Server)
	if err != nil {
		return mailer.SMTPConfig{}, err
	}
	return mailer.SMTPConfig{
		TLSConfig: roots, Addr: s.Addr(), TLS: mailer.TLSMode(s.TLS), User: s.User, Password: password,
		Auth: mailer.Auth(s.Auth), Token: token,
		Fallback: w.settings.Address, NoNull: refuses,
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
	*mailer.Sender
	signer *mailer.Signer
}

func (w *opened) postman(ctx context.Context) (*postman, error) {
	signer, err := w.settings.Signer()
	if err != nil {
		return nil, err
	}
	config, err := w.smtp(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := mailer.NewSender(config)
	if err != nil {
		return nil, err
	}
	return &postman{sender, signer}, nil
}

// hand gives a letter to the server. One that cannot be signed is not sent.
func (p *postman) hand(ctx context.Context, from, to string, raw []byte) mailer.Outcome {
	if p.signer != nil {
		signed, err := p.signer.Sign(raw)
		if err != nil {
			return mailer.Outcome{Result: mailer.Permanent, Stage: mailer.StageData, Text: err.Error(), From: from}
		}
		raw = signed
	}
	return p.Send(ctx, from, to, raw)
}

// mark is the message by which other worlds notice that this one reads its inbox.
func (w *opened) mark() (mailer.Mark, error) {
	name, known, err := w.Mark()
	if err != nil {
		return mailer.Mark{}, err
	}
	generation, token, err := w.place().Stamp()
	if err != nil {
		return mailer.Mark{}, err
	}
	book, s := w.call.voice.book, w.settings // cron speaks the game master's language
	args := []phrase.Arg{phrase.Str("world", s.Name), phrase.Str("inbox", s.IMAP.Inbox),
		phrase.Str("folder", s.IMAP.Done)}
	mark := mailer.Mark{World: name, Name: s.Name, Address: s.Address,
		Subject: book.Say(phrase.P("mark-subject", args...)),
		Text:    book.Say(phrase.P("mark-text", args...)) + "\n", At: w.call.now(), Known: mailer.MarkKnown(known),
		Beside: sharer{w}.beside, Stamp: mailer.Stamp{Generation: generation, Token: token}}
	if s.IMAP.Shared {
		mark.Shared = s.Addresses()
		mark.Text = book.Say(phrase.P("mark-text-shared", args...)) + "\n"
	}
	return mark, nil
}

// keepMark writes down what is known of the mark now, if that is something else than
// before; nothing is, where the folder was not looked at.
func (w *opened) keepMark(before, now mailer.MarkKnown) error {
	if now == before || now == (mailer.MarkKnown{}) {
		return nil
	}
	return w.KeepMark(resolve.MailboxMark(now))
}

// sharedWith complains of another world that reads the inbox.
func (w *opened) sharedWith(other *mailer.SharedError) error {
	code := "shared-elsewhere"
	if w.settings.IMAP.Shared && other.Shares {
		code = "shared-same"
	}
	what := phrase.P(code, phrase.Str("dir", w.settings.Dir), phrase.Str("inbox", other.Inbox),
		phrase.Str("host", w.settings.IMAP.Addr()),
		phrase.Str("user", w.settings.IMAP.User), phrase.Str("other", other.Name), phrase.Str("folder", other.Folder))
	return &complaint{Exit: exitUsage, What: what}
}
