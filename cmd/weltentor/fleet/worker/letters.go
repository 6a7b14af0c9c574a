package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
)

// Alarm mails the operator that a world stands still.
func (k Worker) Alarm(ctx context.Context, world string, why fleet.Stopped) error {
	return k.operator(ctx, "stopped."+world, why.At, "fleet-alarm", phrase.Str("world", world),
		phrase.Str("host", why.Host), phrase.Str("why", why.Why))
}

// MailboxUnread mails the operator that no host has been able to read a mailbox for long.
func (k Worker) MailboxUnread(ctx context.Context, mailbox string, t fleet.Trouble, why error) error {
	m := k.Config.Mailbox(mailbox)
	if m == nil {
		return nil
	}
	w := k.reader(ctx, m)
	return k.operator(ctx, "deaf."+mailbox, t.Since, "fleet-deaf", phrase.Str("mailbox", mailbox),
		phrase.Str("why", unheard(w, mailbox, why).Say(texts.Book(phrase.Lang(k.Config.Lang)))))
}

// Astray mails the operator about mails of a mailbox that are for no world.
func (k Worker) Astray(ctx context.Context, mailbox, folder string, a fleet.Astray) error {
	return k.operator(ctx, "astray."+mailbox, a.Since, "fleet-astray", phrase.Str("mailbox", mailbox),
		phrase.Str("folder", folder), phrase.Num("n", a.Mails))
}

// operator mails the operator that something needs a person. The same matter has the same Message-ID, whichever host
// sends it.
func (k Worker) operator(ctx context.Context, id string, at time.Time, code string, args ...phrase.Arg) error {
	f := k.Config
	if f.Operator == "" || len(f.Accounts) == 0 {
		return nil
	}
	s := &settings.Settings{Dir: f.Dir, Fleet: f.File, Address: f.Operator}
	s.SMTP.Server = f.Accounts[0].Server
	w := mailing.NewMailer(&folder.Opened{Settings: s, Call: k.call(ctx)})
	book := texts.Book(phrase.Lang(f.Lang))
	args = append(args, phrase.Str("time", at.UTC().Format("2006-01-02 15:04 UTC")))
	_, domain, _ := strings.Cut(mime.Wire(f.Operator), "@")
	raw, err := smtp.Render(smtp.Draft{From: f.Sender(), To: f.Operator, Date: at,
		MessageID: fmt.Sprintf("%s.%d@%s", id, at.UnixNano(), domain),
		Subject:   book.Say(phrase.P(code+"-subject", args...)), Text: book.Say(phrase.P(code, args...)) + "\n"})
	if err != nil {
		return err
	}
	config, err := w.Sending(ctx)
	if err != nil {
		return err
	}
	sender, err := smtp.NewSender(config)
	if err != nil {
		return err
	}
	defer sender.Close()
	if o := sender.Send(ctx, f.Sender(), f.Operator, raw); o.Result != smtp.Delivered {
		return complaint.Later(mailing.NoSMTP, errors.New(mailing.OutcomeText(o)), phrase.Str("dir", f.File),
			phrase.Str("host", s.SMTP.Addr()))
	}
	return nil
}
