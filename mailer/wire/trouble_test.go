package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/emersion/go-imap/v2"
)

// reply is what a server answers to a command.
func reply(kind imap.StatusResponseType, code imap.ResponseCode, text string) error {
	return fmt.Errorf("move: %w", &imap.Error{Type: kind, Code: code, Text: text})
}

const (
	no  = imap.StatusResponseTypeNo
	bad = imap.StatusResponseTypeBad
)

// A NO of an IMAP server is final, unless it says that it will pass (RFC 5530). A BAD says nothing about the mail.
func TestSaidNo(t *testing.T) {
	for _, c := range []struct {
		err            error
		said, answered bool
	}{
		{reply(no, "", ""), true, true},
		{reply(no, imap.ResponseCodeOverQuota, ""), true, true},
		{reply(no, imap.ResponseCodeUnavailable, ""), false, true},
		{reply(no, imap.ResponseCodeInUse, ""), false, true},
		{reply(no, imap.ResponseCodeLimit, ""), false, true},
		{reply(no, imap.ResponseCodeServerBug, ""), false, true},
		{reply(bad, "", ""), false, true},
		{errors.New("cut"), false, false},
		{nil, false, false},
	} {
		if SaidNo(c.err) != c.said || Refused(c.err) != c.answered {
			t.Errorf("%v: NO %v, answered %v", c.err, SaidNo(c.err), Refused(c.err))
		}
	}
}

// Whose trouble the end of a command is, and whether a person must do something about it.
func TestTroubles(t *testing.T) {
	for _, c := range []struct {
		err      error
		want     Trouble
		settings bool
	}{
		{reply(no, "", ""), Missing, true},
		{reply(no, imap.ResponseCodeOverQuota, ""), Down, false}, // Gmail is throttled
		{reply(no, imap.ResponseCodeInUse, ""), Down, false},
		{reply(bad, "", ""), Down, false},
		{NoAuth("plain", []string{"LOGIN"}), Login, true},
		{fmt.Errorf("login: %w", errToken), Login, true},
		{io.ErrUnexpectedEOF, Down, false},
		{NoTLS("it has none"), Secured, true},
		{tls.AlertError(40), Secured, true},
		{tls.RecordHeaderError{}, Secured, true},
		{x509.HostnameError{Certificate: &x509.Certificate{}}, Secured, true},
		{x509.UnknownAuthorityError{}, Secured, true},
		{x509.CertificateInvalidError{}, Secured, true},
		{fmt.Errorf("dial: %w", &tls.CertificateVerificationError{Err: io.EOF}), Secured, true},
	} {
		got := Answered(c.err, Missing)
		if got != c.want || got.Settings() != c.settings {
			t.Errorf("%v is %q, settings %v; want %q, %v", c.err, got, got.Settings(), c.want, c.settings)
		}
		poll := fmt.Errorf("poll: %w", &ServerError{got, c.err})
		if TroubleOf(poll) != c.want || !errors.Is(poll, c.err) || TroubleOf(c.err) != "" {
			t.Errorf("%v: of a poll %q, else %q", c.err, TroubleOf(poll), TroubleOf(c.err))
		}
	}
}

// A mailbox is full if the server says so by its code or in words, to a command that stores a mail.
func TestNoRoom(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{reply(no, imap.ResponseCodeOverQuota, "too much"), "too much"},
		{reply(no, imap.ResponseCodeOverQuota, ""), "OVERQUOTA"},
		{reply(no, "", "Mailbox is Full"), "Mailbox is Full"},
		{reply(no, imap.ResponseCodeTryCreate, "no such folder"), ""},
		{reply(bad, imap.ResponseCodeOverQuota, "too much"), ""},
		{errors.New("no space left on device"), ""},
		{nil, ""},
	} {
		if got := NoRoom(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
