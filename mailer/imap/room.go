package imap

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/wire"
)

// room asks the server how full the inbox is. asked is false if it does not say. full is what it says of a resource of
// which a hundredth is left, or less: then players' mails are refused, the large ones first. Otherwise it is "".
func (p *Poll) room(ctx context.Context) (full string, asked bool) {
	m := p.m
	if !m.Caps().Has(imap.CapQuota) || m.line != nil && m.line.noQuota {
		return "", false
	}
	err := m.do(ctx, func() error {
		roots, err := m.GetQuotaRoot(p.c.Inbox).Wait()
		for _, root := range roots {
			for _, kind := range slices.Sorted(maps.Keys(root.Resources)) {
				r := root.Resources[kind]
				asked = true
				// QUIRK: servers that say 0 where there is no limit.
				if r.Limit > 0 && r.Usage >= r.Limit-r.Limit/100 {
					full = fmt.Sprintf("%s %d of %d", kind, r.Usage, r.Limit)
				}
			}
		}
		return err
	})
	if err != nil && m.line != nil && !wire.SaidNo(err) {
		m.line.noQuota = true // the connection is dead, and must not die each time
	}
	return full, asked && err == nil
}

// refused notes that the server has refused a mail for want of room.
func (p *Poll) refused(err error) {
	if said := wire.NoRoom(err); said != "" {
		p.count.Mark.Full = said
	}
}

// Full asks the server of a mailbox how full that is, as a poll does. asked is false if it does not say.
func Full(ctx context.Context, c Config) (full string, asked bool, err error) {
	err = visit(ctx, c, func(p *Poll) error {
		full, asked = p.room(ctx)
		return nil
	})
	return full, asked, err
}
