package mailer_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/mailer"
	"weltentor/mailer/mailertest"
)

// A letter that is awaited is found wherever it is, and leaves no other mail where it was not.
func TestAwait(t *testing.T) {
	s := provider(t, mailertest.Options{})
	deliver(t, s, 2)
	if err := s.Deliver(game, []byte("Message-ID: <one@post.example>\r\n\r\n.\r\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 { // in the inbox, then in the folder of those read
		at, err := mailer.Await(t.Context(), inbox(s), "<one@post.example>", 0, time.Second)
		if err != nil || at.IsZero() {
			t.Errorf("it came at %v, %v", at, err)
		}
		in, _ := s.Count(game, "INBOX")
		if read, _ := s.Count(game, inbox(s).Processed); in != 2 || read != 1 {
			t.Errorf("%d in the inbox, %d read", in, read)
		}
	}
	at, err := mailer.Await(t.Context(), inbox(s), "<two@post.example>", 0, time.Second)
	if err != nil || !at.IsZero() {
		t.Errorf("one that is not there came at %v, %v", at, err)
	}
}

// A look at servers tells their trouble as a poll and a letter would, and no secret.
func TestLookAndProbe(t *testing.T) {
	s := provider(t, mailertest.Options{})
	if err := mailer.Look(t.Context(), inbox(s)); err != nil {
		t.Error(err)
	}
	wrong := inbox(s)
	wrong.Password = "falsch"
	if err := mailer.Look(t.Context(), wrong); mailer.TroubleOf(err) != mailer.Login {
		t.Errorf("a wrong password: %v", err)
	}
	lost := inbox(s)
	lost.Inbox = "Eingang"
	if err := mailer.Look(t.Context(), lost); mailer.TroubleOf(err) != mailer.Missing {
		t.Errorf("no inbox: %v", err)
	}
	for _, c := range []struct {
		password string
		want     mailer.Trouble
	}{{secret, ""}, {"falsches-geheimnis", mailer.Login}} {
		sender, err := mailer.NewSender(mailer.SMTPConfig{Addr: s.SMTP(), TLS: mailer.Plain, User: game,
			Password: c.password})
		if err != nil {
			t.Fatal(err)
		}
		err = sender.Probe(t.Context())
		if mailer.TroubleOf(err) != c.want || err != nil && strings.Contains(err.Error(), c.password) {
			t.Errorf("%q: %v", c.password, err)
		}
		sender.Close()
	}
}
