package mailer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/mailer/imap"
	"weltentor/mailer/mailertest"
)

// far is the way to a server, whose round trip takes a moment: longer than a client takes between two commands for
// which it does not wait.
func far(t *testing.T, to string) *mailertest.Far {
	t.Helper()
	f, err := mailertest.From(to, 60*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// tripsOf are the commands of the round trips since the last call, one line a trip. Logins and logouts are left out.
func tripsOf(f *mailertest.Far) (out []string) {
	for _, trip := range f.Trips() {
		names := slices.DeleteFunc(slices.Clone(trip.Commands), func(c string) bool {
			return slices.Contains([]string{"CAPABILITY", "LOGIN", "LOGOUT", "DONE"}, c)
		})
		if len(names) > 0 || len(trip.Commands) == 0 {
			out = append(out, strings.Join(names, " "))
		}
	}
	return out
}

// wantTrips checks how many round trips there were.
func wantTrips(t *testing.T, what string, f *mailertest.Far, want int) {
	t.Helper()
	if got := tripsOf(f); len(got) != want {
		t.Errorf("%s: %d round trips, want %d:\n%s", what, len(got), want, strings.Join(got, "\n"))
	}
}

// The round trips of a poll over a network: one that finds nothing, one of sixty mails, one of a single mail.
func TestTripsOfAPoll(t *testing.T) {
	t.Parallel()
	s := provider(t, mailertest.Options{})
	f := far(t, s.IMAP())
	one := marked(s, "one")
	one.Addr = f.Addr().String()
	for range 2 {
		polls(t, &one)
	}
	for _, c := range []struct {
		what        string
		mails, want int
	}{{"idle", 0, 1}, {"sixty mails", 60, 6}, {"one mail", 1, 4}} {
		deliver(t, s, c.mails)
		f.Trips()
		if n, err := polls(t, &one); n != c.mails || err != nil {
			t.Fatal(n, err)
		}
		wantTrips(t, c.what, f, c.want)
	}
}

// The same over a connection that is kept.
func TestTripsOfALine(t *testing.T) {
	t.Parallel()
	s := provider(t, mailertest.Options{})
	f := far(t, s.IMAP())
	one := marked(s, "one")
	one.Addr, one.Line = f.Addr().String(), &imap.Line{Inbox: "INBOX"}
	defer func() { one.Line.Close(t.Context()) }()
	for range 2 {
		polls(t, &one)
	}
	for _, c := range []struct {
		what        string
		mails, want int
	}{{"idle", 0, 1}, {"one mail", 1, 4}} {
		deliver(t, s, c.mails)
		f.Trips()
		if n, err := polls(t, &one); n != c.mails || err != nil {
			t.Fatal(n, err)
		}
		wantTrips(t, c.what, f, c.want)
	}
}

// The round trips of a letter that is sent, over a connection that is there.
func TestTripsOfALetter(t *testing.T) {
	t.Parallel()
	s := provider(t, mailertest.Options{})
	f := far(t, s.SMTP())
	c := outbox(s)
	c.Addr = f.Addr().String()
	box := sender(t, c)
	for n, want := range []int{4, 2} { // the first with EHLO and AUTH
		if o := box.Send(t.Context(), game, player, letter(n)); o.Result != "delivered" {
			t.Fatal(o)
		}
		wantTrips(t, "a letter", f, want)
	}
}
