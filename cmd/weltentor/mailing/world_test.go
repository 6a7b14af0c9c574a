package mailing_test

import (
	"bytes"
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds"
)

// Cron alone does all of it, says nothing, and a second round changes nothing.
func TestCronIsSilent(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.SomeOrders)
	d.Mail("away", "Bin im Urlaub.\n", "Auto-Submitted: auto-replied")
	round := func() {
		t.Helper()
		if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone || out+errs != "" {
			t.Fatalf("exit %d, %q %q", code, out, errs)
		}
	}
	round()
	if n := len(d.Letters(clitest.Player)); n != 2 { // report 0 and the receipt
		t.Fatalf("%d letters", n)
	}
	before := d.Fingerprint()
	round()
	if d.Fingerprint() != before || len(d.Letters(clitest.Player)) != 2 {
		t.Error("a second cron changed something")
	}
	d.Now = time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC) // the deadline, to the second
	round()
	if s := d.Status(); s.Turn != 2 || s.Outbox.Waiting != 0 || len(d.Letters(clitest.Player)) != 3 {
		t.Errorf("after the deadline: %+v", s)
	}
}

// A mailbox that cannot be read holds the turn back. Cron keeps quiet while the
// trouble may pass, and speaks when the turn is due.
func TestCronWithoutAMailbox(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	met(d)
	d.SettleAt("127.0.0.1:1", d.Post.SMTP(), nil) // nobody listens there
	if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitLater || out+errs != "" {
		t.Errorf("before the deadline: exit %d, %q %q", code, out, errs)
	}
	if len(d.Letters(clitest.Player)) != 1 {
		t.Error("letters were not sent")
	}
	d.Now = d.Now.AddDate(0, 0, 7)
	code, out, errs := d.Run("cron", d.Dir)
	if code != complaint.ExitLater || out != "" || !strings.Contains(errs, "the mailbox at 127.0.0.1:1 cannot be read") ||
		strings.Count(errs, "\n") != 1 {
		t.Errorf("after the deadline: exit %d, %q %q", code, out, errs)
	}
	if s := d.Status(); s.Turn != 1 {
		t.Error("the turn was resolved, though orders may lie in the mailbox")
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.Now = d.Now.Add(59 * time.Minute)
	d.Done("cron", d.Dir)
	if s := d.Status(); s.Turn != 1 || s.Waits.Code != "waits-mailbox" || s.Mailbox == nil || s.Mailbox.Unread {
		t.Errorf("less than an hour later, with letters perhaps still under way: %+v", s)
	}
	d.Now = d.Now.Add(time.Minute)
	d.Done("cron", d.Dir)
	if s := d.Status(); s.Turn != 2 {
		t.Error("the turn was not made up for")
	}
}

// Letters left in the outbox are "later"; they go out when the server is back.
func TestSendWithoutAServer(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), "127.0.0.1:1", nil)
	if code, _, errs := d.Run("send", d.Dir); code != complaint.ExitLater ||
		!strings.Contains(errs, "127.0.0.1:1 cannot be reached") {
		t.Errorf("exit %d, %q", code, errs)
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.Done("send", d.Dir) // that was no attempt at the letter, so it has not to wait
	if n := len(d.Letters(clitest.Player)); n != 1 {
		t.Errorf("%d letters", n)
	}
}

// One world's trouble keeps no other waiting.
func TestCronServesAllWorlds(t *testing.T) {
	t.Parallel()
	good, bad := clitest.NewTable(t), clitest.NewTable(t)
	good.Join()
	bad.Write(settings.File, "nonsense = 1\n")
	code, out, errs := good.Run("cron", bad.Dir, good.Dir)
	if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, "no setting nonsense") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	if len(good.Letters(clitest.Player)) != 1 {
		t.Error("the second world was not served")
	}
}

// A mail server that takes the call and then says nothing does not hold cron
// beyond its time limit; here the caller's time ends first.
func TestCronEndsInTime(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	mute, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer mute.Close()
	met(d)
	d.SettleAt(mute.Addr().String(), mute.Addr().String(), nil)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	var out, errs bytes.Buffer
	began := time.Now()
	code := cli.Run(ctx, []string{"--at", d.Now.Format(time.RFC3339), "cron", d.Dir}, strings.NewReader(""), &out, &errs,
		clitest.NoEnv, worlds.Rulebooks())
	if code != complaint.ExitLater || out.Len()+errs.Len() > 0 || time.Since(began) > 20*time.Second {
		t.Errorf("exit %d after %v, %q %q", code, time.Since(began), out.String(), errs.String())
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.Now = d.Now.Add(10 * time.Minute) // a letter tried in vain waits five
	d.Done("cron", d.Dir)
	if len(d.Letters(clitest.Player)) != 1 {
		t.Error("what was left was not made up for")
	}
}
