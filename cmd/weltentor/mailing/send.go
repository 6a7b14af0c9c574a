package mailing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/proof"
	"weltentor/mailer/smtp"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
)

// TellFailed says how many more letters than before did not arrive, or may not have. If it is limited, it says so only
// so often; if the store cannot count it, the lines are printed.
func (m *Mailer) TellFailed(before, after gamemaster.Status, limited bool) {
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
	if failed+unclear == 0 {
		return
	}
	if limited {
		if within, err := m.World.Allow(limits.FailuresSpoken, m.Call.Now()); !within && err == nil {
			return
		}
	}
	if failed > 0 {
		m.Call.Voice.Warn("letters-failed", phrase.Str("dir", m.Settings.Dir), phrase.Num("letters", failed))
	}
	if unclear > 0 {
		m.Call.Voice.Warn("letters-unclear", phrase.Str("dir", m.Settings.Dir), phrase.Num("letters", unclear))
	}
}

// together is how many letters of a fleet's world are recorded as sent in one transaction. The first of them
// waits for that no longer than togetherTime.
const (
	together     = 16
	togetherTime = time.Second
)

// Send hands over every letter that is due, and records how each attempt ended. A letter that fails waits in the store
// for its next attempt, so the loop ends.
func (m *Mailer) Send(ctx context.Context) (sent int, err error) {
	if err := m.InPlace(); err != nil {
		return 0, err
	}
	round := &outbox.Round{Office: m.World.Office}
	if m.Call.Linked != nil {
		round.Most, round.Wait = together, togetherTime
	}
	defer func() {
		if lost := round.Settle(); lost != nil {
			err = m.Wrong(lost)
		}
	}()
	var sender *postman
	for ctx.Err() == nil {
		out, err := round.Next(m.Call.Now())
		if err != nil || out == nil {
			return sent, m.Wrong(err)
		}
		if sender == nil {
			defer m.stay.alone(m.given().account())()
			if err := m.renew(ctx); err != nil {
				return sent, err
			}
			if sender, err = m.postman(ctx); err != nil {
				return sent, err
			}
			defer sender.Close()
		}
		if err := m.World.Rehearse(out.ID); err != nil {
			return sent, m.Wrong(err)
		}
		if err := m.Call.Linked.Permitted(ctx); err != nil {
			return sent, err
		}
		outcome := sender.hand(ctx, out.From, out.To, out.Raw)
		attempt := outbox.Attempt{At: m.Call.Now(), Result: outbox.Result(outcome.Result), Text: OutcomeText(outcome),
			TooBig: outcome.TooBig()}
		if outcome.ServerDown() {
			attempt.Result = outbox.Held // the server is the cause, not this letter
			attempt.Behind = outcome.Stage == smtp.StageMail
		}
		if err := round.Record(out.ID, attempt); err != nil {
			return sent, m.Wrong(err)
		}
		if !outcome.ServerDown() {
			if err := m.World.NoteFirst("smtp", m.Call.Now()); err != nil {
				return sent, m.Wrong(err)
			}
		}
		if outcome.NullRefused {
			if err := m.World.NullRefused(m.Settings.SMTP.Addr(), m.Call.Now()); err != nil {
				return sent, m.Wrong(err)
			}
		}
		switch {
		case outcome.Result == smtp.Delivered:
			sent++
		case outcome.Trouble.Settings():
			return sent, m.RefusedBy("smtp", m.Settings.SMTP.Addr(), outcome.Trouble, errors.New(OutcomeText(outcome)))
		case outcome.ServerDown():
			return sent, complaint.Later(NoSMTP, errors.New(OutcomeText(outcome)), phrase.Str("dir", m.Settings.Dir),
				phrase.Str("host", m.Settings.SMTP.Addr()))
		}
	}
	return sent, ctx.Err()
}

// OutcomeText is what the outbox keeps of an attempt: the stage, and what the other side said.
func OutcomeText(o smtp.Outcome) string {
	if o.Result == smtp.Delivered {
		return ""
	}
	if o.Code != 0 {
		return fmt.Sprintf("%s: %d %s", o.Stage, o.Code, o.Text)
	}
	return fmt.Sprintf("%s: %s", o.Stage, o.Text)
}

// postman hands letters over to the server, signed if the world signs them.
type postman struct {
	*smtp.Sender
	signer *proof.Signer
}

func (m *Mailer) postman(ctx context.Context) (*postman, error) {
	signer, err := m.Settings.Signer()
	if err != nil {
		return nil, err
	}
	server, err := m.SMTP(ctx)
	if err != nil {
		return nil, err
	}
	sender, err := smtp.NewSender(server)
	if err != nil {
		return nil, err
	}
	return &postman{sender, signer}, nil
}

// hand gives a letter to the server. If it cannot be signed, it is not sent.
func (p *postman) hand(ctx context.Context, from, to string, raw []byte) smtp.Outcome {
	if p.signer != nil {
		signed, err := p.signer.Sign(raw)
		if err != nil {
			return smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageData, Text: err.Error(), From: from}
		}
		raw = signed
	}
	return p.Send(ctx, from, to, raw)
}
