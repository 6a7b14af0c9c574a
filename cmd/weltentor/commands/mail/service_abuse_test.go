package mail_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// A letter with Anna's address as sender, and another for replies, gets its writer nothing. What concerns a realm goes
// to its registered addresses.
func TestForgedSenderGetsNothing(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	for _, word := range []string{"HILFE", "BERICHT", "BEFEHLE", "VORLAGE", "PASSWORT", "PAUSE 3"} {
		d.Writes("anna@demo.test", word, "", "Reply-To: evil@demo.test", "Sender: evil@demo.test",
			"Return-Path: <evil@demo.test>")
	}
	if got := d.Got("evil@demo.test"); len(got) > 0 {
		t.Errorf("the forger got %v", got)
	}
	if got := d.Fresh(stage.Anna); len(got) != 6 {
		t.Errorf("Anna got %d letters", len(got))
	}
	// An unknown sender who names her realm gets nothing either.
	for _, word := range []string{"HILFE", "BERICHT REICH 1", "PASSWORT REICH 1", "ANMELDUNG"} {
		d.Writes("evil@demo.test", word, "Reich: Moorland\n")
	}
	d.None(stage.Anna, stage.Bob)
	if got := d.Got("evil@demo.test"); len(got) > 0 {
		t.Errorf("a stranger got %v", got)
	}
	if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "absent") || strings.Contains(list, "waiting") {
		t.Error(list)
	}
}

// Automatic mail triggers nothing, even if it brings a code back. Answers to senders that nobody reads go to
// the first registered address.
func TestMachinesAreNotServed(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Done("realm", "mail", d.Dir, "1", "anna@demo.test", "noreply@anna.test", clitest.Second)
	d.Writes(clitest.Second, "PAUSE 2", "")
	if got := d.Got(clitest.Second); len(got) != 1 {
		t.Fatalf("her second address got %d letters", len(got))
	} else {
		d.Seen[clitest.Second] = 0
	}
	asked := d.Got(clitest.Second)[0]
	for _, mark := range []string{"Auto-Submitted: auto-replied", "X-Loop: x", "Return-Path: <>",
		"Precedence: auto_reply"} {
		d.Writes(clitest.Second, "Re: "+asked.Subject, "Ich bin nicht da.\n", mark)
		d.Writes(clitest.Second, "HILFE", "", mark)
	}
	d.None(stage.Anna)
	if got := d.Got(clitest.Second); len(got) > 0 || strings.Contains(d.Done("realm", "list", d.Dir), "absent") {
		t.Errorf("a machine was served: %v", got)
	}
	d.Writes("noreply@anna.test", "HILFE", "")
	d.One(stage.Anna)
	d.Writes(clitest.Second, "HILFE", "", "List-Id: <game.list.test>", "Precedence: list")
	d.None(stage.Anna)
	if got := d.Got(clitest.Second); len(got) != 1 { // she may write from a list's address, and is known there
		t.Errorf("her second address got %d letters", len(got))
	}
}

// A flood in a player's name is answered a few times an hour for each word, asks him for few
// tokens, and leaves room for the receipts of his orders.
func TestServiceFloods(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Now = d.Now.Truncate(time.Hour).Add(2 * time.Minute)
	for _, c := range []struct {
		word string
		most int
	}{{"BERICHT", 4}, {"REGELN", 4}, {"PASSWORT", 3}, {"PAUSE 2", 3}, {"HILFE", 8}, {"VORLAGE", 8}} {
		for range 12 {
			d.Post("anna@demo.test", c.word, "")
		}
		d.Cron()
		if got := d.Fresh(stage.Anna); len(got) != c.most {
			t.Errorf("%s was answered %d times, want %d", c.word, len(got), c.most)
		}
	}
	for range 12 {
		d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
	}
	d.Cron()
	if got := d.Fresh(stage.Anna); len(got) != 12 { // 20 an hour, 8 went
		t.Errorf("%d receipts came, want 12", len(got))
	}
	// Six tokens a day, whatever the hour.
	asked := 3
	for range 20 {
		d.Now = d.Now.Add(time.Hour)
		d.Writes("anna@demo.test", "PASSWORT", "")
		asked += len(d.Fresh(stage.Anna))
	}
	if asked != 6 {
		t.Errorf("%d tokens in a day, want 6", asked)
	}
}

// Where the world takes sign-ups, an unknown address gets one letter a day, and
// all of them thirty.
func TestStrangersGetOneLetterADay(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true"})
	d.Now = d.Now.Truncate(24 * time.Hour).Add(25 * time.Hour) // days are those of UTC
	for _, c := range []struct {
		subject, field string
		want           int
	}{
		{"Frage", "X-Test: 1", 0},
		{"BERICHT", "X-Test: 1", 0},
		{"ANMELDUNG", "Auto-Submitted: auto-generated", 0},
		{"ANMELDUNG", "List-Id: <x>", 1}, // a list, or a large provider, may mark what people write
		{"ANMELDUNG", "X-Test: 1", 0},
		{"HILFE", "X-Test: 1", 0},
	} {
		d.Writes(clitest.Stranger, c.subject, "Name: Kurt\n", c.field)
		if got := d.Got(clitest.Stranger); len(got) != c.want {
			t.Errorf("%s, %s: %d letters, want %d", c.subject, c.field, len(got), c.want)
		}
	}
	d.Now = d.Now.Add(24 * time.Hour)
	d.Writes(clitest.Stranger, "SIGNUP", "")
	if got := d.Got(clitest.Stranger); len(got) != 1 || !strings.Contains(got[0].Body, "You can play in Probe.") {
		t.Errorf("the next day: %v", got)
	}
	for n := range 40 {
		if err := d.Office.(stage.Embedded).Server.AddUser(fmt.Sprintf("x@spam%d.test", n), stage.Password); err !=
			nil {
			t.Fatal(err)
		}
		d.Post(fmt.Sprintf("x@spam%d.test", n), "HELP", "")
	}
	if code, _, errs := d.Run("cron", d.Dir); code != complaint.ExitDone || !strings.Contains(errs, "30 insgesamt, und 10 von einer Domain") {
		t.Errorf("that the limit was met: exit %d, %s", code, errs)
	}
	answered := 0
	for n := range 40 {
		answered += len(d.Got(fmt.Sprintf("x@spam%d.test", n)))
	}
	if answered != 29 {
		t.Errorf("%d strangers were answered, want the day's 30 less one", answered)
	}
}
