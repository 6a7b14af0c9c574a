package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer"
	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// crew does what is to be done with one world.
type crew struct {
	*call
	fleet *fleet.Fleet
}

// board opens a world that a host has in hand.
func (k crew) board(ctx context.Context, s fleet.Stay) (*opened, error) {
	c := *k.call
	c.ctx, c.at, c.aboard = ctx, s.Now, &aboard{Stay: s, charter: k.fleet.Charter}
	w, done, err := c.change(s.Dir)
	if err != nil {
		return nil, err
	}
	done() // the lock is the host's
	w.Acts(resolve.Hand{By: resolve.ByTimer, At: s.Now})
	w.call = c.speaking(phrase.Lang(w.settings.GM.Lang))
	return w, nil
}

// look opens it to be read.
func (k crew) look(s fleet.Stay) (*opened, error) {
	st, err := settings.Read(s.Dir)
	if err != nil {
		return nil, err
	}
	return k.openWith(s.Dir, st)
}

// Rules are the versions of the rules that this program has.
func (k crew) Rules() map[string]int {
	rules := map[string]int{}
	for _, b := range k.books {
		rules[b.Name()] = b.Version()
	}
	return rules
}

// Take takes mails in, as `poll` does. Those that are to come again are not all.
func (k crew) Take(ctx context.Context, s fleet.Stay, mails []post.Placed) (all bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	if err := w.waits(); err != nil {
		return false, err
	}
	wanted := map[post.Mail]bool{}
	for _, m := range mails {
		wanted[post.Mail{Validity: m.Validity, UID: m.UID}] = true
	}
	w.call.aboard.mine = func(_ []mailer.Neighbour, validity uint32, uids []uint32, _ mailer.Heads) ([]uint32, error) {
		return slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			return !wanted[post.Mail{Validity: validity, UID: uid}]
		}), nil
	}
	w.call.aboard.others = func(raw []byte) bool { return k.others(ctx, s.World, raw) }
	ctx, cancel := w.limited(ctx)
	defer cancel()
	_, _, err = w.fetch(ctx)
	if c := (*complaint)(nil); errors.As(err, &c) && c.What.Code == "mail-undecided" {
		return false, nil
	}
	return err == nil, err
}

// others tells whether a mail is of another world of the mailbox.
func (k crew) others(ctx context.Context, world string, raw []byte) bool {
	worlds, err := k.fleet.Roll().Worlds(ctx)
	if err != nil {
		return true
	}
	sorter, err := fleet.Sorter(worlds, worlds[world].Mailbox)
	if err != nil {
		return true
	}
	of := sorter.Sort(raw).World
	return of != "" && of != world
}

// Advance resolves the turn if it is due, and gives free places away.
func (k crew) Advance(ctx context.Context, s fleet.Stay) (resolved bool, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return false, err
	}
	status, err := w.Status(s.Now)
	if err != nil || status.Held != nil {
		return false, w.wrong(err)
	}
	if err := w.MailboxRead(); err != nil { // what the world wrote of it before it came to the fleet
		return false, w.wrong(err)
	}
	did, err := w.World.Advance(s.Now, false)
	if err != nil {
		return false, w.wrong(err)
	}
	_, err = w.Seat(s.Now)
	return did.Resolved, w.wrong(err)
}

// Send sends what is due, and tells here what could not be mailed to the game master.
func (k crew) Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (sent int, err error) {
	w, err := k.board(ctx, s)
	if err != nil {
		return 0, err
	}
	w.call.aboard.permit = permit
	ctx, cancel := w.limited(ctx)
	defer cancel()
	before, err := w.Status(s.Now)
	if err != nil {
		return 0, w.wrong(err)
	}
	if sent, err = w.send(ctx); err != nil {
		return sent, err
	}
	after, err := w.Status(s.Now)
	if err != nil {
		return sent, w.wrong(err)
	}
	w.tellFailed(before, after, func() bool { return w.maySpeak(resolve.FailuresSpoken) })
	return sent, w.wrong(w.tell(after.Notices))
}

// Inbox is how a mailbox of the fleet is reached.
func (k crew) Inbox(ctx context.Context, mailbox string) (config mailer.IMAPConfig, err error) {
	for _, m := range k.fleet.Charter.Mailboxes {
		if m.Name != mailbox {
			continue
		}
		s := &settings.Settings{Dir: k.fleet.Charter.Dir}
		s.IMAP.Server, s.IMAP.Inbox, s.IMAP.Done, s.IMAP.Quarantine = m.Server, m.Inbox, m.Done, m.Quarantine
		c := *k.call
		c.ctx = ctx
		return (&opened{settings: s, call: &c}).imap(ctx)
	}
	return config, usage("fleet-no-such-mailbox", phrase.Str("mailbox", mailbox),
		phrase.Str("fleet", k.fleet.Charter.File))
}

// Copy writes a world's store into a new file.
func (k crew) Copy(s fleet.Stay, file string) error {
	w, err := k.look(s)
	if err != nil {
		return err
	}
	return w.wrong(w.BackupFile(file))
}

// Alarm mails the operator that a world stands still.
func (k crew) Alarm(ctx context.Context, world string, why fleet.Stopped) error {
	f := k.fleet.Charter
	if f.Operator == "" || len(f.Accounts) == 0 {
		return nil // the metrics and `fleet status` say it
	}
	s := &settings.Settings{Dir: f.Dir, Address: f.Operator}
	s.SMTP.Server = f.Accounts[0].Server
	c := *k.call
	c.ctx = ctx
	w := &opened{settings: s, call: &c}
	book := loadBook(phrase.Lang(f.Lang))
	args := []phrase.Arg{phrase.Str("world", world), phrase.Str("host", why.Host), phrase.Str("why", why.Why),
		phrase.Str("time", why.At.UTC().Format("2006-01-02 15:04 UTC"))}
	raw, err := mailer.Render(mailer.Draft{From: f.Operator, To: f.Operator, Date: why.At,
		MessageID: fmt.Sprintf("stopped.%s.%d@%s", world, why.At.UnixNano(), f.Host),
		Subject:   book.Say(phrase.P("fleet-alarm-subject", args...)),
		Text:      book.Say(phrase.P("fleet-alarm", args...)) + "\n"})
	if err != nil {
		return err
	}
	config, err := w.sending(ctx)
	if err != nil {
		return err
	}
	sender, err := mailer.NewSender(config)
	if err != nil {
		return err
	}
	defer sender.Close()
	if o := sender.Send(ctx, f.Operator, f.Operator, raw); o.Result != mailer.Delivered {
		return later("no-smtp", errors.New(outcomeText(o)), phrase.Str("dir", f.File),
			phrase.Str("host", s.SMTP.Addr()))
	}
	return nil
}
