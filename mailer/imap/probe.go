package imap

import (
	"context"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/wire"
)

// Look makes the connection that a poll would use: it logs in, makes the folders that are missing and opens the inbox.
// It looks at no mail.
func Look(ctx context.Context, c Config) error {
	m, err := lookInto(ctx, c)
	if err == nil {
		m.logOut(ctx)
	}
	return err
}

// lookInto is Look, and returns the mailbox.
func lookInto(ctx context.Context, c Config) (*mailbox, error) {
	c, err := c.Filled()
	if err != nil {
		return nil, err
	}
	m, err := openMailbox(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{c.Processed, c.Quarantine} {
		if err == nil {
			err = m.makeFolder(ctx, folder)
		}
	}
	if err == nil {
		err = m.do(ctx, func() error { _, err := m.Select(c.Inbox, nil).Wait(); return err })
		if err != nil {
			err = &wire.ServerError{Trouble: wire.Answered(err, wire.Missing), Err: fmt.Errorf("folder %q: %w", c.Inbox, err)}
		}
	}
	if err != nil {
		m.hangUp()
		return nil, err
	}
	return m, nil
}

// Marked looks at the marks in the folder for processed mails as a poll does, and returns those of worlds that share
// the inbox. If this world has sent from elsewhere, it returns an *OvertakenError. If another world reads the inbox,
// it returns a *SharedError. It neither puts a mark there nor removes one.
func Marked(ctx context.Context, c Config) ([]Neighbour, error) {
	c, err := c.Filled()
	if err != nil {
		return nil, err
	}
	m, err := openMailbox(ctx, c)
	if err != nil {
		return nil, err
	}
	p := &Poll{c: c, m: m}
	defer func() { p.m.hangUp() }()
	known := c.Mark.Known
	if known.Where != p.where() {
		known = MarkKnown{}
	}
	box, err := p.examine(ctx)
	if err != nil {
		return nil, err
	}
	if box.UIDValidity != known.Validity {
		known = MarkKnown{}
	}
	marks, _, err := p.marks(ctx, known, box)
	if err != nil {
		return nil, err
	}
	if err := p.overtaken(marks); err != nil {
		return nil, err
	}
	mine, _, beside, other := p.sift(marks)
	if other != nil && (mine.uid == 0 || other.uid < mine.uid) {
		return nil, p.shared(other)
	}
	m.logOut(ctx)
	return beside, nil
}

// Await waits until a mail with this Message-ID is in the inbox, and moves it to the folder for processed mails. A
// mail that is there already is found, too. It looks once in every interval often, and returns when the mail came by
// the server's clock. If the mail was not there in the last look, after all of wait, it returns the zero time.
func Await(ctx context.Context, c Config, id string, wait, often time.Duration) (arrived time.Time, err error) {
	for until := time.Now().Add(wait); ; {
		arrived, err = find(ctx, c, id)
		if err != nil || !arrived.IsZero() || !time.Now().Before(until) {
			return arrived, err
		}
		select {
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		case <-time.After(often):
		}
	}
}

// find looks for a mail once.
func find(ctx context.Context, c Config, id string) (arrived time.Time, err error) {
	c, err = c.Filled()
	if err != nil {
		return arrived, err
	}
	m, err := lookInto(ctx, c)
	if err != nil {
		return arrived, err
	}
	defer m.logOut(ctx)
	for _, folder := range []string{c.Inbox, c.Processed} {
		var uids []imap.UID
		err := m.do(ctx, func() error {
			if _, err := m.Select(folder, nil).Wait(); err != nil {
				return err
			}
			got, err := m.UIDSearch(&imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagDeleted},
				Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: id}}}, nil).Wait()
			if err == nil {
				uids = got.AllUIDs()
			}
			return err
		})
		if err != nil || len(uids) == 0 {
			if err != nil {
				return arrived, fmt.Errorf("search in %q: %w", folder, err)
			}
			continue
		}
		mails, err := m.list(ctx, uids)
		if err == nil && folder == c.Inbox {
			err = m.move(ctx, uids, c.Processed)
		}
		if err != nil || len(mails) == 0 {
			return arrived, err
		}
		return mails[0].at, nil
	}
	return arrived, nil
}
