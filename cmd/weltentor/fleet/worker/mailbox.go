package worker

import (
	"cmp"
	"context"
	"errors"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// Inbox returns how a mailbox of the fleet is reached.
func (k Worker) Inbox(ctx context.Context, mailbox string) (server imap.Config, err error) {
	if m := k.Config.Mailbox(mailbox); m != nil {
		return k.reader(ctx, m).IMAP(ctx)
	}
	return server, fault.Usage("fleet-no-such-mailbox", phrase.Str("mailbox", mailbox),
		phrase.Str("fleet", k.Config.File))
}

// marksTime is how long a command waits for the marks in a mailbox.
const marksTime = 20 * time.Second

// Marks returns the marks in a mailbox of the fleet.
func (k Worker) Marks(ctx context.Context, mailbox string) ([]imap.Neighbour, error) {
	ctx, cancel := context.WithTimeout(ctx, marksTime)
	defer cancel()
	server, err := k.Inbox(ctx, mailbox)
	if err != nil {
		return nil, err
	}
	known, err := imap.Remark(ctx, server, nil)
	return known.Neighbours(), err
}

// Mark makes a world's mark, in the operator's language.
func (k Worker) Mark(e fleet.Entered, c imap.Config) imap.Mark {
	book := texts.Book(phrase.Lang(k.Config.Lang))
	args := []phrase.Arg{phrase.Str("world", e.Name), phrase.Str("inbox", c.Inbox), phrase.Str("folder", c.Processed)}
	mark := imap.Mark{World: e.Mark, Name: e.Name, Subject: book.Say(phrase.P("mark-subject", args...)),
		Text: book.Say(phrase.P("mark-text-fleet", args...)) + "\n"}
	for _, a := range e.Addresses {
		mark.Address = cmp.Or(mark.Address, mime.Wire(a))
		if e.Shared {
			mark.Shared = append(mark.Shared, mime.Wire(a))
		}
	}
	return mark
}

// reader opens a mailbox of the fleet as a world would.
func (k Worker) reader(ctx context.Context, m *config.Mailbox) *mailing.Mailer {
	s := &settings.Settings{Dir: k.Config.Dir, Fleet: k.Config.File}
	m.Serve(s)
	c := *k.Call
	c.Ctx = ctx
	return mailing.Of(&folder.Opened{Settings: s, Call: &c})
}

// unheard is why a mailbox could not be read, in the words of `poll`. All hosts call the world by the same name.
func unheard(w *mailing.Mailer, name string, why error) (c *fault.Complaint) {
	if errors.As(why, &c) {
		return c
	}
	s := *w.Settings
	s.Dir = name
	named, host := mailing.Of(&folder.Opened{Settings: &s, Call: w.Call}), s.IMAP.Addr()
	err := fault.Later("no-imap", why, phrase.Str("dir", name), phrase.Str("host", host))
	if trouble := wire.TroubleOf(why); trouble.Settings() {
		err = named.RefusedBy("imap", host, trouble, why)
	}
	errors.As(err, &c)
	return c
}
