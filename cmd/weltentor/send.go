package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
)

// sendCmd empties the outbox.
type sendCmd struct {
	Dir  string `arg:""`
	JSON bool   `name:"json"`
}

// sendJSON is the answer of `send --json`.
type sendJSON struct {
	Sent    int       `json:"sent"`
	Waiting int       `json:"waiting"`          // for the next attempt
	Limited time.Time `json:"limited,omitzero"` // until when smtp.per_hour keeps them back
}

// Run sends what is due; letters left over make it "later".
func (k *sendCmd) Run(c *call) error {
	w, done, err := c.change(k.Dir)
	if err != nil {
		return err
	}
	defer done()
	before, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	sent, err := w.send(c.ctx)
	if err != nil {
		return err
	}
	if !k.JSON {
		c.voice.say("sent", phrase.Num("letters", sent))
	}
	status, err := master.StatusOf(w.World, c.now())
	if err != nil {
		return w.wrong(err)
	}
	if k.JSON {
		out := sendJSON{Sent: sent, Waiting: status.Outbox.Waiting}
		if out.Waiting > 0 && !status.Outbox.Limited.IsZero() {
			out.Limited = status.Outbox.Limited.In(w.zone())
		}
		if err := c.encode(out); err != nil {
			return err
		}
	}
	w.tellFailed(before, status, func() bool { return true })
	if left, until := status.Outbox.Waiting, status.Outbox.Limited; left > 0 && !until.IsZero() {
		return later("letters-limited", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left),
			phrase.Num("n", w.settings.SMTP.PerHour), phrase.Str("time", when(until, w.zone())))
	} else if left > 0 {
		return later("letters-left", nil, phrase.Str("dir", k.Dir), phrase.Num("letters", left))
	}
	return nil
}

// tellFailed says how many letters more there are than before that did not
// arrive, or perhaps not, if that may be said now.
func (w *opened) tellFailed(before, after master.Status, may func() bool) {
	failed, unclear := 0, 0
	for _, l := range after.Undelivered {
		switch known := func(r outbox.OutboxRow) bool { return r.ID == l.ID && r.State == l.State }; {
		case slices.ContainsFunc(before.Undelivered, known):
		case l.State == outbox.Unclear:
			unclear++
		default:
			failed++
		}
	}
	if failed+unclear == 0 || !may() {
		return
	}
	if failed > 0 {
		w.call.voice.warn("letters-failed", phrase.Str("dir", w.settings.Dir), phrase.Num("letters", failed))
	}
	if unclear > 0 {
		w.call.voice.warn("letters-unclear", phrase.Str("dir", w.settings.Dir), phrase.Num("letters", unclear))
	}
}

// together is how many letters of a fleet's world are written down as sent in one entry of its journal, and
// how long the first of them waits for that.
const (
	together     = 16
	togetherTime = time.Second
)

// send hands over every letter that is due, and writes down how each attempt
// ended. A letter that fails waits in the store for its next attempt, so the
// loop ends.
func (w *opened) send(ctx context.Context) (sent int, err error) {
	if err := w.inPlace(); err != nil {
		return 0, err
	}
	round := &outbox.Round{Office: w.World.Office}
	if w.call.aboard != nil {
		round.Most, round.Wait = together, togetherTime
	}
	defer func() {
		if lost := round.Settle(); lost != nil {
			err = w.wrong(lost)
		}
	}()
	var sender *postman
	for ctx.Err() == nil {
		out, err := round.Next(w.call.now())
		if err != nil || out == nil {
			return sent, w.wrong(err)
		}
		if sender == nil {
			if err := w.renew(ctx); err != nil {
				return sent, err
			}
			if sender, err = w.postman(ctx); err != nil {
				return sent, err
			}
			defer sender.Close()
		}
		if err := w.World.Rehearse(out.ID); err != nil {
			return sent, w.wrong(err)
		}
		if err := w.call.aboard.permitted(ctx); err != nil {
			return sent, err
		}
		outcome := sender.hand(ctx, out.From, out.To, out.Raw)
		attempt := outbox.Attempt{At: w.call.now(), Result: outbox.Result(outcome.Result), Text: outcomeText(outcome),
			TooBig: outcome.TooBig()}
		if outcome.ServerDown() {
			attempt.Result = outbox.Held // the server's doing, whichever letter it was
			attempt.Behind = outcome.Stage == smtp.StageMail
		}
		if err := round.Record(out.ID, attempt); err != nil {
			return sent, w.wrong(err)
		}
		if !outcome.ServerDown() {
			if err := w.World.Meet("smtp", w.call.now()); err != nil {
				return sent, w.wrong(err)
			}
		}
		if outcome.NullRefused {
			if err := w.World.NullRefused(w.settings.SMTP.Addr(), w.call.now()); err != nil {
				return sent, w.wrong(err)
			}
		}
		switch {
		case outcome.Result == smtp.Delivered:
			sent++
		case outcome.Trouble.Settings():
			return sent, w.refusedBy("smtp", w.settings.SMTP.Addr(), outcome.Trouble, errors.New(outcomeText(outcome)))
		case outcome.ServerDown():
			return sent, later("no-smtp", errors.New(outcomeText(outcome)), phrase.Str("dir", w.settings.Dir),
				phrase.Str("host", w.settings.SMTP.Addr()))
		}
	}
	return sent, ctx.Err()
}

// refusedBy complains of a mail server that will not serve us until a person
// mends a setting. Who logs in, and since when with which file, is of the complaint: another
// wrong login is another mistake, of which cron speaks at once.
func (w *opened) refusedBy(section, host string, trouble wire.Trouble, cause error) error {
	s := map[string]settings.Server{"imap": w.settings.IMAP.Server, "smtp": w.settings.SMTP.Server}[section]
	what := phrase.P("server-"+string(trouble), phrase.Str("dir", w.settings.Dir), phrase.Str("section", section),
		phrase.Str("host", host), phrase.Str("login", w.settings.Login(s)))
	return &complaint{Exit: exitUsage, What: what, Cause: cause}
}

// outcomeText is what the outbox keeps of an attempt: the stage and the words
// of the other side.
func outcomeText(o smtp.Outcome) string {
	if o.Result == smtp.Delivered {
		return ""
	}
	if o.Code != 0 {
		return fmt.Sprintf("%s: %d %s", o.Stage, o.Code, o.Text)
	}
	return fmt.Sprintf("%s: %s", o.Stage, o.Text)
}
