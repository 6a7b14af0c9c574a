//go:build fleet

package hosts

import (
	"context"
	"sync"

	"weltentor/mailer/imap"
)

// mostLines is how many connections to one mailbox a host keeps for its worlds, beside the one that waits for mail.
const mostLines = 2

// lines are connections to mailboxes that no world uses now, by mailbox. So the worlds of a mailbox log in once
// together, and not each time that one of them takes a mail.
type lines struct {
	mu   sync.Mutex
	free map[string][]*imap.Line
}

// take takes a connection, or what makes one when it is needed.
func (l *lines) take(mailbox string) *imap.Line {
	l.mu.Lock()
	defer l.mu.Unlock()
	free := l.free[mailbox]
	if len(free) == 0 {
		return &imap.Line{}
	}
	l.free[mailbox] = free[:len(free)-1]
	return free[len(free)-1]
}

// give gives it back.
func (l *lines) give(ctx context.Context, mailbox string, line *imap.Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.free[mailbox]) >= mostLines {
		go line.Close(ctx)
		return
	}
	l.free[mailbox] = append(l.free[mailbox], line)
}

// close closes all.
func (l *lines) close(ctx context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, free := range l.free {
		for _, line := range free {
			line.Close(ctx)
		}
	}
	clear(l.free)
}
