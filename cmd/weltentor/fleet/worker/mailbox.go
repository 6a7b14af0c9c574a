package worker

import (
	"context"
	"errors"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/imap"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
)

// Inbox returns how a mailbox of the fleet is reached.
func (k Worker) Inbox(ctx context.Context, mailbox string) (server imap.Config, err error) {
	if m := k.Config.Mailbox(mailbox); m != nil {
		return k.reader(ctx, m).IMAP(ctx)
	}
	return server, complaint.Usage("fleet-no-such-mailbox", phrase.Str("mailbox", mailbox),
		phrase.Str("fleet", k.Config.File))
}

// reader opens a mailbox of the fleet as a world would.
func (k Worker) reader(ctx context.Context, m *config.Mailbox) *mailing.Mailer {
	s := &settings.Settings{Dir: k.Config.Dir, Fleet: k.Config.File}
	m.Serve(s)
	return mailing.NewMailer(&folder.Opened{Settings: s, Call: k.call(ctx)})
}

// unheard is why a mailbox could not be read, in the words of `poll`. All hosts call the world by the same name.
func unheard(w *mailing.Mailer, name string, why error) (c *complaint.Complaint) {
	if errors.As(why, &c) {
		return c
	}
	s := *w.Settings
	s.Dir = name
	named, host := mailing.NewMailer(&folder.Opened{Settings: &s, Call: w.Call}), s.IMAP.Addr()
	err := complaint.Later(mailing.NoIMAP, why, phrase.Str("dir", name), phrase.Str("host", host))
	if trouble := wire.TroubleOf(why); trouble.Settings() {
		err = named.RefusedBy("imap", host, trouble, why)
	}
	errors.As(err, &c)
	return c
}
