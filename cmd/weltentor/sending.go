package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
)

// tellFailed says how many letters more there are than before that did not
// arrive, or perhaps not, if that may be said now.
func (m *mailer) tellFailed(before, after master.Status, may func() bool) {
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
		m.call.voice.warn("letters-failed", phrase.Str("dir", m.settings.Dir), phrase.Num("letters", failed))
	}
	if unclear > 0 {
		m.call.voice.warn("letters-unclear", phrase.Str("dir", m.settings.Dir), phrase.Num("letters", unclear))
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
func (m *mailer) send(ctx context.Context) (sent int, err error) {
	if err := m.inPlace(); err != nil {
		return 0, err
	}
	round := &outbox.Round{Office: m.World.Office}
	if m.call.aboard != nil {
		round.Most, round.Wait = together, togetherTime
	}
	defer func() {
		if lost := round.Settle(); lost != nil {
			err = m.wrong(lost)
		}
	}()
	var sender *postman
	for ctx.Err() == nil {
		out, err := round.Next(m.call.now())
		if err != nil || out == nil {
			return sent, m.wrong(err)
		}
		if sender == nil {
			if err := m.renew(ctx); err != nil {
				return sent, err
			}
			if sender, err = m.postman(ctx); err != nil {
				return sent, err
			}
			defer sender.Close()
		}
		if err := m.World.Rehearse(out.ID); err != nil {
			return sent, m.wrong(err)
		}
		if err := m.call.aboard.permitted(ctx); err != nil {
			return sent, err
		}
		outcome := sender.hand(ctx, out.From, out.To, out.Raw)
		attempt := outbox.Attempt{At: m.call.now(), Result: outbox.Result(outcome.Result), Text: outcomeText(outcome),
			TooBig: outcome.TooBig()}
		if outcome.ServerDown() {
			attempt.Result = outbox.Held // the server's doing, whichever letter it was
			attempt.Behind = outcome.Stage == smtp.StageMail
		}
		if err := round.Record(out.ID, attempt); err != nil {
			return sent, m.wrong(err)
		}
		if !outcome.ServerDown() {
			if err := m.World.Meet("smtp", m.call.now()); err != nil {
				return sent, m.wrong(err)
			}
		}
		if outcome.NullRefused {
			if err := m.World.NullRefused(m.settings.SMTP.Addr(), m.call.now()); err != nil {
				return sent, m.wrong(err)
			}
		}
		switch {
		case outcome.Result == smtp.Delivered:
			sent++
		case outcome.Trouble.Settings():
			return sent, m.refusedBy("smtp", m.settings.SMTP.Addr(), outcome.Trouble, errors.New(outcomeText(outcome)))
		case outcome.ServerDown():
			return sent, later("no-smtp", errors.New(outcomeText(outcome)), phrase.Str("dir", m.settings.Dir),
				phrase.Str("host", m.settings.SMTP.Addr()))
		}
	}
	return sent, ctx.Err()
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
