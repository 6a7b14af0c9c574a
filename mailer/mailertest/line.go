package mailertest

import (
	"bytes"
	"net"
	"sync"
)

// lines are the connections to the IMAP server.
type lines struct {
	net.Listener
	noIdle bool
	mu     sync.Mutex
	all    []net.Conn
}

// Accept counts a connection.
func (l *lines) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if l.noIdle {
		c = &withoutIdle{c}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, c)
	return c, nil
}

// withoutIdle hides from a client that the server knows IDLE. The library cannot do without.
type withoutIdle struct{ net.Conn }

func (c *withoutIdle) Write(p []byte) (int, error) {
	return c.Conn.Write(bytes.Replace(p, []byte(" IDLE "), []byte(" XDLE "), 1))
}

// Logins counts the IMAP connections so far.
func (s *Server) Logins() int {
	s.lines.mu.Lock()
	defer s.lines.mu.Unlock()
	return len(s.lines.all)
}

// Cut cuts all IMAP connections, as a network does that fails for a moment.
func (s *Server) Cut() {
	s.lines.mu.Lock()
	defer s.lines.mu.Unlock()
	for _, c := range s.lines.all {
		c.Close()
	}
}
