package mailer_test

import (
	"strings"
	"testing"

	"weltentor/mailer"
	"weltentor/mailer/mailertest"
)

func take(mailer.Fetched) (mailer.Verdict, error) { return mailer.Processed, nil }

// Each way of a login, at servers that offer it and at servers that do not.
// What is not offered is not tried: a password must not go where a token is wanted.
func TestLogins(t *testing.T) {
	cases := []struct {
		name        string
		server      mailertest.Options
		auth        mailer.Auth
		token       string
		smtp, imap  mailer.Trouble
		says, never string
	}{
		{name: "auto with a password"},
		{name: "plain", auth: mailer.AuthPlain},
		{name: "login", auth: mailer.AuthLogin},
		{name: "SMTP offers LOGIN alone", server: mailertest.Options{Login: true}},
		{name: "PLAIN where SMTP offers LOGIN alone", server: mailertest.Options{Login: true}, auth: mailer.AuthPlain,
			smtp: mailer.Login, says: `PLAIN is wanted, offered "LOGIN"`},
		{name: "auto with a token", server: mailertest.Options{XOAuth2: true}, token: secret},
		{name: "xoauth2", server: mailertest.Options{XOAuth2: true}, auth: mailer.AuthXOAuth2, token: secret},
		{name: "stale token", server: mailertest.Options{XOAuth2: true}, token: "stale-token-4711", smtp: mailer.Login,
			imap: mailer.Login, never: "stale-token-4711"},
		{name: "token where passwords are wanted", token: secret, smtp: mailer.Login, imap: mailer.Login,
			says: "XOAUTH2 is wanted", never: secret},
		{name: "password where tokens are wanted", server: mailertest.Options{XOAuth2: true}, smtp: mailer.Login,
			imap: mailer.Login, never: secret},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := provider(t, c.server)
			out, in := outbox(s), inbox(s)
			out.Auth, out.Token, in.Auth, in.Token = c.auth, c.token, c.auth, c.token
			o := sender(t, out).Send(t.Context(), "", player, letter(1))
			if o.Trouble != c.smtp || (c.smtp == "") != (o.Result == mailer.Delivered) {
				t.Errorf("SMTP: %v, trouble %q, want %q", o, o.Trouble, c.smtp)
			}
			_, err := mailer.Poll(t.Context(), in, take)
			if mailer.TroubleOf(err) != c.imap || (c.imap == "") != (err == nil) {
				t.Errorf("IMAP: %v, want trouble %q", err, c.imap)
			}
			said := o.String()
			if err != nil {
				said += err.Error()
			}
			if !strings.Contains(said, c.says) || c.never != "" && strings.Contains(said, c.never) {
				t.Errorf("said %q, want %q and never %q", said, c.says, c.never)
			}
		})
	}
}

// The loopback address needs no TLS however it is written.
func TestLoginsOnLoopback(t *testing.T) {
	for _, auth := range []mailer.Auth{mailer.AuthPlain, mailer.AuthLogin} {
		s := provider(t, mailertest.Options{})
		out := outbox(s)
		out.Auth, out.Addr = auth, strings.Replace(out.Addr, "127.0.0.1:", "[::ffff:127.0.0.1]:", 1)
		if o := sender(t, out).Send(t.Context(), "", player, letter(1)); o.Result != mailer.Delivered {
			t.Errorf("%s: %v", auth, o)
		}
	}
}

// A provider that refuses the null sender gets the game's address at once, in
// the same connection; the next letters do not ask again, nor does a sender that
// was told.
func TestNullSenderRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 550, From: "<>"})
	first := sender(t, outbox(s))
	for i, want := range []bool{true, false} {
		if o := first.Send(t.Context(), "", player, letter(i)); o.Result != mailer.Delivered || o.From != game ||
			o.NullRefused != want {
			t.Errorf("letter %d: %v from %q, refused %v, want %v", i, o, o.From, o.NullRefused, want)
		}
	}
	s.Mend() // were it tried, it would be taken
	told := outbox(s)
	told.NoNull = true
	if o := sender(t, told).Send(t.Context(), "", player, letter(3)); o.Result != mailer.Delivered || o.From != game ||
		o.NullRefused {
		t.Errorf("told: %v from %q", o, o.From)
	}
	for _, l := range s.Letters() {
		if l.From != game {
			t.Errorf("a letter from %q", l.From)
		}
	}
	if n := s.Connections(); n != 2 {
		t.Errorf("%d connections, want one a sender", n)
	}
}

// A server that refuses both senders does not mean the null sender: nothing is
// to be remembered, and the letter has the answer to the second.
func TestBothSendersRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 550, Text: "not from you"})
	o := sender(t, outbox(s)).Send(t.Context(), "", player, letter(1))
	if o.Result != mailer.Permanent || o.Stage != mailer.StageMail || o.NullRefused {
		t.Errorf("%v, refused %v", o, o.NullRefused)
	}
}
