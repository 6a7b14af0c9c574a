package mailer_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

func take(imap.Fetched) (imap.Verdict, error) { return imap.Processed, nil }

// Each way to log in, at servers that offer it and at servers that do not. A way that is not offered is not tried: a
// password must not go where a token is wanted.
func TestLogins(t *testing.T) {
	cases := []struct {
		name        string
		server      mailertest.Options
		auth        wire.Auth
		token       string
		smtp, imap  wire.Trouble
		says, never string
	}{
		{name: "auto with a password"},
		{name: "plain", auth: wire.AuthPlain},
		{name: "login", auth: wire.AuthLogin},
		{name: "SMTP offers LOGIN alone", server: mailertest.Options{Login: true}},
		{name: "PLAIN where SMTP offers LOGIN alone", server: mailertest.Options{Login: true}, auth: wire.AuthPlain,
			smtp: wire.Login, says: `PLAIN is wanted, offered "LOGIN"`},
		{name: "auto with a token", server: mailertest.Options{XOAuth2: true}, token: secret},
		{name: "xoauth2", server: mailertest.Options{XOAuth2: true}, auth: wire.AuthXOAuth2, token: secret},
		{name: "stale token", server: mailertest.Options{XOAuth2: true}, token: "stale-token-4711", smtp: wire.Login,
			imap: wire.Login, never: "stale-token-4711"},
		{name: "token where passwords are wanted", token: secret, smtp: wire.Login, imap: wire.Login,
			says: "XOAUTH2 is wanted", never: secret},
		{name: "password where tokens are wanted", server: mailertest.Options{XOAuth2: true}, smtp: wire.Login,
			imap: wire.Login, never: secret},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := provider(t, c.server)
			out, in := outbox(s), inbox(s)
			out.Auth, out.Token, in.Auth, in.Token = c.auth, c.token, c.auth, c.token
			o := sender(t, out).Send(t.Context(), "", player, letter(1))
			if o.Trouble != c.smtp || (c.smtp == "") != (o.Result == smtp.Delivered) {
				t.Errorf("SMTP: %v, trouble %q, want %q", o, o.Trouble, c.smtp)
			}
			_, err := pollEach(t.Context(), in, take)
			if wire.TroubleOf(err) != c.imap || (c.imap == "") != (err == nil) {
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

// The loopback address needs no TLS, however it is written.
func TestLoginsOnLoopback(t *testing.T) {
	for _, auth := range []wire.Auth{wire.AuthPlain, wire.AuthLogin} {
		s := provider(t, mailertest.Options{})
		out := outbox(s)
		out.Auth, out.Addr = auth, strings.Replace(out.Addr, "127.0.0.1:", "[::ffff:127.0.0.1]:", 1)
		if o := sender(t, out).Send(t.Context(), "", player, letter(1)); o.Result != smtp.Delivered {
			t.Errorf("%s: %v", auth, o)
		}
	}
}

// A provider that refuses the null sender is sent the game's address at once, on the same connection. The next letters
// do not try again, nor does a sender that knows.
func TestNullSenderRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 550, From: "<>"})
	first := sender(t, outbox(s))
	for i, want := range []bool{true, false} {
		if o := first.Send(t.Context(), "", player, letter(i)); o.Result != smtp.Delivered || o.From != game ||
			o.NullRefused != want {
			t.Errorf("letter %d: %v from %q, refused %v, want %v", i, o, o.From, o.NullRefused, want)
		}
	}
	s.Mend() // if it were tried, it would be accepted
	told := outbox(s)
	told.NoNull = true
	if o := sender(t, told).Send(t.Context(), "", player, letter(3)); o.Result != smtp.Delivered || o.From != game ||
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

// A server that refuses both senders does not mean the null sender. Nothing is remembered, and the letter's answer is
// that to the second one.
func TestBothSendersRefused(t *testing.T) {
	s := provider(t, mailertest.Options{})
	s.Fail(mailertest.Fault{Stage: "MAIL", Code: 550, Text: "not from you"})
	o := sender(t, outbox(s)).Send(t.Context(), "", player, letter(1))
	if o.Result != smtp.Permanent || o.Stage != smtp.StageMail || o.NullRefused {
		t.Errorf("%v, refused %v", o, o.NullRefused)
	}
}

// If a server repeats the password when it refuses something, nobody is shown that, in whatever form it is.
func TestEchoedPasswordIsMasked(t *testing.T) {
	const user, password = "game", `Berg"ah\orn-4711`
	plain := base64.StdEncoding.EncodeToString([]byte("\x00" + user + "\x00" + password))
	config := imap.Config{TLS: wire.Plain, User: user, Password: password, Processed: "P", Quarantine: "Q",
		Timeout: 20 * time.Second}
	for _, c := range []struct{ command, echo string }{
		{"LOGIN", password},
		{"LOGIN", `LOGIN "game" "Berg\"ah\\orn-4711"`},
		{"LOGIN", plain},
		{"LOGIN", base64.StdEncoding.EncodeToString([]byte(password))},
		{"CREATE", password},
		{"SELECT", "no folder for " + password},
		{"UID SEARCH", plain},
	} {
		config.Addr = server(t, func(conn net.Conn) {
			answerIMAP(conn, func(tag, command string) bool {
				if strings.HasPrefix(command, c.command) {
					fmt.Fprintf(conn, "%s NO wrong: %s!\r\n", tag, c.echo)
					return true
				}
				return false
			})
		})
		_, err := pollEach(t.Context(), config, take)
		if err == nil {
			t.Fatalf("%s: no error", c.command)
		}
		if s := err.Error(); strings.Contains(s, "-4711") || strings.Contains(s, plain[4:]) ||
			!strings.Contains(s, "wrong") || !strings.Contains(s, "***") {
			t.Errorf("%s: %q", c.command, s)
		}
		if want := map[string]wire.Trouble{"LOGIN": wire.Login, "UID SEARCH": wire.Down}[c.command]; want != "" &&
			wire.TroubleOf(err) != want {
			t.Errorf("%s: trouble %q, want %q", c.command, wire.TroubleOf(err), want)
		}
	}
	for _, stage := range []string{"AUTH", "MAIL", "RCPT"} {
		addr := server(t, func(conn net.Conn) {
			fmt.Fprint(conn, "220 hello\r\n")
			for r := bufio.NewReader(conn); ; {
				line, err := r.ReadString('\n')
				switch {
				case err != nil:
					return
				case strings.HasPrefix(line, stage):
					fmt.Fprintf(conn, "554 wrong: %s %s!\r\n", password, plain)
				case strings.HasPrefix(line, "EHLO"):
					fmt.Fprint(conn, "250-x\r\n250 AUTH PLAIN\r\n")
				case strings.HasPrefix(line, "AUTH"):
					fmt.Fprint(conn, "235 ok\r\n")
				default:
					fmt.Fprint(conn, "250 ok\r\n")
				}
			}
		})
		o := sender(t, smtp.Config{Addr: addr, TLS: wire.Plain, User: user,
			Password: password}).Send(t.Context(), "", player, letter(1))
		if s := o.String(); strings.Contains(s, "-4711") || strings.Contains(s, plain) ||
			!strings.Contains(s, "wrong: *** ***!") {
			t.Errorf("%s: %q", stage, s)
		}
	}
}
