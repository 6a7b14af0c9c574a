package players_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// Two payments in one turn are both booked. One for a realm that does not exist, or of something that is not an
// amount, is refused and leaves them as they are.
func TestRealmPay(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"gm.mail": `"master@example.org"`})
	letters := d.Status().Outbox.Waiting
	for _, c := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"1", "5,00"}, complaint.ExitDone, "5.00 EUR"},
		{[]string{"1", "2.5"}, complaint.ExitUsage, "not an amount"},
		{[]string{"1", "-3"}, complaint.ExitUsage, ""},
		{[]string{"1", "0"}, complaint.ExitUsage, "not an amount"},
		{[]string{"9", "5"}, complaint.ExitUsage, "no realm 9"},
		{[]string{"0", "5"}, complaint.ExitUsage, "no realm 0"},
		{[]string{"1", "7"}, complaint.ExitDone, "7.00 EUR"},
	} {
		code, out, errs := d.Run(append([]string{"realm", "pay", d.Dir}, c.args...)...)
		if code != c.want || !strings.Contains(out+errs, c.says) {
			t.Errorf("realm pay %v: %d, want %d and %q\n%s%s", c.args, code, c.want, c.says, out, errs)
		}
	}
	if n := d.Status().Outbox.Waiting; n != letters { // the game master reads it at the terminal
		t.Errorf("%d letters wait, %d did before", n, letters)
	}
	d.Done("turn", d.Dir, "--force", "--yes")
	report := d.Done("report", d.Dir, "1")
	for _, want := range []string{"5,00 EUR", "7,00 EUR", "12,--"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q:\n%s", want, report)
		}
	}
	d.Done("verify", d.Dir)
}

// A wrong payment is taken back by a line of its own. A payment that was never booked is not, and the sheet stays as
// it was.
func TestRealmPayBack(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for _, c := range []struct {
		args []string
		want int
		says string
	}{
		{[]string{"1", "5,00", "--back"}, complaint.ExitNo, "0.00 EUR are booked for realm 1 ("},
		{[]string{"1", "70"}, complaint.ExitDone, "booked: 70.00 EUR"},
		{[]string{"1", "63", "--back"}, complaint.ExitDone, "taken back: 63.00 EUR"},
		{[]string{"1", "7,01", "--back"}, complaint.ExitNo, "7.00 EUR are booked for realm 1 ("},
	} {
		code, out, errs := d.Run(append([]string{"realm", "pay", d.Dir}, c.args...)...)
		if code != c.want || !strings.Contains(out+errs, c.says) {
			t.Errorf("realm pay %v: %d, want %d and %q\n%s%s", c.args, code, c.want, c.says, out, errs)
		}
	}
	log := d.Done("log", d.Dir)
	d.Lists("the log", log, "realm 1 has paid 70.00", "a payment of 63.00 by realm 1 is taken back")
	if strings.Contains(log, "7.01") || strings.Contains(log, "letter with orders") {
		t.Error(log)
	}
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Lists("the report", d.Done("report", d.Dir, "1"), "gebucht: 70,00 EUR", "zurückgenommen: 63,00 EUR",
		"Kontostand  : 7,--")
	if s := d.Status(); len(s.Notices) != 0 {
		t.Errorf("%+v", s.Notices)
	}
	d.Done("realm", "pay", d.Dir, "1", "7", "--back") // a turn later
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Lists("the next report", d.Done("report", d.Dir, "1"), "zurückgenommen: 7,00 EUR")
	d.Done("verify", d.Dir)
}
