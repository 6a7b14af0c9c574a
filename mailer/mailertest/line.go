package mailertest

import (
	"bytes"
	"net"
	"sync"

	"github.com/emersion/go-imap/v2"
)

// lines are the connections to the IMAP server.
type lines struct {
	net.Listener
	noIdle bool
	quota  bool
	state  string // what the server says of its quota, in lines; "": nothing was set
	full   bool   // no mail is stored by APPEND and COPY
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
	if l.quota {
		c = &withQuota{Conn: c, l: l}
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

// withQuota lets a client see a server that knows QUOTA (RFC 9208), which the library's does not.
type withQuota struct {
	net.Conn
	l *lines
}

func (c *withQuota) Write(p []byte) (int, error) {
	_, err := c.Conn.Write(bytes.Replace(p, []byte(" NAMESPACE"), []byte(" NAMESPACE QUOTA"), 1))
	return len(p), err
}

// Read answers GETQUOTAROOT, and makes a NOOP of it for the server.
func (c *withQuota) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	tag, _, asked := bytes.Cut(p[:n], []byte(" GETQUOTAROOT "))
	if !asked {
		return n, err
	}
	c.l.mu.Lock()
	said := c.l.state
	c.l.mu.Unlock()
	if _, err := c.Conn.Write([]byte(said)); err != nil {
		return 0, err
	}
	return copy(p, string(tag)+" NOOP\r\n"), err
}

// SetQuota sets what the server says when it is asked for the quota of INBOX: untagged lines.
func (s *Server) SetQuota(lines string) {
	s.lines.mu.Lock()
	defer s.lines.mu.Unlock()
	s.lines.state = lines
}

// SetFull makes the IMAP server refuse to store mails, for want of room, or take them again.
func (s *Server) SetFull(full bool) {
	s.lines.mu.Lock()
	defer s.lines.mu.Unlock()
	s.lines.full = full
}

// room is the error of a server without room.
func (s *Server) room() error {
	s.lines.mu.Lock()
	defer s.lines.mu.Unlock()
	if !s.lines.full {
		return nil
	}
	return &imap.Error{Type: imap.StatusResponseTypeNo, Code: imap.ResponseCodeOverQuota, Text: "Quota exceeded"}
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
