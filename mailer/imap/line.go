package imap

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/mailer/wire"
)

// Line keeps the connection to a mailbox from one poll to the next, so that all worlds that read it log in once. It is
// for one goroutine. Between polls it waits for mail.
type Line struct {
	Inbox string
	Every time.Duration // how often it looks at a server that cannot say by itself when mail has come

	m    *mailbox // nobody uses it now; nil: there is none
	to   string   // whose it is
	seen [2]uint32

	noQuota bool // an answer about its room could not be read
}

// aliveTime is how long a connection that was kept may take to show that it is still there.
const aliveTime = 10 * time.Second

// ErrNoLine says that there is no connection to wait on.
var ErrNoLine = errors.New("imap: no connection is kept")

// take returns the connection if it is to this mailbox and answers, and nil otherwise.
func (l *Line) take(ctx context.Context, c Config) *mailbox {
	if l == nil {
		return nil
	}
	m, to := l.m, l.to
	l.m, l.to = nil, c.String()
	if m == nil {
		return nil
	}
	m.Timeout = min(c.Timeout, aliveTime)
	if to == c.String() && m.do(ctx, func() error { return m.Noop().Wait() }) == nil {
		m.Timeout = c.Timeout
		return m
	}
	m.hangUp()
	return nil
}

// Close closes the connection.
func (l *Line) Close(ctx context.Context) {
	if m := l.m; m != nil {
		m.line, l.m = nil, nil
		m.logOut(ctx)
	}
}

// Wait waits for a mail that came to the inbox since the last Wait. It returns nil once there is one, and an error when
// ctx ends or the connection is lost. A server with IDLE says it at once, another is asked now and then. Without a
// mailbox, when l is nil, only ctx ends it.
func (l *Line) Wait(ctx context.Context) error {
	if l == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	m := l.m
	if m == nil {
		return ErrNoLine
	}
	err := l.wait(ctx, m)
	if err != nil && (m.cut || ctx.Err() == nil) {
		l.m = nil
		m.hangUp()
	}
	return err
}

func (l *Line) wait(ctx context.Context, m *mailbox) error {
	for woken := false; ; {
		box, err := m.open(ctx, l.Inbox, true)
		if err != nil {
			return err
		}
		// QUIRK: servers that do not say which UID is next.
		if at := [2]uint32{box.UIDValidity, uint32(box.UIDNext)}; at != l.seen || woken && box.UIDNext == 0 {
			l.seen = at
			return nil
		}
		if woken, err = m.rest(ctx, l.Every); err != nil {
			return err
		}
	}
}

// rest waits until the server says that something has changed in the folder that is open, or until it is time to ask.
func (m *mailbox) rest(ctx context.Context, every time.Duration) (woken bool, err error) {
	var idle *imapclient.IdleCommand
	err = m.do(ctx, func() (err error) {
		if m.Caps().Has(imap.CapIdle) {
			idle, err = m.Idle()
		}
		return err
	})
	if err != nil && !wire.SaidNo(err) {
		return false, err
	}
	if idle == nil {
		select {
		case <-time.After(every):
			return true, nil
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
	select {
	case <-m.news:
		woken = true
	case <-m.Closed():
	case <-ctx.Done():
	}
	end, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, cancel) })()
	err = m.do(end, func() error { return errors.Join(idle.Close(), idle.Wait()) })
	return woken, cmp.Or(err, ctx.Err())
}

// told notes that the server has said how many mails there are, unasked.
func (m *mailbox) told(d *imapclient.UnilateralDataMailbox) {
	if d.NumMessages == nil {
		return
	}
	select {
	case m.news <- struct{}{}:
	default:
	}
}
