package mailing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

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

// Send hands over every letter that is due, several side by side, and records how each attempt ended. A letter that
// fails waits in the store for its next attempt, so the loop ends. The store is opened once for a few letters: what
// became of those that left is recorded when the next ones are taken. So a kill repeats no others.
func (m *Mailer) Send(ctx context.Context) (sent int, err error) {
	if err := m.InPlace(); err != nil {
		return 0, err
	}
	letters, err := m.World.Exchange(nil, smtp.MostConnections, m.Call.Now())
	if err != nil || len(letters) == 0 {
		return 0, m.Wrong(err)
	}
	defer m.stay.alone(m.given().account())()
	if err := m.renew(ctx); err != nil {
		return 0, err
	}
	post, err := m.postman(ctx)
	if err != nil {
		return 0, err
	}
	defer post.Close()
	for met := false; ctx.Err() == nil && len(letters) > 0; {
		if err := m.World.Rehearse(letters[0].ID); err != nil {
			return sent, m.Wrong(err)
		}
		leave, wait := m.permitted(ctx, letters)
		h := m.handOver(ctx, post, leave)
		stop, most := cmp.Or(h.stop, wait), smtp.MostConnections
		if sent += h.sent; stop != nil || ctx.Err() != nil {
			most = 0
		}
		if letters, err = m.World.Exchange(h.gone, most, m.Call.Now()); err != nil {
			return sent, m.Wrong(err)
		}
		if h.answered && !met {
			if err := m.World.NoteFirst("smtp", m.Call.Now()); err != nil {
				return sent, m.Wrong(err)
			}
			met = true
		}
		if h.nullRefused {
			if err := m.World.NullRefused(m.Settings.SMTP.Addr(), m.Call.Now()); err != nil {
				return sent, m.Wrong(err)
			}
		}
		if stop != nil {
			return sent, stop
		}
	}
	return sent, ctx.Err()
}

// permitted returns the letters that may leave now. The error is why others may not.
func (m *Mailer) permitted(ctx context.Context, letters []*outbox.Outgoing) ([]*outbox.Outgoing, error) {
	for n := range letters {
		if err := m.Call.Linked.Permitted(ctx); err != nil {
			return letters[:n], err
		}
	}
	return letters, nil
}

// handed is what became of letters that were handed over.
type handed struct {
	gone        []outbox.Gone
	sent        int
	answered    bool  // the server did its work, whatever it said
	nullRefused bool  // it has refused the null sender, for the first time
	stop        error // why the others need not be tried
}

// handOver hands letters over, and sorts what became of them. Those that were not tried are left out.
func (m *Mailer) handOver(ctx context.Context, post *postman, letters []*outbox.Outgoing) (h handed) {
	for i, outcome := range post.hand(ctx, letters) {
		if outcome.Result == "" {
			continue
		}
		attempt := outbox.Attempt{At: m.Call.Now(), Result: outbox.Result(outcome.Result), Text: OutcomeText(outcome),
			TooBig: outcome.TooBig()}
		if outcome.ServerDown() {
			attempt.Result = outbox.Held // the server is the cause, not this letter
			attempt.Behind = outcome.Stage == smtp.StageMail
		} else {
			h.answered = true
		}
		h.gone = append(h.gone, outbox.Gone{ID: letters[i].ID, Attempt: attempt})
		h.nullRefused = h.nullRefused || outcome.NullRefused
		switch {
		case outcome.Result == smtp.Delivered:
			h.sent++
		case outcome.Trouble.Settings():
			h.stop = m.RefusedBy("smtp", m.Settings.SMTP.Addr(), outcome.Trouble, errors.New(OutcomeText(outcome)))
		case outcome.ServerDown():
			h.stop = cmp.Or(h.stop, complaint.Later(NoSMTP, errors.New(OutcomeText(outcome)),
				phrase.Str("dir", m.Settings.Dir), phrase.Str("host", m.Settings.SMTP.Addr())))
		}
	}
	return h
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
	*smtp.Several
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
	senders, err := smtp.NewSeveral(server, smtp.MostConnections)
	if err != nil {
		return nil, err
	}
	return &postman{senders, signer}, nil
}

// hand gives letters to the server. One that cannot be signed is not sent.
func (p *postman) hand(ctx context.Context, letters []*outbox.Outgoing) []smtp.Outcome {
	outcomes := make([]smtp.Outcome, len(letters))
	var leave []smtp.Letter
	var at []int
	for i, l := range letters {
		raw := l.Raw
		if p.signer != nil {
			var err error
			if raw, err = p.signer.Sign(raw); err != nil {
				outcomes[i] = smtp.Outcome{Result: smtp.Permanent, Stage: smtp.StageData, Text: err.Error(), From: l.From}
				continue
			}
		}
		leave, at = append(leave, smtp.Letter{From: l.From, To: l.To, Raw: raw}), append(at, i)
	}
	for n, o := range p.Send(ctx, leave) {
		outcomes[at[n]] = o
	}
	return outcomes
}
