package mailing_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/mailer/mailertest"
)

// farTable is a table whose mail servers are far away: a round trip is longer than a client takes between two commands
// for which it does not wait.
func farTable(t *testing.T, own map[string]string) (d *clitest.Table, imap, smtp *mailertest.Far) {
	t.Helper()
	d = clitest.NewTable(t)
	var far [2]*mailertest.Far
	for i, to := range []string{d.Post.IMAP(), d.Post.SMTP()} {
		var err error
		far[i], err = mailertest.From(to, 60*time.Millisecond)
		stage.Must(t, err)
		t.Cleanup(func() { far[i].Close() })
	}
	d.SettleAt(far[0].Addr().String(), far[1].Addr().String(), own)
	return d, far[0], far[1]
}

// told are the commands of round trips, one line a trip. Logins, logouts and the end of IDLE are left out.
func told(trips []mailertest.Trip) (out []string) {
	for _, trip := range trips {
		names := slices.DeleteFunc(slices.Clone(trip.Commands), func(c string) bool {
			return slices.Contains([]string{"CAPABILITY", "LOGIN", "LOGOUT", "DONE"}, c)
		})
		if len(names) > 0 || len(trip.Commands) == 0 {
			out = append(out, strings.Join(names, " "))
		}
	}
	return out
}

// atRest waits until the service waits for mail again.
func atRest(t *testing.T, imap *mailertest.Far) (trips []mailertest.Trip) {
	t.Helper()
	until(t, "IDLE", func() bool {
		trips = append(trips, imap.Trips()...)
		return len(trips) > 0 && slices.Contains(trips[len(trips)-1].Commands, "IDLE")
	})
	return trips
}

// A letter comes while the service waits for mail. These are the round trips until the service waits again, and those
// before the receipt's SMTP begins: sizes, bodies, the mark.
func TestTripsOfAnAnswer(t *testing.T) {
	t.Parallel()
	d, imap, smtp := farTable(t, nil)
	identity := d.Join()
	runs(d, mailing.Rests{Look: time.Hour, Again: time.Hour}, nil, d.Dir)
	gets(d, 1)
	atRest(t, imap)
	for n := range 2 {
		smtp.Trips()
		began := time.Now()
		d.Mail(fmt.Sprint("m", n), identity+strings.ReplaceAll(clitest.SomeOrders, "#M", fmt.Sprint("#M\n", n)))
		gets(d, n+2)
		t.Logf("the receipt is there after %s", time.Since(began))
		trips := atRest(t, imap)
		posted := smtp.Trips()
		before := slices.DeleteFunc(slices.Clone(trips), func(trip mailertest.Trip) bool {
			return trip.At.After(posted[0].At)
		})
		if all, first := told(trips), told(before); len(all) != 5 || len(first) != 3 {
			t.Errorf("%d round trips, %d of them before SMTP:\n%s", len(all), len(first), strings.Join(all, "\n"))
		}
	}
}

// Sixty mails are read: the inbox and sizes, bodies for which there is room, the others, and one or
// two moves.
func TestTripsOfManyMails(t *testing.T) {
	t.Parallel()
	d, imap, _ := farTable(t, nil)
	identity := d.Join()
	d.Done("cron", d.Dir)
	for n := range 60 {
		d.Mail(fmt.Sprint("m", n), identity+strings.ReplaceAll(clitest.SomeOrders, "#M", fmt.Sprint("#M\n", n)))
	}
	imap.Trips()
	began := time.Now()
	d.Done("poll", d.Dir)
	t.Logf("sixty mails in %s", time.Since(began))
	if all := told(imap.Trips()); len(all) > 6 {
		t.Errorf("%d round trips, want six at most:\n%s", len(all), strings.Join(all, "\n"))
	}
}

// Forty receipts are sent over four connections: to each the greeting, EHLO and AUTH, and then two round trips a letter.
// The store is opened once for four letters.
func TestTripsOfManyReceipts(t *testing.T) {
	t.Parallel()
	d, _, smtp := farTable(t, nil)
	queued(d, 40)
	smtp.Trips()
	began := time.Now()
	d.Done("send", d.Dir)
	t.Logf("forty letters in %s", time.Since(began))
	lines := map[int]int{}
	for _, trip := range smtp.Trips() {
		if !slices.Contains(trip.Commands, "QUIT") {
			lines[trip.Line]++
		}
	}
	if got := fmt.Sprint(slices.Sorted(maps.Values(lines))); got != "[22 22 22 22]" {
		t.Errorf("round trips of each connection: %s", got)
	}
}

// queued queues letters to so many players.
func queued(d *clitest.Table, n int) {
	d.T.Helper()
	for i := range n {
		to := fmt.Sprintf("p%d@test.example", i)
		stage.Must(d.T, d.Post.AddUser(to, stage.Password))
		d.Done("realm", "add", "--by-hand", d.Dir, "--name", fmt.Sprint("Land", i), "--player", fmt.Sprint("P", i), "--mail", to)
	}
}
