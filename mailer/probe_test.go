package mailer_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/smtp"
	"weltentor/mailer/wire"
)

// A mail that is awaited is found wherever it is, and no other mail is moved.
func TestAwait(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 2)
	if err := s.Deliver(game, []byte("Message-ID: <one@post.example>\r\n\r\n.\r\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // in the inbox, then in the folder of those read
		at, err := imap.Await(t.Context(), inbox(s), "<one@post.example>", 0, time.Second)
		if err != nil || at.IsZero() {
			t.Errorf("it came at %v, %v", at, err)
		}
		in, _ := s.Count(game, "INBOX")
		if read, _ := s.Count(game, inbox(s).Processed); in != 2 || read != 1 {
			t.Errorf("%d in the inbox, %d read", in, read)
		}
	}
	at, err := imap.Await(t.Context(), inbox(s), "<two@post.example>", 0, time.Second)
	if err != nil || !at.IsZero() {
		t.Errorf("one that is not there came at %v, %v", at, err)
	}
}

// A look at servers reports their trouble as a poll and a letter would, without secrets.
func TestLookAndProbe(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := imap.Look(t.Context(), inbox(s)); err != nil {
		t.Error(err)
	}
	wrong := inbox(s)
	wrong.Password = "falsch"
	if err := imap.Look(t.Context(), wrong); wire.TroubleOf(err) != wire.Login {
		t.Errorf("a wrong password: %v", err)
	}
	lost := inbox(s)
	lost.Inbox = "Eingang"
	if err := imap.Look(t.Context(), lost); wire.TroubleOf(err) != wire.Missing {
		t.Errorf("no inbox: %v", err)
	}
	for _, c := range []struct {
		password string
		want     wire.Trouble
	}{{secret, ""}, {"falsches-geheimnis", wire.Login}} {
		sender, err := smtp.NewSender(smtp.Config{Addr: s.SMTP(), TLS: wire.Plain, User: game,
			Password: c.password})
		if err != nil {
			t.Fatal(err)
		}
		err = sender.Probe(t.Context())
		if wire.TroubleOf(err) != c.want || err != nil && strings.Contains(err.Error(), c.password) {
			t.Errorf("%q: %v", c.password, err)
		}
		sender.Close()
	}
}
