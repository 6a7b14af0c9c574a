package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/mime"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
)

// tellCmd writes to players.
type tellCmd struct {
	Dir      string   `arg:""`
	To       []string `arg:"" name:"realm"`
	File     string   `required:"" placeholder:"FILE"`
	InReport bool
	JSON     bool `name:"json"`
}

// everybody is what stands for all players on the command line.
const everybody = "all"

// Run writes to all who are named, or to nobody. The same text again in a turn leaves once, so that
// the command may be run again if nobody knows how it ended.
func (k *tellCmd) Run(c *call) error {
	to, err := k.realms()
	if err != nil {
		return err
	}
	text, err := c.orderText(k.File)
	if err != nil {
		return err
	}
	w, done, err := c.write(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	told, err := letters.Tell(w.World, to, text, k.InReport, c.now())
	switch {
	case err != nil:
		return w.wrong(err)
	case k.JSON:
		return c.encode(told)
	}
	if len(told.Had) > 0 {
		c.voice.say("told-had", phrase.Num("n", len(told.Had)), phrase.Str("realms", inARow(told.Had)))
	}
	code := "told"
	switch {
	case k.InReport:
		code = "told-with-report"
	case w.apart:
		code = "told-apart"
	}
	if len(told.Realms) > 0 {
		c.voice.say(code, phrase.Num("n", len(told.Realms)), phrase.Str("realms", inARow(told.Realms)))
	}
	return nil
}

// realms are the numbers that are named; none: all.
func (k *tellCmd) realms() (to []int, err error) {
	if slices.Contains(k.To, everybody) {
		if len(k.To) > 1 {
			return nil, usage("tell-all")
		}
		return nil, nil
	}
	for _, word := range k.To {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			return nil, usage("tell-whom", phrase.Str("value", word))
		}
		to = append(to, n)
	}
	return to, nil
}

// inARow lists numbers of realms.
func inARow(realms []int) string {
	var all []string
	for _, n := range realms {
		all = append(all, strconv.Itoa(n))
	}
	return strings.Join(all, ", ")
}

// Letters of the fleet's own, to its operator.

// Alarm mails the operator that a world stands still.
func (k crew) Alarm(ctx context.Context, world string, why fleet.Stopped) error {
	id := fmt.Sprintf("stopped.%s.%d", world, why.Copies[why.Host])
	return k.operator(ctx, id, why.At, "fleet-alarm", phrase.Str("world", world),
		phrase.Str("host", why.Host), phrase.Str("why", why.Why))
}

// Deaf mails the operator that no host could read a mailbox for long.
func (k crew) Deaf(ctx context.Context, mailbox string, t fleet.Trouble, why error) error {
	m := k.fleet.Config.Mailbox(mailbox)
	if m == nil {
		return nil
	}
	w := k.reader(ctx, m)
	return k.operator(ctx, "deaf."+mailbox, t.Since, "fleet-deaf", phrase.Str("mailbox", mailbox),
		phrase.Str("why", w.unheard(mailbox, why).Say(loadBook(phrase.Lang(k.fleet.Config.Lang)))))
}

// Warn mails the operator that this host's archive fails.
func (k crew) Warn(ctx context.Context, t fleet.Trouble) error {
	host := k.fleet.Config.Host
	return k.operator(ctx, "archive."+host, t.Since, "fleet-warning", phrase.Str("host", host),
		phrase.Str("why", t.Why))
}

// Astray mails the operator of mails of a mailbox that are for no world.
func (k crew) Astray(ctx context.Context, mailbox, folder string, a fleet.Astray) error {
	return k.operator(ctx, "astray."+mailbox, a.Since, "fleet-astray", phrase.Str("mailbox", mailbox),
		phrase.Str("folder", folder), phrase.Num("n", a.Mails))
}

// operator mails the operator that something needs them; the same again has the same Message-ID, from whichever host.
func (k crew) operator(ctx context.Context, id string, at time.Time, code string, args ...phrase.Arg) error {
	f := k.fleet.Config
	if f.Operator == "" || len(f.Accounts) == 0 {
		return nil
	}
	s := &settings.Settings{Dir: f.Dir, Fleet: f.File, Address: f.Operator}
	s.SMTP.Server = f.Accounts[0].Server
	c := *k.call
	c.ctx = ctx
	w := &opened{settings: s, call: &c}
	book := loadBook(phrase.Lang(f.Lang))
	args = append(args, phrase.Str("time", at.UTC().Format("2006-01-02 15:04 UTC")))
	_, domain, _ := strings.Cut(mime.Wire(f.Operator), "@")
	raw, err := smtp.Render(smtp.Draft{From: f.Sender(), To: f.Operator, Date: at,
		MessageID: fmt.Sprintf("%s.%d@%s", id, at.UnixNano(), domain),
		Subject:   book.Say(phrase.P(code+"-subject", args...)), Text: book.Say(phrase.P(code, args...)) + "\n"})
	if err != nil {
		return err
	}
	config, err := w.sending(ctx)
	if err != nil {
		return err
	}
	sender, err := smtp.NewSender(config)
	if err != nil {
		return err
	}
	defer sender.Close()
	if o := sender.Send(ctx, f.Sender(), f.Operator, raw); o.Result != smtp.Delivered {
		return later("no-smtp", errors.New(outcomeText(o)), phrase.Str("dir", f.File),
			phrase.Str("host", s.SMTP.Addr()))
	}
	return nil
}
