package mailing_test

import (
	"bytes"
	"net"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/mailer/mailertest"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

const nowhere = "127.0.0.1:1" // nothing listens there

// deafFor runs cron each hour for that many hours, and returns what it printed in which hour.
func deafFor(d *clitest.Table, hours int) map[int]string {
	d.T.Helper()
	said := map[int]string{}
	for h := range hours {
		if _, _, errs := d.Run("cron", d.Dir); errs != "" {
			said[h] = errs
		}
		d.Now = d.Now.Add(time.Hour)
	}
	return said
}

// Four days before the deadline the mailbox cannot be read. The game master gets a letter after three hours, or as
// many as the setting says, and cron prints nothing.
func TestADeadMailboxIsToldByMail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		alarm string
		after int // hours; none if there is no letter
		tells int
	}{{"", 3, 1}, {"5", 5, 1}, {"0", 0, 0}} {
		d := clitest.NewTable(t)
		d.Join()
		met(d)
		own := map[string]string{}
		if c.alarm != "" {
			own["imap.alarm"] = c.alarm
		}
		d.SettleAt(nowhere, d.Post.SMTP(), own)
		before := len(d.Letters(clitest.Master))
		if said := deafFor(d, c.after); len(said) != 0 || len(d.Letters(clitest.Master)) != before {
			t.Errorf("alarm %q: too soon: %v", c.alarm, said)
		}
		if said := deafFor(d, 7-c.after); len(said) != 0 {
			t.Errorf("alarm %q: cron said %v", c.alarm, said)
		}
		got := d.Letters(clitest.Master)[before:]
		if len(got) != c.tells {
			t.Fatalf("alarm %q: %d letters", c.alarm, len(got))
		}
		if c.tells == 1 && !strings.Contains(got[0].Text, "nicht lesbar. Zuletzt:\n  "+d.Dir+": das Postfach bei "+
			nowhere+" ist nicht lesbar") {
			t.Errorf("the letter says\n%s", got[0].Text)
		}
	}
}

// What the mailbox's trouble is is read in the reader's language, and by scripts
// as a code.
func TestTheMailboxsTroubleInBothLanguages(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(nowhere, d.Post.SMTP(), nil)
	deafFor(d, 1)
	for lang, want := range map[string]string{"de": "das Postfach bei " + nowhere + " ist nicht lesbar: ",
		"en": "the mailbox at " + nowhere + " cannot be read: "} {
		d.Lists("status in "+lang, d.Stands("--lang", lang), want)
	}
	if m := d.Status().Mailbox; m == nil || m.What.Code != "no-imap" || m.LongUnread ||
		!strings.Contains(m.Reason, "cannot be read: ") {
		t.Errorf("in JSON: %+v", m)
	}
}

// If no letter can reach the game master, cron prints it: there is no address, or letters do not leave either.
func TestADeadMailboxIsToldByCron(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	met(d)
	d.SettleAt(nowhere, d.Post.SMTP(), map[string]string{"gm.mail": `""`})
	said := deafFor(d, 8)
	if len(said) != 1 || !strings.Contains(said[3], "das Postfach bei "+nowhere+" ist nicht lesbar") {
		t.Errorf("without an address: %v", said)
	}

	d = clitest.NewTable(t)
	d.Join()
	met(d)
	d.SettleAt(nowhere, nowhere, nil)
	said = deafFor(d, 26) // and again when the letters have waited for a day
	if len(said) != 2 || !strings.Contains(said[3], "cannot be read: ") ||
		!strings.Contains(said[3], "cannot be reached: ") || !strings.Contains(said[24], "cannot be read: ") {
		t.Errorf("without any server: %v", said)
	}
}

// A mail server that has never answered since the founding is probably misspelt: cron
// says so at once and then daily; of one that has answered before it waits for the alarm.
func TestAServerThatNeverAnsweredIsToldAtOnce(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.SettleAt(nowhere, d.Post.SMTP(), map[string]string{"imap.alarm": "0"})
	said := deafFor(d, 26)
	if len(said) != 2 || !strings.Contains(said[0], nowhere) || !strings.Contains(said[24], nowhere) {
		t.Errorf("of the mailbox: %v", said)
	}
	d.SettleAt(d.Post.IMAP(), nowhere, nil)
	d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Zwei", "--player", "Z", "--mail", clitest.Player)
	if _, _, errs := d.Run("cron", d.Dir); strings.Contains(errs, nowhere) {
		t.Errorf("of a server that has sent before: %q", errs)
	}
	d.SettleAt(nowhere, d.Post.SMTP(), map[string]string{"imap.alarm": "0"})
	if said := deafFor(d, 3); len(said) != 0 {
		t.Errorf("of a mailbox that was read before: %v", said)
	}
}

// A server that takes letters is reported likewise, whether nothing answers there or what answers hangs up at once. If
// it took a letter before, cron waits until letters have waited for a day.
func TestAnSMTPServerThatNeverAnsweredIsToldAtOnce(t *testing.T) {
	t.Parallel()
	for name, addr := range map[string]string{"nobody listens": nowhere, "it hangs up": hangsUp(t)} {
		d := clitest.NewTable(t)
		d.Join()
		d.SettleAt(d.Post.IMAP(), addr, nil)
		said := deafFor(d, 26)
		if len(said) != 2 || !strings.Contains(said[0], addr+" cannot be reached: ") ||
			!strings.Contains(said[24], addr+" cannot be reached: ") {
			t.Errorf("%s: %v", name, said)
		}
		for hour, words := range said {
			if strings.Count(words, "\n") != 1 {
				t.Errorf("%s: hour %d: %q", name, hour, words)
			}
		}

		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
		d.CronSays(complaint.ExitDone, "")
		d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Zwei", "--player", "Z", "--mail", clitest.Player)
		d.SettleAt(d.Post.IMAP(), addr, nil)
		if said := deafFor(d, 26); len(said) != 1 || !strings.Contains(said[24], addr+" cannot be reached: ") {
			t.Errorf("%s, after it took a letter: %v", name, said)
		}
	}
}

// hangsUp is the address of a server that hangs up on everybody.
func hangsUp(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
	return ln.Addr().String()
}

// A cron that finds nothing to do changes no byte of the world's files, makes none, and
// says nothing: with an empty mailbox, with mails that were read, while the turn waits or
// is paused, and with letters that failed.
func TestAnIdleCronWritesNothing(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(d *clitest.Table){
		"a fresh world": func(*clitest.Table) {},
		"a mail read":   func(d *clitest.Table) { d.Mail("orders", d.Join()+clitest.SomeOrders) },
		"a pause":       func(d *clitest.Table) { d.Join(); d.Done("pause", d.Dir, "--yes") },
		"a failed letter": func(d *clitest.Table) {
			d.Post.Fail(mailertest.Fault{Stage: "RCPT", Code: 550, Text: "no such user here", To: clitest.Player})
			d.Join()
		},
		"a mail in the inbox that is not ours to take": func(d *clitest.Table) {
			d.Join()
			d.Mail("away", "Ich bin weg.\n", "Auto-Submitted: auto-replied")
		},
	} {
		d := clitest.NewTable(t)
		prepare(d)
		for range 2 { // until everything is done and said
			d.Run("cron", d.Dir)
			d.Now = d.Now.Add(2 * time.Minute)
		}
		before, sent := d.Fingerprint(), len(d.Post.Letters())
		for range 3 {
			d.Now = d.Now.Add(5 * time.Minute)
			d.CronSays(complaint.ExitDone, "")
		}
		if d.Fingerprint() != before || len(d.Post.Letters()) != sent {
			t.Errorf("%s: an idle cron wrote something", name)
		}
		d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Zwei", "--player", "Z", "--mail", clitest.Player)
		if d.Fingerprint() == before {
			t.Fatal("the fingerprint does not notice a change")
		}
	}
}

// met makes it look as if both mail servers had answered before.
func met(d *clitest.Table) {
	d.T.Helper()
	w, done, err := folder.Change(caller(d, nil, nil), d.Dir)
	if err != nil {
		d.T.Fatal(err)
	}
	defer done()
	for _, section := range []string{"imap", "smtp"} {
		if err := w.World.NoteFirst(section, d.Now); err != nil {
			d.T.Fatal(err)
		}
	}
}

// caller is a call at the table's time.
func caller(d *clitest.Table, out, errs *bytes.Buffer) *call.Call {
	return &call.Call{Ctx: d.T.Context(), At: d.Now, Env: clitest.NoEnv, Asked: true, Books: worlds.Rulebooks(), Out: out,
		Voice: call.NewVoice(phrase.En, out, errs)}
}

// The first cron at a terminal says what it did, or which server cannot be reached, until
// it has worked once; in a crontab it says nothing.
func TestTheFirstCronAtATerminalSpeaks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	cron := func(seen bool) string {
		var out, errs bytes.Buffer
		c := caller(d, &out, &errs)
		c.Seen = seen
		mailing.CronAll(c, []string{d.Dir}, 1, nil)
		return out.String() + errs.String()
	}
	d.SettleAt(nowhere, d.Post.SMTP(), nil)
	for range 2 {
		if said := cron(true); !strings.Contains(said, nowhere) {
			t.Errorf("of a server that is not there: %q", said)
		}
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	for i, c := range []struct {
		seen bool
		says string
	}{{false, ""}, {true, "no letters to read or send yet; turn 1 awaits orders"}, {true, ""}, {false, ""}} {
		if said := cron(c.seen); !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("cron %d: %q, want %q", i, said, c.says)
		}
	}
}
