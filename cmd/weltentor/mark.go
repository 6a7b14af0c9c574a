package main

import (
	"weltentor/mailer"
	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// mark is the message by which other worlds notice that this one reads its inbox.
func (w *opened) mark() (mailer.Mark, error) {
	name, known, err := w.Mark()
	if err != nil {
		return mailer.Mark{}, err
	}
	book, s := w.call.voice.book, w.settings // cron speaks the game master's language
	args := []phrase.Arg{phrase.Str("world", s.Name), phrase.Str("inbox", s.IMAP.Inbox), phrase.Str("folder", s.IMAP.Done)}
	return mailer.Mark{World: name, Name: s.Name, Address: s.Address, Subject: book.Say(phrase.P("mark-subject", args...)),
		Text: book.Say(phrase.P("mark-text", args...)) + "\n", At: w.call.now(), Known: mailer.MarkKnown(known)}, nil
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
	what := phrase.P("shared-elsewhere", phrase.Str("dir", w.settings.dir), phrase.Str("inbox", other.Inbox), phrase.Str("host", w.settings.IMAP.addr()),
		phrase.Str("user", w.settings.IMAP.User), phrase.Str("other", other.Name), phrase.Str("folder", other.Folder))
	return &complaint{exit: exitUsage, what: what}
}
