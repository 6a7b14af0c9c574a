package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
)

const nowhere = "127.0.0.1:1" // nobody listens there

// deafFor runs cron each hour from now on, the hours given, and gives what it
// said in which.
func (d *table) deafFor(hours int) map[int]string {
	d.t.Helper()
	said := map[int]string{}
	for h := range hours {
		if _, _, errs := d.run("cron", d.dir); errs != "" {
			said[h] = errs
		}
		d.now = d.now.Add(time.Hour)
	}
	return said
}

// Four days before the deadline nobody can read the mailbox: the game master gets a
// letter after three hours, or as many as he wants, and cron need not speak.
func TestADeadMailboxIsToldByMail(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		alarm string
		after int // hours; none if there is no letter
		tells int
	}{{"", 3, 1}, {"5", 5, 1}, {"0", 0, 0}} {
		d := newTable(t)
		d.join()
		d.met()
		own := map[string]string{}
		if c.alarm != "" {
			own["imap.alarm"] = c.alarm
		}
		d.settle(nowhere, d.post.SMTP(), own)
		before := len(d.letters(deskMaster))
		if said := d.deafFor(c.after); len(said) != 0 || len(d.letters(deskMaster)) != before {
			t.Errorf("alarm %q: too soon: %v", c.alarm, said)
		}
		if said := d.deafFor(7 - c.after); len(said) != 0 {
			t.Errorf("alarm %q: cron said %v", c.alarm, said)
		}
		got := d.letters(deskMaster)[before:]
		if len(got) != c.tells {
			t.Fatalf("alarm %q: %d letters", c.alarm, len(got))
		}
		if c.tells == 1 && !strings.Contains(got[0].Text, "nicht lesbar. Zuletzt:\n  "+d.dir+": das Postfach bei "+nowhere+" ist nicht lesbar") {
			t.Errorf("the letter says\n%s", got[0].Text)
		}
	}
}

// What the mailbox's trouble is is read in the reader's language, and by scripts
// as a code.
func TestTheMailboxsTroubleInBothLanguages(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	d.settle(nowhere, d.post.SMTP(), nil)
	d.deafFor(1)
	for lang, want := range map[string]string{"de": "das Postfach bei " + nowhere + " ist nicht lesbar: ", "en": "the mailbox at " + nowhere + " cannot be read: "} {
		d.lists("status in "+lang, d.done("status", "--lang", lang, d.dir), want)
	}
	if m := d.status().Mailbox; m == nil || m.What.Code != "no-imap" || m.Deaf || !strings.Contains(m.Reason, "cannot be read: ") {
		t.Errorf("in JSON: %+v", m)
	}
}

// Where no letter can tell him, cron does: he has no address, or letters do not
// leave either.
func TestADeadMailboxIsToldByCron(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	d.met()
	d.settle(nowhere, d.post.SMTP(), map[string]string{"gm.mail": `""`})
	said := d.deafFor(8)
	if len(said) != 1 || !strings.Contains(said[3], "das Postfach bei "+nowhere+" ist nicht lesbar") {
		t.Errorf("without an address: %v", said)
	}

	d = newTable(t)
	d.join()
	d.met()
	d.settle(nowhere, nowhere, nil)
	said = d.deafFor(26) // and again when the letters have waited for a day
	if len(said) != 2 || !strings.Contains(said[3], "cannot be read: ") || !strings.Contains(said[3], "cannot be reached: ") || !strings.Contains(said[24], "cannot be read: ") {
		t.Errorf("without any server: %v", said)
	}
}

// A mail server that has never answered since the founding is probably misspelt: cron
// says so at once and then daily; of one that has answered before it waits for the alarm.
func TestAServerThatNeverAnsweredIsToldAtOnce(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	d.settle(nowhere, d.post.SMTP(), map[string]string{"imap.alarm": "0"})
	said := d.deafFor(26)
	if len(said) != 2 || !strings.Contains(said[0], nowhere) || !strings.Contains(said[24], nowhere) {
		t.Errorf("of the mailbox: %v", said)
	}
	d.settle(d.post.IMAP(), nowhere, nil)
	d.done("realm", "add", d.dir, "--name", "Zwei", "--player", "Z", "--mail", deskPlayer)
	if _, _, errs := d.run("cron", d.dir); strings.Contains(errs, nowhere) {
		t.Errorf("of a server that has sent before: %q", errs)
	}
	d.settle(nowhere, d.post.SMTP(), map[string]string{"imap.alarm": "0"})
	if said := d.deafFor(3); len(said) != 0 {
		t.Errorf("of a mailbox that was read before: %v", said)
	}
}

// met: both mail servers have answered before now.
func (d *table) met() {
	d.t.Helper()
	w, done, err := d.caller(nil, nil).change(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	defer done()
	for _, section := range []string{"imap", "smtp"} {
		if err := w.Meet(section, d.now); err != nil {
			d.t.Fatal(err)
		}
	}
}

// caller is a call at the table's time.
func (d *table) caller(out, errs *bytes.Buffer) *call {
	return &call{ctx: d.t.Context(), at: d.now, env: noEnv, asked: true, books: d.books, out: out, voice: newVoice(phrase.En, out, errs)}
}

// The first cron at a terminal says what it did, or which server cannot be reached, until
// it has worked once; in a crontab it says nothing.
func TestTheFirstCronAtATerminalSpeaks(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	d.join()
	cron := func(seen bool) string {
		var out, errs bytes.Buffer
		c := d.caller(&out, &errs)
		c.seen = seen
		c.cron(d.dir)
		return out.String() + errs.String()
	}
	d.settle(nowhere, d.post.SMTP(), nil)
	for range 2 {
		if said := cron(true); !strings.Contains(said, nowhere) {
			t.Errorf("of a server that is not there: %q", said)
		}
	}
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	for i, c := range []struct {
		seen bool
		says string
	}{{false, ""}, {true, "0 letters read, 0 sent; turn 1 awaits orders"}, {true, ""}, {false, ""}} {
		if said := cron(c.seen); !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("cron %d: %q, want %q", i, said, c.says)
		}
	}
}
