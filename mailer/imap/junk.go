package imap

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"

	"weltentor/mailer/wire"
)

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
