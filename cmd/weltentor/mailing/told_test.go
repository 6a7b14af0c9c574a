package mailing_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// Sending by hand reports refusals too.
func TestSendTellsOfRefusals(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "no such user here", To: clitest.Player})
	code, out, errs := d.Run("send", d.Dir) // it is to the game master, about that
	if code != complaint.ExitDone || out != "1 letter sent\n" ||
		!strings.Contains(errs, "1 letter was refused for good or came back; see `weltentor status") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
}

// If a server answers for a recipient as if our login were wrong, only that letter stops, and the game master is told.
// If it does so for the sender, though there is no login, the letter comes last in the next call.
func TestOneRecipientStopsNoOther(t *testing.T) {
	t.Parallel()
	for _, stage := range []string{"RCPT", "dot"} {
		d := clitest.NewTable(t)
		d.Join()
		d.Post.Fail(mailertest.Fault{Stage: stage, Code: 535, Text: "authentication required", To: clitest.Player})
		if code, out, errs := d.Run("send", d.Dir); code != complaint.ExitDone || out != "1 letter sent\n" ||
			!strings.Contains(errs, "1 letter was refused for good") || len(d.Letters(clitest.Master)) != 1 {
			t.Errorf("%s: exit %d, %q %q, to the game master %d", stage, code, out, errs, len(d.Letters(clitest.Master)))
		}
	}
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("1", identity+clitest.SomeOrders)
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"smtp.user": `""`, "smtp.password_file": `""`})
	d.Done("poll", d.Dir)
	d.Post.Fail(mailertest.Fault{Stage: "MAIL", Code: 530, From: clitest.Address}) // but the null sender of receipts
	// The report, what the orders say to the game master, the receipt. When that one is
	// taken it is not the login that is wanted, and the others wait for their next attempt.
	for _, want := range []int{complaint.ExitUsage, complaint.ExitUsage, complaint.ExitLater} {
		if code, _, errs := d.Run("send", d.Dir); code != want {
			t.Errorf("exit %d, want %d: %q", code, want, errs)
		}
		d.Now = d.Now.Add(time.Minute)
	}
	if l := d.Post.Letters(); len(l) != 1 || l[0].From != "" {
		t.Errorf("%d letters left, want the receipt", len(l))
	}
}

// A crontab names no language, so cron speaks the game master's, unless a language was asked for.
func TestCronSpeaksTheMastersLanguage(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"imap.password_file": `"nowhere"`})
	for _, c := range []struct{ lang, says string }{{"", "ist nicht lesbar: die Datei gibt es nicht"},
		{"C.UTF-8", "ist nicht lesbar: die Datei gibt es nicht"}, {"en_GB.UTF-8", "cannot be read"}} {
		var out bytes.Buffer
		env := func(name string) string { return map[string]string{"LANG": c.lang}[name] }
		d.Now = d.Now.Add(25 * time.Hour)
		if code := cli.Run(t.Context(), []string{"--at", d.Now.Format(time.RFC3339), "cron", d.Dir}, nil, &out, &out, env,
			worlds.Rulebooks()); code != complaint.ExitUsage || !strings.Contains(out.String(), c.says) {
			t.Errorf("LANG=%s: exit %d, %q", c.lang, code, out.String())
		}
	}
	if _, out, errs := d.Run("status", d.Dir); !strings.Contains(errs, "imap.password_file") ||
		!strings.Contains(out, "Moorland") {
		t.Errorf("status says %q, %q", out, errs)
	}
}

// A letter that was ticked off is not named any more. Tried again, it counts anew.
func TestTickedOff(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "no such user here", To: clitest.Player})
	d.Run("send", d.Dir)
	d.Lists("dismissed", d.Done("outbox", d.Dir, "--dismiss", "1"), "1 letter is ticked off")
	if s := d.Status(); len(s.Undelivered) != 0 || s.Outbox.Failed != 1 {
		t.Errorf("%+v", s)
	}
	for _, args := range [][]string{{"--dismiss", "1"}, {"--dismiss"}, {"--dismiss", "9"}} {
		if code, _, errs := d.Run(append([]string{"outbox", d.Dir}, args...)...); code != complaint.ExitUsage || errs == "" {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
	d.Done("outbox", d.Dir, "--retry", "1")
	d.Run("send", d.Dir)
	if s := d.Status(); len(s.Undelivered) != 1 {
		t.Errorf("%+v", s.Undelivered)
	}
}

// What can be answered is answered, also where there is nothing yet.
func TestAnswersOfAFreshWorld(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Lists("verify", d.Done("verify", d.Dir), "No turn has been resolved yet")
	if code, _, errs := d.Run("report", d.Dir, "9"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "there is no realm 9") {
		t.Errorf("a report of a realm there is not: exit %d, %q", code, errs)
	}
	if code, _, _ := d.Run("report", d.Dir, "1", "7"); code != complaint.ExitNo {
		t.Errorf("a report of a turn to come: exit %d", code)
	}
}

// The game master reads letters before they leave.
func TestTextOfLetters(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Lists("the letter", d.Done("outbox", d.Dir, "1", "--text"),
		"To: "+clitest.Player+"\nSubject: [Probe] Willkommen: Ihr spielt Moorland\n\n", "Befehle bis", "\n+ ERGEBNIS.TXT, ",
		"\n+ Frist.ics: 2027-03-05 20:00 UTC\n")
	for _, args := range [][]string{{"--text"}, {"1", "--text", "--json"}, {"9", "--text"}} {
		if code, _, errs := d.Run(append([]string{"outbox", d.Dir}, args...)...); code != complaint.ExitUsage ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q", args, code, errs)
		}
	}
}

// A letter that may or may not have arrived is reported like one that failed.
func TestUnclearLettersAreTold(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Post.Fail(mailertest.Fault{Stage: "dot", To: clitest.Player})
	for range 2 {
		d.Run("cron", d.Dir)
		d.Now = d.Now.Add(12 * time.Hour)
	}
	d.CronSays(complaint.ExitDone, "1 letter may or may not have arrived")
	d.CronSays(complaint.ExitDone, "") // told
	d.Lists("status", d.Stands(), "1 unclear",
		"Perhaps undelivered, letter 1: \"[Probe] Willkommen: Ihr spielt Moorland\" to "+clitest.Player+" (realm 1)")
	if s := d.Status(); len(s.Undelivered) != 1 || s.Undelivered[0].State != outbox.Unclear ||
		s.Undelivered[0].Realm != 1 {
		t.Errorf("in JSON: %+v", s.Undelivered)
	}
}

// A turn that cron will not resolve is not promised by status.
func TestStatusOfALongPastTurn(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Now = d.Now.AddDate(0, 4, 0)
	d.Lists("status", d.Stands(), "only turn --force resolves it")
	if out := d.Stands(); strings.Contains(out, "next `weltentor cron`") {
		t.Errorf("status promises\n%s", out)
	}
	if s := d.Status(); s.Due || s.Waits.Code != "waits-force" {
		t.Errorf("in JSON: %+v", s)
	}
}
