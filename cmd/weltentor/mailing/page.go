package mailing

import (
	"context"
	"encoding/hex"
	"errors"

	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// keepCopies puts copies of what came from the page into the folder for mails that were read: a restore finds them
// there like mails. Without a mailbox there is no such folder.
func (m *Mailer) keepCopies(ctx context.Context) error {
	var waiting []received.Copy
	if err := m.World.View(func(tx *store.Tx) error {
		waiting = received.Copies(tx)
		return nil
	}); err != nil || len(waiting) == 0 || ctx.Err() != nil {
		return m.Wrong(err)
	}
	put := len(waiting)
	var failed error
	if m.Settings.IMAP.Host != "" {
		config, err := m.IMAP(ctx)
		if err != nil {
			return nil // the poll has said so
		}
		if config.Mark, err = m.Mark(); err != nil {
			return m.Wrong(err)
		}
		var known imap.MarkKnown
		put, known, failed = imap.PutCopies(ctx, config, m.copiesOf(waiting, config.Mark))
		if err := m.keepMark(config.Mark.Known, known); err != nil {
			return m.Wrong(err)
		}
	}
	if put > 0 {
		if err := m.World.Update(func(tx *store.Tx) error {
			for _, c := range waiting[:put] {
				received.DropCopy(tx, c.Hash)
			}
			return nil
		}); err != nil {
			return m.Wrong(err)
		}
	}
	return failed
}

// copiesOf are copies as the mailbox has them.
func (m *Mailer) copiesOf(waiting []received.Copy, mark imap.Mark) (all []imap.Copy) {
	for _, c := range waiting {
		all = append(all, imap.Copy{World: mark.World, Address: mark.Address, ID: received.CopyID(c.Hash),
			Subject: m.Call.Voice.Book.Say(phrase.P("copy-subject", phrase.Str("world", m.Settings.Name),
				phrase.Str("letter", hex.EncodeToString(c.Hash[:4])))), At: c.Arrived, Data: c.Sealed})
	}
	return all
}

// CopyIn reads a mail as a copy of what came from the page, and reports whether this world is to read that letter again.
func (m *Mailer) CopyIn(raw []byte, want *received.Wanted) (c intake.PageCopy, is, wanted bool, err error) {
	mail, is := imap.CopyIn(raw)
	if !is {
		return c, false, false, nil
	}
	c, own, err := intake.OpenCopy(m.World, mail.Data)
	if err != nil || !own {
		return c, true, false, err
	}
	seen, _, err := sender.Expect(m.World, c.Hash)
	return c, true, err == nil && want.Has(c.Hash, c.Arrived, seen[0]), err
}

// againFromPage takes such a letter in once more, or puts it off.
func (d *frontDesk) againFromPage(c intake.PageCopy, f imap.Fetched, want *received.Wanted) error {
	a, err := intake.AcceptCopy(d.World, c, d.Call.Now())
	if errors.Is(err, faults.ErrRules) {
		return d.putAside(f, err)
	}
	if d.fault = err; err != nil || a.Fate == receipt.Undecided {
		want.Later(c.Hash)
	}
	return err
}
