package mailer_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// kept is a world that keeps its connection, and moves mails later.
func kept(t *testing.T, s *mailertest.Server, l *line) imap.Config {
	t.Helper()
	c := marked(s, "one")
	c.Addr, c.Line, c.Later = l.Addr().String(), &imap.Line{Inbox: "INBOX"}, &imap.Later{}
	t.Cleanup(func() { c.Line.Close(context.Background()) })
	return c
}

// finishes does what is left to do, and remembers what is returned about the mark.
func finishes(t *testing.T, c *imap.Config) {
	t.Helper()
	known, err := imap.Finish(t.Context(), *c)
	if err != nil {
		t.Fatal(err)
	}
	c.Mark.Known = known
}

// The round of a letter: it is fetched, the mark is renewed, and when the answer has left, it is moved. Nothing is asked
// that is known, and the next round needs no more.
func TestARoundOfCommands(t *testing.T) {
	s := provider(t, mailertest.Options{})
	l := tap(t, s)
	one := kept(t, s, l)
	for range 2 {
		polls(t, &one)
	}
	l.said()
	for n := range 3 {
		deliver(t, s, 1)
		if mails, err := polls(t, &one); mails != 1 || err != nil {
			t.Fatal(mails, err)
		}
		counts(t, s, 1, 1+2*n, 0) // its mark and those of before, and their letters
		if err := renews(t, &one, uint64(n+1), "aa"); err != nil {
			t.Fatal(err)
		}
		finishes(t, &one)
		counts(t, s, 0, 3+2*n, 0)
		if got := strings.Join(l.said(), " "); got != "NOOP STATUS UID FETCH UID FETCH APPEND UID MOVE" {
			t.Errorf("letter %d: %q", n, got)
		}
	}
	if got := len(stamps(t, s)); got != 4 {
		t.Errorf("%d marks", got)
	}
	one.Mark.At = one.Mark.At.Add(time.Hour)
	l.said()
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(l.said(), " "); got != "NOOP STATUS" {
		t.Errorf("an hour later a poll takes %q", got)
	}
	finishes(t, &one)
	wantStamps(t, s, "an hour later", "6 3 aa")
	l.said()
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(l.said(), " "); got != "SELECT STATUS" {
		t.Errorf("then a poll takes %q", got)
	}
}

// A mail that waits to be moved is not taken by the next poll of the same round. If nobody moves it, as after a kill, it
// comes again.
func TestWhatIsLeftForLater(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := kept(t, s, tap(t, s))
	deliver(t, s, 2)
	for _, want := range []int{2, 0, 1} {
		if want == 1 {
			deliver(t, s, 1)
		}
		if mails, err := polls(t, &one); mails != want || err != nil {
			t.Errorf("%d mails, want %d: %v", mails, want, err)
		}
	}
	one.Later = &imap.Later{} // killed
	if mails, err := polls(t, &one); mails != 3 || err != nil {
		t.Errorf("%d mails came again: %v", mails, err)
	}
	s.Cut()
	finishes(t, &one)
	counts(t, s, 0, 4, 0)
}

// Another world puts its mark there between the poll and the renewal. The renewal notices by the place of the own mark.
// The other has come later, and goes.
func TestAnotherWorldBetweenLookAndMark(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one, two := kept(t, s, tap(t, s)), marked(s, "two")
	for n := range 2 {
		if _, err := polls(t, &one); err != nil {
			t.Fatal(err)
		}
		if n == 1 {
			put(t, s, markOf("two", "INBOX"))
		}
		if err := renews(t, &one, uint64(n+1), "aa"); err != nil {
			t.Fatal(err)
		}
	}
	wantLive(t, s, "both", "1 idone INBOX", "2 idone INBOX", "3 idtwo INBOX", "4 idone INBOX")
	_, err := polls(t, &two)
	wantShared(t, "the later", err, "one")
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	wantLive(t, s, "one is left", "4 idone INBOX")
}

// A copy of the world renews its mark between the poll and the renewal: that is noticed before a letter leaves.
func TestACopyBetweenLookAndMark(t *testing.T) {
	s := provider(t, mailertest.Options{})
	one := kept(t, s, tap(t, s))
	if _, err := polls(t, &one); err != nil {
		t.Fatal(err)
	}
	put(t, s, markOf("one", "INBOX", "X-Weltentor-Generation: 9 zz"))
	wantOvertaken(t, "the world", renews(t, &one, 1, "aa"), 9)
}
