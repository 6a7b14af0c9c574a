package imap

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Look makes the connection that a poll would use: it logs in, makes the folders that are missing and opens the inbox.
// It looks at no mail.
func Look(ctx context.Context, c Config) error {
	p, err := lookInto(ctx, c)
	if err == nil {
		p.m.logOut(ctx)
	}
	return err
}

// lookInto is Look, and keeps the connection.
func lookInto(ctx context.Context, c Config) (*Poll, error) {
	p, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	for _, folder := range []string{p.c.Processed, p.c.Quarantine} {
		if err == nil {
			err = p.m.makeFolder(ctx, folder)
		}
	}
	if err == nil {
		_, err = p.m.open(ctx, p.c.Inbox, false)
	}
	if err != nil {
		p.m.hangUp()
		return nil, err
	}
	return p, nil
}

// Marked looks at the marks in the folder for processed mails as a poll does, and returns those of worlds that share
// the inbox. If this world has sent from elsewhere, it returns an *OvertakenError. If another world reads the inbox,
// it returns a *SharedError. It neither puts a mark there nor removes one.
func Marked(ctx context.Context, c Config) (beside []Neighbour, err error) {
	err = visit(ctx, c, func(p *Poll) (err error) {
		beside, err = p.marked(ctx)
		return err
	})
	return beside, err
}

// marked is Marked on its connection.
func (p *Poll) marked(ctx context.Context) ([]Neighbour, error) {
	box, err := p.examine(ctx)
	if err != nil {
		return nil, err
	}
	known := p.c.Mark.Known
	if known.Where != p.where() || known.Validity != box.UIDValidity {
		known = MarkKnown{}
	}
	marks, _, err := p.marks(ctx, known, box)
	if err != nil {
		return nil, err
	}
	if err := p.overtaken(marks); err != nil {
		return nil, err
	}
	s := p.sift(marks)
	if s.overruled() {
		return nil, p.shared(s.other)
	}
	return s.beside, nil
}

// Arrival is a mail that was awaited.
type Arrival struct {
	At   time.Time // by the server's clock; the zero time: it did not come
	Head []byte    // its header
	Junk string    // the folder for junk in which it was; "": it was in no such folder
}

// Await waits until a mail with this Message-ID is in the inbox, and moves it to the folder for processed mails. A
// mail that is there already is found, too, and one that was taken for junk. It looks once in every interval often. If
// the mail was not there in the last look, after all of wait, it returns no arrival.
func Await(ctx context.Context, c Config, id string, wait, often time.Duration) (Arrival, error) {
	for until := time.Now().Add(wait); ; {
		found, err := find(ctx, c, id)
		if err != nil || !found.At.IsZero() || !time.Now().Before(until) {
			return found, err
		}
		select {
		case <-ctx.Done():
			return Arrival{}, ctx.Err()
		case <-time.After(often):
		}
	}
}

// ErrFull says that a mailbox has no room for a mail that was to be moved.
var ErrFull = errors.New("no room in the mailbox")

// find looks for a mail once.
func find(ctx context.Context, c Config, id string) (a Arrival, err error) {
	p, err := lookInto(ctx, c)
	if err != nil {
		return a, err
	}
	m := p.m
	defer m.logOut(ctx)
	junk, err := m.junk(ctx, p.c)
	if err != nil {
		return a, err
	}
	for _, folder := range append([]string{p.c.Inbox, p.c.Processed}, junk...) {
		uids, err := m.search(ctx, folder, false, imap.SearchCriteria{
			Header: []imap.SearchCriteriaHeaderField{{Key: "Message-ID", Value: id}}})
		if err != nil {
			return a, err
		}
		if len(uids) == 0 {
			continue
		}
		mails, err := m.list(ctx, uids)
		if err != nil || len(mails) == 0 {
			return a, err
		}
		if a.Head, _, err = m.fetch(ctx, mails[0].uid, true, mime.MaxHeader); err == nil && folder != p.c.Processed {
			if _, err = m.move(ctx, uids, p.c.Processed); wire.NoRoom(err) != "" {
				err = fmt.Errorf("%w: %w", ErrFull, err)
			}
		}
		if err != nil {
			return a, err
		}
		if a.At = mails[0].at; slices.Contains(junk, folder) {
			a.Junk = folder
		}
		return a, nil
	}
	return a, nil
}

// search opens a folder and lists those mails in it that fit, and are not marked as deleted.
func (m *mailbox) search(ctx context.Context, folder string, only bool,
	fit imap.SearchCriteria) (uids []imap.UID, err error) {
	fit.NotFlag = []imap.Flag{imap.FlagDeleted}
	err = m.receive(ctx, wire.ManyOctets, func() error {
		if _, err := m.opening(folder, only)(); err != nil {
			return err
		}
		got, err := m.UIDSearch(&fit, nil).Wait()
		if err == nil {
			uids = got.AllUIDs()
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search in %q: %w", folder, err)
	}
	return uids, nil
}

// Junk is a folder into which the server sorts what it takes for junk.
type Junk struct {
	Folder string
	Mails  int
	Like   int // how many of them have the text that was looked for
}

// Junked counts the mails in the folders for junk, and those that have this text in their body. The server searches,
// so mails are not fetched. Nothing is changed.
func Junked(ctx context.Context, c Config, text string) (all []Junk, err error) {
	p, err := open(ctx, c)
	if err != nil {
		return nil, err
	}
	m := p.m
	defer m.logOut(ctx)
	folders, err := m.junk(ctx, p.c)
	for _, folder := range folders {
		var mails, like []imap.UID
		if mails, err = m.search(ctx, folder, true, imap.SearchCriteria{}); err == nil && len(mails) > 0 {
			like, err = m.search(ctx, folder, true, imap.SearchCriteria{Body: []string{text}})
		}
		if err != nil {
			break
		}
		all = append(all, Junk{folder, len(mails), len(like)})
	}
	return all, err
}

// mostJunk is how many folders for junk are looked at. A mailbox has one.
const mostJunk = 4

// junkNames are what folders for junk are called, in small letters, where the server does not mark them.
var junkNames = []string{"junk", "junk e-mail", "junk email", "junk-e-mail", "spam", "spamverdacht", "bulk mail", "bulk"}

// junk lists the folders for junk: those that the server marks as such (RFC 6154), or else those called so. A folder
// of the game's own is none, whatever its name is.
func (m *mailbox) junk(ctx context.Context, c Config) (folders []string, err error) {
	var options *imap.ListOptions
	if caps := m.Caps(); caps.Has(imap.CapSpecialUse) && caps.Has(imap.CapListExtended) {
		options = &imap.ListOptions{ReturnSpecialUse: true} // other servers mark them unasked
	}
	var called []string
	err = m.receive(ctx, wire.ManyOctets, func() error {
		list, err := m.List("", "*", options).Collect()
		if no, is := errors.AsType[*imap.Error](err); is && no.Type == imap.StatusResponseTypeNo {
			return nil
		}
		for _, box := range list {
			own := slices.Contains([]string{c.Inbox, c.Processed, c.Quarantine}, box.Mailbox)
			name := box.Mailbox
			if box.Delim != 0 {
				name = name[strings.LastIndex(name, string(box.Delim))+1:]
			}
			switch {
			case own || slices.Contains(box.Attrs, imap.MailboxAttrNoSelect):
			case slices.Contains(box.Attrs, imap.MailboxAttrJunk):
				folders = append(folders, box.Mailbox)
			case slices.Contains(junkNames, strings.ToLower(name)):
				called = append(called, box.Mailbox)
			}
		}
		return err
	})
	if len(folders) == 0 {
		folders = called
	}
	return folders[:min(len(folders), mostJunk)], err
}
