package mailer_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
	"weltentor/mailer/mime"
)

// patience is how long a test waits for what must come at once.
const patience = 20 * time.Second

// lined is an inbox whose connection is kept.
func lined(t *testing.T, s *mailertest.Server) (c imap.Config, polls func(want int)) {
	t.Helper()
	c = inbox(s)
	c.Line = &imap.Line{Inbox: "INBOX", Every: 20 * time.Millisecond}
	t.Cleanup(func() { c.Line.Close(context.Background()) })
	return c, func(want int) {
		t.Helper()
		got, err := pollEach(t.Context(), c, func(imap.Fetched) (imap.Verdict, error) { return imap.Processed, nil })
		if err != nil || got.Processed != want {
			t.Fatalf("took %d mails, want %d: %v", got.Processed, want, err)
		}
	}
}

// waits begins to wait, and returns how it ended.
func waits(t *testing.T, l *imap.Line) (ended func() error) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	done := make(chan error, 1)
	go func() { defer cancel(); done <- l.Wait(ctx) }()
	return func() error { return <-done }
}

// A mail ends the wait, whether it comes before it begins or while it lasts, and whether the server has IDLE or not. All
// polls use one login.
func TestWaitForMail(t *testing.T) {
	for name, o := range map[string]mailertest.Options{"IDLE": {}, "no IDLE": {NoIdle: true}} {
		t.Run(name, func(t *testing.T) {
			s := provider(t, o)
			c, polls := lined(t, s)
			if err := c.Line.Wait(t.Context()); !errors.Is(err, imap.ErrNoLine) {
				t.Fatalf("without a connection: %v", err)
			}
			polls(0)
			ended := waits(t, c.Line)
			deliver(t, s, 1)
			if err := ended(); err != nil {
				t.Fatal(err)
			}
			polls(1)
			deliver(t, s, 2) // after the poll, before the wait
			if err := waits(t, c.Line)(); err != nil {
				t.Fatal(err)
			}
			polls(2)
			c.Line.Every = patience // a question that is cut off would cost the connection
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			if err := c.Line.Wait(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("no mail came, and the wait ended with %v", err)
			}
			polls(0)
			if n := s.Logins(); n != 1 {
				t.Errorf("%d logins", n)
			}
		})
	}
}

// If several worlds poll, a mail may come after the first of them has looked. It ends the wait that follows.
func TestAMailBetweenTwoPolls(t *testing.T) {
	s := provider(t, mailertest.Options{})
	c, polls := lined(t, s)
	polls(0)
	c.Line.Every = patience
	for _, between := range []bool{true, false} {
		polls(0)
		if between {
			deliver(t, s, 1)
		}
		polls(mime.Btoi(between)) // by another world
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		err := c.Line.Wait(ctx)
		cancel()
		if (err == nil) != between {
			t.Errorf("a mail came between: %v, the wait ended with %v", between, err)
		}
	}
}

// A connection that is lost ends the wait with an error. The next poll opens another, also if it was lost between two.
func TestWaitOnALostConnection(t *testing.T) {
	s := provider(t, mailertest.Options{})
	c, polls := lined(t, s)
	polls(0)
	ended := waits(t, c.Line)
	s.Cut()
	if err := ended(); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("the connection was cut: %v", err)
	}
	deliver(t, s, 1)
	polls(1)
	s.Cut()
	deliver(t, s, 1)
	polls(1)
	if n := s.Logins(); n != 3 {
		t.Errorf("%d logins", n)
	}
}

// The connection of another account is not used.
func TestALineIsOfOneAccount(t *testing.T) {
	s := provider(t, mailertest.Options{})
	c, polls := lined(t, s)
	polls(0)
	other := c
	other.Password = "wrong"
	other.User = "other@box.example"
	if _, err := pollEach(t.Context(), other, nil); err == nil {
		t.Error("read by another's login")
	}
	polls(0)
}
