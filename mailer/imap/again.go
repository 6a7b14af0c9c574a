package imap

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/wire"
)

// Again gives once more mails that were moved to the folder for processed mails, in the order of their arrival, without
// marks of worlds. It looks at mails that have arrived since a time. They stay where they are. Each is taken before the
// next one is fetched. An error ends it; called again, it does the rest.
func Again(ctx context.Context, c Config, since time.Time, take func(Fetched) error) error {
	return visit(ctx, c, func(p *Poll) error { return p.again(ctx, since, take) })
}

// visit does something in a mailbox. If the connection was kept and turns out to be gone, the server has heard nothing,
// and it is done over another one.
func visit(ctx context.Context, c Config, do func(*Poll) error) error {
	p, err := open(ctx, c)
	if err != nil {
		return err
	}
	err = do(p)
	if err != nil && p.m.kept && ctx.Err() == nil {
		p.m.hangUp()
		if p, err = open(ctx, c); err != nil {
			return err
		}
		err = do(p)
	}
	if err != nil {
		p.m.hangUp()
		if !p.ours {
			err = wire.SecretsOf(c.User, c.Password, c.Token).Hide(err)
		}
		return fmt.Errorf("imap %s: %w", c.Addr, err)
	}
	if c.Line != nil && !p.sureAt.IsZero() {
		c.Line.sure, c.Line.sureAt = p.count.Mark, p.sureAt
	}
	p.m.logOut(ctx)
	return nil
}

// again is Again on its connection.
func (p *Poll) again(ctx context.Context, since time.Time, take func(Fetched) error) error {
	box, err := p.examine(ctx)
	if err != nil {
		return err
	}
	p.validity = box.UIDValidity
	if box.NumMessages == 0 {
		return nil
	}
	var uids []imap.UID
	err = p.m.receive(ctx, wire.ManyOctets, func() error {
		// A server counts days in a time zone of its own.
		found, err := p.m.UIDSearch(&imap.SearchCriteria{Since: since.AddDate(0, 0, -2),
			NotFlag: []imap.Flag{imap.FlagDeleted}}, nil).Wait()
		if err == nil {
			uids, _ = lowest(found)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("search in %q: %w", p.c.Processed, err)
	}
	var mails []listed
	for some := range slices.Chunk(uids, maxList) {
		list, err := p.m.list(ctx, some)
		if err != nil {
			return fmt.Errorf("list of sizes: %w", err)
		}
		mails = append(mails, list...)
	}
	slices.SortFunc(mails, func(a, b listed) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.uid, b.uid))
	})
	for _, mail := range mails {
		a := p.fetch(ctx, mail)
		if a.Err != nil {
			return a.Err
		}
		if _, isMark := markHead(a.Raw); a.gone || a.Empty || isMark {
			continue
		}
		if err := take(a.Fetched); err != nil {
			p.ours = true
			return fmt.Errorf("mail %d: %w", mail.uid, err)
		}
	}
	return p.settle(ctx, nil)
}
