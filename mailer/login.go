package mailer

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"
	"github.com/wneessen/go-mail/smtp"
)

// Auth is how we tell a server who we are.
type Auth string

// The ways of a login. Whichever it is, nothing is sent that the server did not
// offer, and nothing without TLS to another machine (see dial).
const (
	AuthAuto    Auth = "auto"    // XOAUTH2 with a token, else what the server offers; "" is the same
	AuthPlain   Auth = "plain"   // RFC 4616
	AuthLogin   Auth = "login"   // IMAP's LOGIN command, SMTP's AUTH LOGIN
	AuthXOAuth2 Auth = "xoauth2" // with an access token in place of the password
)

// errNoAuth is a server that does not offer the login that was asked for.
var errNoAuth = errors.New("the server does not offer the login")

// errToken is a server that refuses the access token.
var errToken = errors.New("the server refuses the token")

func noAuth(wanted string, offered []string) error {
	slices.Sort(offered)
	return fmt.Errorf("%w: %s is wanted, offered %q", errNoAuth, wanted, short(strings.Join(offered, " ")))
}

// wanted is the way of a login with "auto" decided as far as a token does.
func (a Auth) wanted(token string) Auth {
	switch {
	case a == "" || a == AuthAuto:
		if token != "" {
			return AuthXOAuth2
		}
		return AuthAuto
	}
	return a
}

// auth gives user and password or token to an SMTP server. The library's guard
// against sending them in the clear is not needed: dial has refused that already.
func (s *Sender) auth(host string) error {
	if s.c.User == "" {
		return nil
	}
	_, line := s.client.Extension("AUTH")
	offered := strings.Fields(strings.ToUpper(line))
	has := func(mechanism string) bool { return slices.Contains(offered, mechanism) }
	var a smtp.Auth
	want := s.c.Auth.wanted(s.c.Token)
	switch {
	case want == AuthXOAuth2 && has("XOAUTH2"):
		a = smtp.XOAuth2Auth(s.c.User, s.c.Token)
	case (want == AuthAuto || want == AuthPlain) && has("PLAIN"):
		a = smtp.PlainAuth("", s.c.User, s.c.Password, host, true)
	case (want == AuthAuto || want == AuthLogin) && has("LOGIN"):
		a = smtp.LoginAuth(s.c.User, s.c.Password, host, true)
	case want == AuthAuto:
		return noAuth("PLAIN or LOGIN", offered)
	default:
		return noAuth(strings.ToUpper(string(want)), offered)
	}
	return s.step(func() error { return s.client.Auth(a) })
}

// login gives user and password or token to an IMAP server. The LOGIN command is
// what every server knows; AUTHENTICATE PLAIN is for those that have switched it
// off, and for letters beyond ASCII, which LOGIN has no rule for.
func (m *mailbox) login(c IMAPConfig) error {
	caps := m.Caps()
	if caps == nil {
		return net.ErrClosed // a dead connection, not a server that can do nothing
	}
	offered := caps.AuthMechanisms()
	has := func(mechanism string) bool { return slices.Contains(offered, mechanism) }
	closed := caps.Has(imap.CapLoginDisabled)
	want := c.Auth.wanted(c.Token)
	if want == AuthAuto {
		if want = AuthLogin; has("PLAIN") && (closed || !isASCII([]byte(c.User+c.Password))) {
			want = AuthPlain
		}
	}
	switch {
	case want == AuthXOAuth2 && has("XOAUTH2"):
		return m.Authenticate(&xoauth2{user: c.User, token: c.Token})
	case want == AuthPlain && has("PLAIN"):
		return m.Authenticate(sasl.NewPlainClient("", c.User, c.Password))
	case want == AuthLogin && !closed:
		return m.Login(c.User, c.Password).Wait()
	}
	return noAuth(strings.ToUpper(string(want)), offered)
}

// xoauth2 is the login of Google and Microsoft, which the SASL library does not
// have: the token in the first message; what the server says to it otherwise
// than by success is why it refuses.
type xoauth2 struct{ user, token string }

// Start is called by the library.
func (x *xoauth2) Start() (mechanism string, first []byte, err error) {
	return "XOAUTH2", []byte("user=" + x.user + "\x01auth=Bearer " + x.token + "\x01\x01"), nil
}

// Next is called by the library with the reason of a refusal. It is to be
// answered with an empty line, which the library cannot send; as the connection
// is given up, nobody waits for it.
func (x *xoauth2) Next(challenge []byte) ([]byte, error) {
	return nil, fmt.Errorf("%w: %s", errToken, short(strings.ReplaceAll(string(challenge), x.token, "***")))
}

// secrets are what must not be told of a login, in the forms in which a server may
// say it again.
type secrets []string

func secretsOf(user, password, token string) (s secrets) {
	for _, word := range []string{password, token} {
		if word == "" {
			continue
		}
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word)
		for _, form := range []string{"\x00" + user + "\x00" + word,
			"user=" + user + "\x01auth=Bearer " + word + "\x01\x01", quoted, word} {
			s = append(s, base64.StdEncoding.EncodeToString([]byte(form)))
		}
		s = append(s, quoted, word)
	}
	return s
}

// mask puts stars for them.
func (s secrets) mask(text string) string {
	for _, word := range s {
		text = strings.ReplaceAll(text, word, "***")
	}
	return text
}

// hide is an error without them.
func (s secrets) hide(err error) error {
	if err == nil {
		return nil
	}
	if text := s.mask(err.Error()); text != err.Error() {
		return &masked{err, text}
	}
	return err
}

// masked is an error that says something else than it is.
type masked struct {
	error
	text string
}

func (m *masked) Error() string { return m.text }

func (m *masked) Unwrap() error { return m.error }
