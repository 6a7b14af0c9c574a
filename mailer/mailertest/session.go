package mailertest

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-sasl"
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

// Append stores a mail if there is room.
func (t *imapSession) Append(mailbox string, r imap.LiteralReader, options *imap.AppendOptions) (*imap.AppendData, error) {
	if err := t.s.room(); err != nil {
		_, _ = io.Copy(io.Discard, r)
		return nil, err
	}
	return t.UserSession.Append(mailbox, r, options)
}

// Copy copies mails if there is room.
func (t *imapSession) Copy(set imap.NumSet, dest string) (*imap.CopyData, error) {
	if err := t.s.room(); err != nil {
		return nil, err
	}
	return t.UserSession.Copy(set, dest)
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

// xoauth2Server speaks AUTH XOAUTH2 as Google and Microsoft do. A wrong token is answered with a challenge in JSON.
// The client answers that with nothing, and only then the login fails.
type xoauth2Server struct {
	check  func(user, token string) error
	failed error
}

// Next reads the only message.
func (x *xoauth2Server) Next(response []byte) ([]byte, bool, error) {
	if x.failed != nil {
		return nil, true, x.failed
	}
	if response == nil {
		return []byte{}, false, nil // the message comes in a line of its own
	}
	user, token, ok := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(string(response), "user="), "\x01\x01"),
		"\x01auth=Bearer ")
	if !ok {
		return nil, true, fmt.Errorf("no message of XOAUTH2: %q", response)
	}
	if x.failed = x.check(user, token); x.failed != nil {
		return []byte(`{"status":"401","schemes":"bearer","scope":"mail"}`), false, nil
	}
	return nil, true, nil
}

// tokenSession is one IMAP connection of a server that accepts only tokens.
type tokenSession struct{ imapSession }

// Login refuses passwords.
func (t *tokenSession) Login(string, string) error {
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeAuthenticationFailed,
		Text: "Passwords are not taken here"}
}

// AuthenticateMechanisms lists what AUTHENTICATE offers.
func (t *tokenSession) AuthenticateMechanisms() []string { return []string{"XOAUTH2"} }

// Authenticate checks user and token.
func (t *tokenSession) Authenticate(mechanism string) (sasl.Server, error) {
	if mechanism != "XOAUTH2" {
		return nil, &imap.Error{Type: imap.StatusResponseTypeNo, Text: "Unknown mechanism"}
	}
	return &xoauth2Server{check: t.imapSession.Login}, nil
}

func (s *Server) account(user string) (account, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, ok := s.users[strings.ToLower(user)]
	return a, ok
}
