// Package mailertest is a mail provider on the loopback address, for the demo
// and for tests: an IMAP server and an SMTP server that share their mailboxes.
// Nothing is kept on disk.
package mailertest

import (
	"crypto/tls"
	"time"
)

// Options say what the servers offer.
type Options struct {
	TLS    *tls.Config // offers STARTTLS and requires it for a login
	NoMove bool        // IMAP without MOVE and UIDPLUS
	Time   func() time.Time
}

// Letter is a mail that the SMTP server took.
type Letter struct {
	From, To string // envelope
	Raw      []byte
}

// Server is the provider.
type Server struct{}

// Start starts both servers on free ports of 127.0.0.1.
func Start(o Options) (*Server, error) { return &Server{}, nil }

// Close stops both servers.
func (s *Server) Close() error { return nil }

// IMAP is the address of the IMAP server, host:port.
func (s *Server) IMAP() string { return "" }

// SMTP is the address of the SMTP server, host:port.
func (s *Server) SMTP() string { return "" }

// AddUser makes a mailbox; the address is the user's name for both servers.
func (s *Server) AddUser(address, password string) error { return nil }

// Deliver puts a raw mail into the user's INBOX, as if it had come from elsewhere.
func (s *Server) Deliver(address string, raw []byte) error { return nil }

// Letters lists what the SMTP server took, oldest first.
func (s *Server) Letters() []Letter { return nil }

// Fault makes the SMTP server fail; see the stages.
type Fault struct {
	Stage string // AUTH, MAIL, RCPT, DATA, or "dot": after the whole body
	Code  int    // reply code; 0 cuts the connection
	Text  string
	To    string // only for this recipient (RCPT, DATA, dot); "" for all
	From  string // only for this sender at MAIL; "<>" is the null sender, "" all
	Times int    // how often; 0: always
	Keep  bool   // with Code 0 at "dot": the letter is taken before the cut
}

// Fail adds a fault.
func (s *Server) Fail(f Fault) {}
