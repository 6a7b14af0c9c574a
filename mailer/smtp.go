package mailer

import (
	"context"
	"crypto/tls"
	"time"
)

// SMTPConfig is the server that takes our letters. Its password is never printed.
type SMTPConfig struct {
	Addr      string // host:port
	TLS       TLSMode
	TLSConfig *tls.Config // nil: the system's roots, the host of Addr
	User      string      // "": no AUTH
	Password  string
	Hello     string        // our name; "": localhost
	Fallback  string        // sender used when the server refuses the null sender at MAIL
	Timeout   time.Duration // for each step of a letter; 0: a minute
}

// Result is what became of a letter.
type Result string

// The results. They are stored, so they never change.
const (
	Delivered Result = "delivered" // the server has it
	Temporary Result = "temporary" // it has not; try again later
	Permanent Result = "permanent" // it refuses this letter for good
	Uncertain Result = "uncertain" // lost after the final dot: perhaps it has it; try again with the same Message-ID, few times
)

// Outcome is one attempt to send one letter.
type Outcome struct {
	Result Result
	Stage  string // connect, tls, auth, MAIL, RCPT, DATA, body, dot
	Code   int    // the server's reply code; 0 if it gave none
	Text   string // the server's words, or the network's
	From   string // the envelope sender used, "" for the null sender
}

// Sender sends letters over one connection, made at the first and kept for all.
// It is for one goroutine.
type Sender struct {
	c SMTPConfig
}

// NewSender makes a sender; nothing is dialled yet.
func NewSender(c SMTPConfig) (*Sender, error) { return &Sender{c: c}, nil }

// Send hands over one rendered letter to one address; from "" is the null
// sender. Every failure is an outcome.
func (s *Sender) Send(ctx context.Context, from, to string, raw []byte) Outcome {
	return Outcome{Result: Temporary, Stage: "connect"}
}

// Close says goodbye.
func (s *Sender) Close() error { return nil }
