package mailing

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/reading"
	"weltentor/cmd/weltentor/texts"
	"weltentor/mailer/imap"
	"weltentor/mailer/proof"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/world"
)

// mostHeld is how long a letter waits for a proof that is not available now: so long after it came, and after the
// deadline. The turn waits for it.
const mostHeld = 4 * time.Hour

// heldAtOnce is how many letters from one address may wait, since they are fetched again each time. Only letters from
// registered addresses wait. A sender whose keys are not available takes no place from others.
const heldAtOnce = 2

// prover finds out, during one call, whether senders are proven.
type prover struct {
	dkim     *proof.Prover
	held     map[string]int // letters that wait, by sender
	deadline time.Time      // of the turn; zero if it has none
}

// Proof says what proves a letter's sender, as the world's settings want it found out.
func (m *Mailer) Proof(ctx context.Context, raw []byte, from string) proof.Proof {
	s := m.Settings.Proof
	if s.Verify {
		return m.prover().dkim.Prove(ctx, raw, from, m.Settings.Address)
	}
	place, _ := proof.ParsePlace(s.Place)
	return proof.Vouched(raw, from, m.Settings.Address, proof.Trusted{Server: s.Server, Place: place})
}

func (m *Mailer) prover() *prover {
	if m.proving == nil {
		m.proving = &prover{dkim: proof.NewProver(m.Settings.Lookup()), held: map[string]int{}}
		// a fault of the store is told by who takes the letter
		if s, err := gamemaster.StatusOf(m.World, m.Call.Now()); err == nil && !s.Deadline.IsZero() {
			m.proving.deadline = s.Deadline
		}
	}
	return m.proving
}

// wantsProof reports whether proof of a sender is looked for. A letter counts without it if passwords are used, or if
// it is from somebody unknown. But a proven letter is answered, whatever others send in the same name.
func (m *Mailer) wantsProof(known bool) bool {
	return m.Settings.Server != "" || m.Settings.Verify || known && m.Settings.Auth != string(world.ByPassword)
}

// prove adds the proof of its sender to a letter, if the world asks for it and the letter is from a registered
// address. If the time is up meanwhile, the letter is not to blame.
func (d *frontDesk) prove(m *reading.Mail, l *letter.Letter, known bool) error {
	if !d.wantsProof(known) {
		return nil
	}
	if m.Proof == nil {
		p := d.Proof(d.ctx, m.Raw, l.From)
		m.Proof = &p
	}
	p := *m.Proof
	if d.ctx.Err() != nil {
		return d.ctx.Err()
	}
	master := d.Settings.GM.Auth == "proof" && d.Settings.IsMaster(l.From)
	if !known || d.Settings.Auth == string(world.ByPassword) && !master {
		l.Proof = letter.Proof{Domain: p.Domain, DMARC: p.DMARC}
		return nil
	}
	l.Proof = letter.Proof{Domain: p.Domain, Marks: p.Marks, Why: string(p.Why), Signer: p.Signer}
	if p.Later {
		l.Proof.Later, l.Proof.Why = d.mayWait(m.Fetched, l.From)
	}
	if p.Why != proof.Unread {
		return nil
	}
	// Most likely a setting is wrong, and then nobody can play.
	words := texts.Book(phrase.Lang(d.Settings.GM.Lang)).Say(phrase.P("auth-unread",
		phrase.Str("server", d.Settings.Server), phrase.Str("place", d.Settings.Place)))
	return d.World.Alarm(outbox.ProofUnread, "auth unread", words, d.Call.Now())
}

// mayWait reports whether a letter whose proof is not available now may come again. If not, it returns why: a code of
// Words under proof.
func (m *Mailer) mayWait(f imap.Fetched, from string) (may bool, why string) {
	p, now := m.prover(), m.Call.Now()
	switch {
	case now.Sub(f.Arrived) >= mostHeld:
		return false, "dns-hours"
	case !p.deadline.IsZero() && now.Sub(p.deadline) >= mostHeld:
		return false, "dns-late"
	case p.held[from] >= heldAtOnce:
		return false, "dns-more"
	}
	return true, string(proof.NoKey)
}
