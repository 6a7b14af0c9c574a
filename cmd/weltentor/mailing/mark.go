package mailing

import (
	"context"
	"errors"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
)

// Mark is the message in the mailbox that shows other worlds that this one reads its inbox.
func (m *Mailer) Mark() (imap.Mark, error) {
	name, known, err := m.World.Mark()
	if err != nil {
		return imap.Mark{}, err
	}
	generation, token, err := m.Place().Stamp()
	if err != nil {
		return imap.Mark{}, err
	}
	book, s := m.Call.Voice.Book, m.Settings // cron speaks the game master's language
	args := []phrase.Arg{phrase.Str("world", s.Name), phrase.Str("inbox", s.IMAP.Inbox),
		phrase.Str("folder", s.IMAP.Done)}
	mark := imap.Mark{World: name, Name: s.Name, Address: mime.Wire(s.Address),
		Subject: book.Say(phrase.P("mark-subject", args...)),
		Text:    book.Say(phrase.P("mark-text", args...)) + "\n", At: m.Call.Now(), Known: imap.MarkKnown(known),
		Beside: m.beside, Stamp: imap.Stamp{Generation: generation, Token: token}}
	if s.IMAP.Shared {
		for _, a := range s.Addresses() {
			mark.Shared = append(mark.Shared, mime.Wire(a))
		}
		mark.Text = book.Say(phrase.P("mark-text-shared", args...)) + "\n"
	}
	return mark, nil
}

// keepMark records what is now known about the mark, if that has changed. Nothing is known if the folder was not
// looked at.
func (m *Mailer) keepMark(before, now imap.MarkKnown) error {
	if now == before || now == (imap.MarkKnown{}) {
		return nil
	}
	return m.World.KeepMark(outbox.MailboxMark(now))
}

// Complaints of a mailer: another world reads the inbox, and some letters could not be judged yet.
const (
	Shared    = "shared-elsewhere"
	Undecided = "mail-undecided"
)

// sharedWith complains about another world that reads the inbox.
func (m *Mailer) sharedWith(other *imap.SharedError) error {
	code := Shared
	if m.Settings.IMAP.Shared && other.Shares {
		code = "shared-same"
	}
	return complaint.Usage(code, phrase.Str("dir", m.Settings.Dir), phrase.Str("inbox", other.Inbox),
		phrase.Str("host", m.Settings.IMAP.Addr()),
		phrase.Str("user", m.Settings.IMAP.User), phrase.Str("other", other.Name), phrase.Str("folder", other.Folder))
}

// elsewhere turns a mark which says that the game must not go on here into a complaint. Nothing more is fetched or
// sent in this call. Other errors stay as they are.
func (m *Mailer) elsewhere(err error) error {
	var shared *imap.SharedError
	var overtaken *imap.OvertakenError
	switch {
	case errors.As(err, &overtaken):
		m.Stopped = m.Wrong(m.Place().Overtake(overtaken.Generation, overtaken.Token))
		return m.Stopped
	case errors.As(err, &shared):
		return m.sharedWith(shared)
	}
	return err
}

// renewTime is how long renewing the mark may take. If the mailbox is slow, letters leave without it.
const renewTime = 30 * time.Second

// renew puts a new generation into the mark before a round of letters leaves. It costs one login to the mailbox a
// round, for any number of letters. It returns a complaint if another store of this world, or another world, goes on
// in its place. If the mailbox cannot be reached, letters leave all the same.
func (m *Mailer) renew(ctx context.Context) error {
	if m.Settings.IMAP.Host == "" || m.deaf {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	config, err := m.IMAP(ctx)
	if err != nil {
		return nil
	}
	if err = m.Claim(ctx, config, 0); errors.As(err, new(*complaint.Complaint)) {
		return err
	}
	return nil
}

// Heed looks at the mark in the mailbox, and changes nothing there. It returns a complaint if another store of this world,
// or another world, goes on in its place. A mailbox that does not answer stops nobody.
func (m *Mailer) Heed(ctx context.Context) error {
	if m.Settings.IMAP.Host == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, renewTime)
	defer cancel()
	config, err := m.IMAP(ctx)
	if err != nil {
		return nil
	}
	if err = m.claimed(ctx, config); err == nil {
		if config.Mark, err = m.Mark(); err != nil {
			return m.Wrong(err)
		}
		_, err = imap.Marked(ctx, config)
	}
	if err = m.elsewhere(err); errors.As(err, new(*complaint.Complaint)) {
		return err
	}
	return nil
}

// claimed is Claim for a world that was adopted, if its mailbox does not know yet.
func (m *Mailer) claimed(ctx context.Context, config imap.Config) error {
	claims, err := m.Place().Claims()
	if err != nil || !claims {
		return m.Wrong(err)
	}
	return m.Claim(ctx, config, 0)
}

// Claim stores the next generation and puts it into the mark. A world that was adopted goes above any generation it
// finds there. The error is a complaint if the game must not go on here, otherwise the mail server's.
func (m *Mailer) Claim(ctx context.Context, config imap.Config, above uint64) error {
	rec, err := m.Place().Next(above)
	if err != nil {
		return m.Wrong(err)
	}
	if config.Mark, err = m.Mark(); err != nil {
		return m.Wrong(err)
	}
	known, err := imap.Renew(ctx, config)
	if kept := m.keepMark(config.Mark.Known, known); kept != nil {
		return m.Wrong(kept)
	}
	var overtaken *imap.OvertakenError
	switch {
	case errors.As(err, &overtaken) && rec.Claims && above == 0:
		return m.Claim(ctx, config, overtaken.Generation)
	case err != nil:
		return m.elsewhere(err)
	case rec.Claims:
		return m.Wrong(m.Place().Settled())
	}
	return nil
}
