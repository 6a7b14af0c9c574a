package mailertest

import (
	"time"

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
