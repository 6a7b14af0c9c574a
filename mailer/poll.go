package mailer

import (
	"context"
	"time"
)

// Fetched is one mail as the server holds it.
type Fetched struct {
	Raw         []byte // whole; only the header if TooBig; nothing if Empty
	UIDValidity uint32
	UID         uint32
	Size        int64 // as the server says
	Arrived     time.Time
	TooBig      bool // over MaxSize: answer politely, do not read
	Empty       bool // the server gave no octets of a mail with a size; goes to the quarantine folder whatever the verdict
}

// Verdict says where a mail goes after it was taken.
type Verdict int

// The verdicts.
const (
	Keep       Verdict = iota // stays where it is and comes again
	Processed                 // was committed, or was known already
	Quarantine                // cannot be read; a person should look
)

// Polled counts what became of the mails.
type Polled struct {
	Processed, Quarantined, Kept int
}

// Poll fetches the mails of the inbox in the order of their arrival and hands
// each to take, which commits it before it returns; only then is the mail
// moved. A crash in between brings the mail again, so take must know what it
// has seen by the hash of Raw. An error of take ends the poll; the mails before
// it are moved.
func Poll(ctx context.Context, c IMAPConfig, take func(Fetched) (Verdict, error)) (Polled, error) {
	return Polled{}, nil
}
