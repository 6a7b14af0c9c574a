package mailer

import (
	"crypto/tls"
	"time"
)

// TLSMode says how a connection is protected.
type TLSMode string

// The modes. Plain is only allowed to a loopback address.
const (
	ImplicitTLS TLSMode = "tls"
	StartTLS    TLSMode = "starttls"
	Plain       TLSMode = "plain"
)

// IMAPConfig is a mailbox that is polled. Its password is never printed.
type IMAPConfig struct {
	Addr       string // host:port
	TLS        TLSMode
	TLSConfig  *tls.Config // nil: the system's roots, the host of Addr
	User       string
	Password   string
	Inbox      string        // "": INBOX
	Processed  string        // folder for what was taken
	Quarantine string        // folder for what cannot be read
	Timeout    time.Duration // for each command; 0: a minute
	MaxSize    int64         // octets of a mail; 0: 5 MB
}
