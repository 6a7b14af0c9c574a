package imap

import (
	"net"
	"slices"
	"strings"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-sasl"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// login gives user and password, or a token, to an IMAP server. Every server knows the LOGIN command. AUTHENTICATE
// PLAIN is for those that have switched it off, and for letters beyond ASCII, for which LOGIN has no rule.
func (m *mailbox) login(c Config) error {
	caps := m.Caps()
	if caps == nil {
		return net.ErrClosed // a dead connection, not a server without capabilities
	}
	offered := caps.AuthMechanisms()
	has := func(mechanism string) bool { return slices.Contains(offered, mechanism) }
	closed := caps.Has(imap.CapLoginDisabled)
	want := c.Auth.Wanted(c.Token)
	if want == wire.AuthAuto {
		if want = wire.AuthLogin; has("PLAIN") && (closed || !mime.IsASCII([]byte(c.User+c.Password))) {
			want = wire.AuthPlain
		}
	}
	switch {
	case want == wire.AuthXOAuth2 && has("XOAUTH2"):
		return m.Authenticate(&wire.Xoauth2{User: c.User, Token: c.Token})
	case want == wire.AuthPlain && has("PLAIN"):
		return m.Authenticate(sasl.NewPlainClient("", c.User, c.Password))
	case want == wire.AuthLogin && !closed:
		return m.Login(c.User, c.Password).Wait()
	}
	return wire.NoAuth(strings.ToUpper(string(want)), offered)
}
