package imap

import (
	"net"
	"slices"
	"sync"
)

// bundle is a connection on which some commands leave as one: the library writes each by itself.
type bundle struct {
	net.Conn
	mu   sync.Mutex
	more int // commands that are waited for
	held []byte
}

// bundles makes the next n commands leave together.
func (b *bundle) bundles(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.more = n - 1
}

// Write holds back what is not the last of them.
func (b *bundle) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.more > 0 {
		b.more--
		b.held = append(b.held, p...)
		return len(p), nil
	}
	held := len(b.held)
	all := slices.Concat(b.held, p)
	b.held = nil
	n, err := b.Conn.Write(all)
	return max(n-held, 0), err
}
