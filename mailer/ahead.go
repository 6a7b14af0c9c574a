package mailer

import (
	"context"
	"fmt"

	"github.com/emersion/go-imap/v2"
)

// arrival is a mail that was fetched.
type arrival struct {
	Fetched
	uid  imap.UID
	gone bool // somebody else took it away meanwhile
	err  error
}

// prepared is a mail that awaits its commit.
type prepared struct {
	Fetched
	uid    imap.UID
	commit Commit
}

// belt brings mails from the server one after the other: one is under way while
// those that arrived are prepared and committed. The connection belongs to the
// fetch under way, and to nobody else until that is over.
type belt struct {
	fetch    func(listed) arrival
	left     []listed // not asked for yet
	under    chan arrival
	arrived  []arrival
	underWay bool
}

// ask starts the next fetch.
func (b *belt) ask() {
	if b.underWay || len(b.left) == 0 {
		return
	}
	mail := b.left[0]
	b.left, b.underWay = b.left[1:], true
	go func() { b.under <- b.fetch(mail) }()
}

// land waits for the fetch under way.
func (b *belt) land() {
	if b.underWay {
		b.arrived, b.underWay = append(b.arrived, <-b.under), false
	}
}

// over tells that no more mails come.
func (b *belt) over() bool { return len(b.left) == 0 && !b.underWay && len(b.arrived) == 0 }

// next gives the next mail and asks for the one behind it; false if none has
// arrived, which it waits for or not.
func (b *belt) next(wait bool) (a arrival, ok bool) {
	b.ask()
	if len(b.arrived) == 0 && b.underWay && !wait {
		select {
		case a := <-b.under:
			b.arrived, b.underWay = append(b.arrived, a), false
		default:
		}
	} else if len(b.arrived) == 0 {
		b.land()
	}
	if len(b.arrived) == 0 {
		return a, false
	}
	a, b.arrived = b.arrived[0], b.arrived[1:]
	if a.err != nil {
		b.left = nil // those behind it come another time
	} else {
		b.ask()
	}
	return a, true
}

// takeAll takes the mails in their order. A mail is prepared before the one
// before it is committed, if it has arrived by then; none waits for another's
// arrival.
func (p *poll) takeAll(ctx context.Context, mails []listed) error {
	p.belt = &belt{left: mails, under: make(chan arrival, 1), fetch: func(l listed) arrival { return p.fetch(ctx, l) }}
	defer p.belt.land()
	var (
		ready  []prepared
		failed error
	)
	for len(ready) > 0 || !p.belt.over() {
		if a, ok := p.belt.next(len(ready) == 0); ok && a.err != nil {
			failed = a.err
		} else if ok && !a.gone {
			ready = append(ready, prepared{a.Fetched, a.uid, p.prepare(a.Fetched)})
			if len(ready) < 2 {
				continue
			}
		}
		if len(ready) == 0 {
			continue
		}
		if err := p.commit(ctx, ready[0]); err != nil {
			return err
		}
		ready = ready[1:]
	}
	return failed
}

// alone runs a command when no fetch is under way.
func (p *poll) alone(command func() error) error {
	if p.belt != nil {
		p.belt.land()
	}
	return command()
}

// fetch gets a mail, or of one that is too big its header.
func (p *poll) fetch(ctx context.Context, mail listed) (a arrival) {
	if a.err = ctx.Err(); a.err != nil {
		return a
	}
	a.uid = mail.uid
	a.Fetched = Fetched{UIDValidity: p.validity, UID: uint32(mail.uid), Size: mail.size, Arrived: mail.at,
		TooBig: mail.size > p.c.MaxSize}
	limit := p.c.MaxSize
	if a.TooBig {
		limit = maxHeader
	}
	raw, whole, err := p.m.fetch(ctx, mail.uid, a.TooBig, limit)
	if saidNo(err) {
		// QUIRK: a mail that is damaged on the server; those behind it are not.
		raw, whole, err = nil, true, nil
	}
	if err != nil {
		a.err = fmt.Errorf("mail %d: %w", mail.uid, err)
		return a
	}
	a.Raw = raw
	a.TooBig = a.TooBig || !whole // QUIRK: a server that counts less than it sends
	if len(raw) == 0 {
		if a.gone, a.err = p.gone(ctx, mail.uid); a.err != nil || a.gone {
			return a
		}
		// QUIRK: servers that parse a mail to send it give nothing of one they
		// cannot parse, and no error.
		a.Empty = true
	}
	return a
}

// commit has a mail committed and notes where it goes.
func (p *poll) commit(ctx context.Context, mail prepared) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	verdict, err := mail.commit()
	if err != nil {
		p.ours = true
		return fmt.Errorf("mail %d: %w", mail.uid, err)
	}
	if mail.Empty && verdict != Keep {
		verdict = Quarantine
	}
	return p.sort(ctx, mail.uid, verdict)
}
