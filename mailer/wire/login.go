package wire

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/mailer/mime"
)

// Auth is how we tell a server who we are.
type Auth string

// The ways to log in. In every case nothing is sent that the server did not offer, and nothing without TLS to another
// machine (see Dial).
const (
	AuthAuto    Auth = "auto"    // XOAUTH2 with a token, else what the server offers; "" is the same
	AuthPlain   Auth = "plain"   // RFC 4616
	AuthLogin   Auth = "login"   // IMAP's LOGIN command, SMTP's AUTH LOGIN
	AuthXOAuth2 Auth = "xoauth2" // with an access token in place of the password
)

// ErrNoAuth says that the server does not offer the login that was asked for.
var ErrNoAuth = errors.New("the server does not offer the login")

// errToken says that the server refuses the access token.
var errToken = errors.New("the server refuses the token")

// NoAuth says which login was asked for and which ones the server offers. It is an ErrNoAuth.
func NoAuth(wanted string, offered []string) error {
	slices.Sort(offered)
	return fmt.Errorf("%w: %s is wanted, offered %q", ErrNoAuth, wanted, mime.Short(strings.Join(offered, " ")))
}

// Wanted is the way to log in: "auto" becomes a token login if there is a token.
func (a Auth) Wanted(token string) Auth {
	switch {
	case a == "" || a == AuthAuto:
		if token != "" {
			return AuthXOAuth2
		}
		return AuthAuto
	}
	return a
}

// Xoauth2 is the login of Google and Microsoft, which the SASL library does not have: the token is in the first
// message. If the server does not answer it with success, its answer is the reason of the refusal.
type Xoauth2 struct{ User, Token string }

// Start implements sasl.Client.
func (x *Xoauth2) Start() (mechanism string, first []byte, err error) {
	return "XOAUTH2", []byte("user=" + x.User + "\x01auth=Bearer " + x.Token + "\x01\x01"), nil
}

// Next implements sasl.Client and gets the reason of a refusal. It would have to be answered with an empty line, which
// the library cannot send. Since the connection is given up, nobody waits for it.
func (x *Xoauth2) Next(challenge []byte) ([]byte, error) {
	return nil, fmt.Errorf("%w%s", errToken, refusal(challenge))
}

// refusal returns the fields of the reason that the providers document, of letters and digits. Whatever else is in it,
// such as the token in some other form, is not shown.
func refusal(challenge []byte) (said string) {
	var fields map[string]any
	if json.Unmarshal(challenge, &fields) != nil {
		return ""
	}
	for _, name := range []string{"status", "schemes", "scope"} {
		value := strings.Join(strings.FieldsFunc(fmt.Sprint(fields[name]), func(r rune) bool {
			return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9')
		}), " ")
		if fields[name] != nil && len(value) <= 60 {
			said += ": " + name + " " + value
		}
	}
	return said
}

// Secrets are what must not be shown of a login, in the forms in which a server may repeat it.
type Secrets []string

// SecretsOf returns the password and the token, in every form in which a server may repeat them.
func SecretsOf(user, password, token string) (s Secrets) {
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

// Mask replaces them with stars.
func (s Secrets) Mask(text string) string {
	for _, word := range s {
		text = strings.ReplaceAll(text, word, "***")
	}
	return text
}

// Hide returns an error that does not show them.
func (s Secrets) Hide(err error) error {
	if err == nil {
		return nil
	}
	if text := s.Mask(err.Error()); text != err.Error() {
		return &masked{err, text}
	}
	return err
}

// masked is an error with another text than its cause.
type masked struct {
	error
	text string
}

func (m *masked) Error() string { return m.text }

func (m *masked) Unwrap() error { return m.error }
