package wire

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
)

// Trouble is what keeps us from using a server at all, whichever mail it is about.
type Trouble string

// The troubles. Except for Down, a person must correct the settings; waiting does not help.
const (
	Down    Trouble = "down"   // not reached, or it hung up: this goes away without help
	Login   Trouble = "login"  // it refuses user or password, or wants a login
	Secured Trouble = "tls"    // its certificate is wrong, or it speaks no TLS where it should
	Missing Trouble = "folder" // a folder of the mailbox does not exist and cannot be made
)

// Settings reports whether a person must look at the settings: the trouble will not go away without help.
func (t Trouble) Settings() bool { return t == Login || t == Secured || t == Missing }

// ServerError is a Trouble with a server, as a poll returns it.
type ServerError struct {
	Trouble Trouble
	Err     error
}

// Error is the cause's.
func (e *ServerError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *ServerError) Unwrap() error { return e.Err }

// TroubleOf returns the trouble of an error that a poll returned. It is "" if the error is about the intake, or about
// one mail.
func TroubleOf(err error) Trouble {
	if s, is := errors.AsType[*ServerError](err); is {
		return s.Trouble
	}
	return ""
}

// errNoTLS is for a server that should offer STARTTLS and does not, and for a setting that would send a password in
// the clear.
var errNoTLS = errors.New("no TLS")

// NoTLS says why a connection cannot be protected.
func NoTLS(why string) error { return fmt.Errorf("%w: %s", errNoTLS, why) }

// Connecting sorts what went wrong before a login.
func Connecting(err error) Trouble {
	for _, insecure := range []any{new(*tls.CertificateVerificationError), new(tls.AlertError),
		new(tls.RecordHeaderError), // what answered speaks no TLS
		new(x509.HostnameError), new(x509.UnknownAuthorityError), new(x509.CertificateInvalidError)} {
		if errors.As(err, insecure) {
			return Secured
		}
	}
	if errors.Is(err, errNoTLS) {
		return Secured
	}
	return Down
}

// Answered sorts the end of an IMAP command: a NO means the given trouble, anything else means that the server is
// down. QUIRK: Gmail says OVERQUOTA to a login while it throttles.
func Answered(err error, no Trouble) Trouble {
	switch said, is := errors.AsType[*imap.Error](err); {
	case is && said.Code == imap.ResponseCodeOverQuota:
		return Down
	case SaidNo(err):
		return no
	case errors.Is(err, ErrNoAuth), errors.Is(err, errToken):
		return Login
	}
	return Connecting(err)
}

// Refused reports whether a server answered a command, and did not do it, for whatever reason. The connection is alive.
func Refused(err error) bool { return errors.As(err, new(*imap.Error)) }

// noRoom are the words of servers for an account without room.
var noRoom = []string{"quota", "mailbox is full", "mailbox full", "no space", "not enough space"}

// NoRoom returns what a server said when it refused to store a mail for want of room. It is "" for any other error. It
// is for an APPEND, COPY or MOVE: of other commands OVERQUOTA says that too much was read.
func NoRoom(err error) string {
	reply, is := errors.AsType[*imap.Error](err)
	if !is || reply.Type != imap.StatusResponseTypeNo {
		return ""
	}
	// QUIRK: servers that say it in words, without the code of RFC 5530.
	text := strings.ToLower(reply.Text)
	if reply.Code == imap.ResponseCodeOverQuota ||
		slices.ContainsFunc(noRoom, func(w string) bool { return strings.Contains(text, w) }) {
		return cmp.Or(reply.Text, string(imap.ResponseCodeOverQuota))
	}
	return ""
}

// SaidNo reports whether a server said NO to a command, which leaves the connection alive. It is false if the server is
// gone, or if its NO says that it will pass.
func SaidNo(err error) bool {
	var reply *imap.Error
	if !errors.As(err, &reply) || reply.Type != imap.StatusResponseTypeNo {
		return false
	}
	switch reply.Code {
	case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug:
		return false
	}
	return true
}
