package imap

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Line keeps the connection to a mailbox from one poll to the next, so that all worlds that read it log in once. It is
// for one goroutine. Between polls it waits for mail.
type Line struct {
	Inbox string
	Every time.Duration // how often it looks at a server that cannot say by itself when mail has come

	m      *mailbox // nobody uses it now; nil: there is none
	to     string   // whose it is
	looked look
	polled bool // a poll has looked since the last Wait

	sure   MarkKnown // what is known about the mark, as the server has shown it to be
	sureAt time.Time

	noQuota bool // an answer about its room could not be read
}

// look is a look into the inbox.
type look struct {
	m     *mailbox
	heard int // how often the server had said before that mail has come
}

// aliveTime is how long a connection that was kept may take to show that it is still there.
const aliveTime = 10 * time.Second

// ErrNoLine says that there is no connection to wait on.
var ErrNoLine = errors.New("imap: no connection is kept")

// take returns the connection if it is to this mailbox, and nil otherwise.
func (l *Line) take(c Config) *mailbox {
	if l == nil {
		return nil
	}
	m, to := l.m, l.to
	l.m, l.to = nil, c.String()
	switch {
	case m == nil:
	case to != c.String():
		m.hangUp()
	default:
		m.kept, m.Timeout = true, c.Timeout
		return m
	}
	return nil
}

// looks notes that a poll looks into the inbox now. Of several polls the first counts: the others may be of other
// worlds.
func (l *Line) looks(m *mailbox) {
	if l != nil && !l.polled {
		l.looked, l.polled = look{m, m.ear.count()}, true
	}
}

// sureFor is for how long a look at the folder with the mark counts.
const sureFor = 10 * time.Second

// isSure reports whether the server has just shown that this is how the mark stands.
func (l *Line) isSure(known MarkKnown) bool {
	return l != nil && known != (MarkKnown{}) && l.sure == known && time.Since(l.sureAt) < sureFor
}

// Close closes the connection.
func (l *Line) Close(ctx context.Context) {
	if m := l.m; m != nil {
		m.line, l.m = nil, nil
		m.logOut(ctx)
	}
}

// Wait waits for a mail that came to the inbox since a poll has looked, or since the last Wait. It returns nil once
// there is one, and an error when ctx ends or the connection is lost. A server with IDLE says it at once, another is
// asked now and then. Without a mailbox, when l is nil, only ctx ends it.
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
	l.looked, l.polled = look{m, m.ear.count()}, false
	if err != nil && (m.cut || ctx.Err() == nil) {
		l.m = nil
		m.hangUp()
	}
	return err
}

func (l *Line) wait(ctx context.Context, m *mailbox) error {
	if m.opened != l.Inbox {
		if _, err := m.open(ctx, l.Inbox, false); err != nil {
			return err
		}
	}
	for l.looked.m == m {
		m.ear.clear()
		if m.ear.count() != l.looked.heard {
			break
		}
		if err := m.rest(ctx, l.Every); err != nil {
			return err
		}
	}
	return nil // on a new connection nobody knows what came while there was none
}

// rest waits until the server says that a mail has come to the folder that is open, or until it is time to ask.
func (m *mailbox) rest(ctx context.Context, every time.Duration) (err error) {
	var idle *imapclient.IdleCommand
	err = m.do(ctx, func() (err error) {
		can := m.Caps().Has(imap.CapIdle)
		m.bundle.bundles(1 + mime.Btoi(can))
		noop := m.Noop() // QUIRK: servers that say in IDLE only what comes after its beginning
		if can {
			idle, err = m.Idle()
		}
		return errors.Join(noop.Wait(), err)
	})
	if err != nil && !wire.SaidNo(err) {
		return err
	}
	if idle == nil {
		select {
		case <-m.ear.news:
			return nil
		case <-time.After(every):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	select {
	case <-m.ear.news:
	case <-m.Closed():
	case <-ctx.Done():
	}
	end, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(stopTime, cancel) })()
	err = m.do(end, func() error { return errors.Join(idle.Close(), idle.Wait()) })
	return cmp.Or(err, ctx.Err())
}
