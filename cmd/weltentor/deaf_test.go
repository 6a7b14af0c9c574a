package main

import (
	"strings"
	"testing"
	"time"
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
	d.settle(nowhere, d.post.SMTP(), map[string]string{"gm.mail": `""`})
	said := d.deafFor(8)
	if len(said) != 1 || !strings.Contains(said[3], "das Postfach bei "+nowhere+" ist nicht lesbar") {
		t.Errorf("without an address: %v", said)
	}

	d = newTable(t)
	d.join()
	d.settle(nowhere, nowhere, nil)
	said = d.deafFor(26) // and again when the letters have waited for a day
	if len(said) != 2 || !strings.Contains(said[3], "cannot be read: ") || !strings.Contains(said[3], "cannot be reached: ") || !strings.Contains(said[24], "cannot be read: ") {
		t.Errorf("without any server: %v", said)
	}
}
