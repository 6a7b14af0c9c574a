package mailertest

import (
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
)

// imapSession is one IMAP connection.
type imapSession struct {
	*imapmemserver.UserSession // nil before the login
	s                          *Server
}

// Login checks user and password.
func (t *imapSession) Login(user, password string) error {
	a, ok := t.s.account(user)
	if !ok || a.password != password {
		return imapserver.ErrAuthFailed
	}
	t.UserSession = imapmemserver.NewUserSession(a.box)
	return nil
}

// Idle says what changes until stop. QUIRK: the library's own keeps to itself what changed since the last command
// before IDLE, which servers say at once.
func (t *imapSession) Idle(w *imapserver.UpdateWriter, stop <-chan struct{}) error {
	for {
		if err := t.Poll(w, true); err != nil {
			return err
		}
		select {
		case <-time.After(5 * time.Millisecond):
		case <-stop:
			return nil
		}
	}
}

// junkSession is one IMAP connection of a server that marks the folder for junk (RFC 6154), which the library's own
// cannot do. It lists INBOX, that folder, and what this connection has made.
type junkSession struct {
	imapSession
	made []string
}

// Create makes a folder.
func (t *junkSession) Create(name string, options *imap.CreateOptions) error {
	t.made = append(t.made, name)
	return t.UserSession.Create(name, options)
}

// List lists the folders.
func (t *junkSession) List(w *imapserver.ListWriter, ref string, patterns []string, _ *imap.ListOptions) error {
	names := append([]string{"INBOX", t.s.o.Junk}, t.made...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		data := imap.ListData{Mailbox: name, Delim: '/'}
		if name == t.s.o.Junk {
			data.Attrs = []imap.MailboxAttr{imap.MailboxAttrJunk}
		}
		if slices.ContainsFunc(patterns, func(p string) bool { return imapserver.MatchList(name, '/', ref, p) }) {
			if err := w.WriteList(&data); err != nil {
				return err
			}
		}
	}
	return nil
}
