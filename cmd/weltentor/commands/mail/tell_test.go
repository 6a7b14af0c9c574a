package mail_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// A letter of the game master's comes from the game, to all or to none, once; his words for the
// report come with it.
func TestTell(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("send", d.Dir)
	before := len(d.Letters(clitest.Player))
	d.Write("all.txt", "\ufeffLiebe Leute,\r\n\r\nich bin bis Freitag fort.\r\n")
	if code, out, errs := d.Run("tell", d.Dir, "1", "2", "--file", d.Dir+"/all.txt"); code != complaint.ExitUsage || out != "" ||
		!strings.Contains(errs, "there is no realm 2; nobody was written to") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	if waits := d.Status().Outbox.Waiting; waits != 0 {
		t.Errorf("%d letters wait", waits)
	}
	for _, want := range []string{"A letter to realm 1 is in the outbox. ", "Realm 1 gets this text"} {
		if out := d.Done("tell", d.Dir, "all", "--file", d.Dir+"/all.txt"); !strings.HasPrefix(out, want) {
			t.Errorf("%q, want %q", out, want)
		}
	}
	code, out, errs := clitest.Run(t, "Zug 1 war kurz.\n", d.Args("tell", d.Dir, "1", "--file", "-", "--in-report")...)
	if code != complaint.ExitDone || !strings.HasPrefix(out, "Realm 1 will read it at the head of the mail with the report of turn 1.") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	d.Now = d.Now.Add(time.Minute)
	d.Done("tell", d.Dir, "all", "Zug", "2", "wird", "länger.", "--in-report")
	d.Done("send", d.Dir)
	letters := d.Letters(clitest.Player)
	if len(letters) != before+1 {
		t.Fatalf("%d letters, want %d", len(letters), before+1)
	}
	last := letters[len(letters)-1]
	if !strings.HasSuffix(last.Subject, "Brief der Spielleitung") ||
		!strings.Contains(last.Text, "\nLiebe Leute,\n\nich bin bis Freitag fort.\n") {
		t.Errorf("%s\n%q", last.Subject, last.Text)
	}
	d.Now = d.Now.Add(time.Minute)
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Done("send", d.Dir)
	letters = d.Letters(clitest.Player)
	if text := letters[len(letters)-1].Text; len(letters) != before+2 ||
		!strings.Contains(text, "schreibt Euch:\n\nZug 1 war kurz.\n\nZug 2 wird länger.\n\nEs folgt Euer Bericht.\n") {
		t.Errorf("%d letters, the last\n%s", len(letters), text)
	}
	if log := d.Done("log", d.Dir); !strings.Contains(log, "writes to 1 realm: 1 (Liebe Leute,, anna@test.example)") ||
		!strings.Contains(log, "writes to 1 realm, with the next report: 1 (Zug 1 war kurz., anna@test.example)") {
		t.Errorf("the log:\n%s", log)
	}
}

// Whom the game master writes to, and what, may stand in the line: all, numbers or a name, and then the text.
func TestTellWhomAndWhat(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("realm", "add", d.Dir, "--name", "Grau Mark", "--player", "Jost", "--mail", "jost@test.example")
	d.Done("send", d.Dir)
	for _, c := range []struct {
		words []string
		in    string
		says  string // "": refused with wrong
		wrong string
	}{
		{[]string{"all", "The", "server", "moves."}, "", "A letter to realms 1, 2 is", ""},
		{[]string{"2,1", "It has moved."}, "", "A letter to realms 1, 2 is", ""},
		{[]string{"1", "2", "It is there."}, "", "A letter to realms 1, 2 is", ""},
		{[]string{"grau mark", "Welcome."}, "", "A letter to realm 2 is", ""},
		{[]string{"MOORLAND", "-"}, "From a file.\n", "A letter to realm 1 is", ""},
		{[]string{"Fenmark", "Welcome."}, "", "", "there is no realm Fenmark; give a number, a name, or all"},
		{[]string{"1", "2"}, "", "", "what? Put the text behind"},
		{[]string{"all"}, "", "", "what? Put the text behind"},
		{nil, "", "", "whom? `all`, a number or a name"},
		{[]string{"all,2", "x"}, "", "", "not both"},
	} {
		code, out, errs := clitest.Run(t, c.in, d.Args(append([]string{"tell", d.Dir}, c.words...)...)...)
		if (code == complaint.ExitDone) != (c.says != "") || !strings.HasPrefix(out, c.says) || !strings.Contains(errs, c.wrong) {
			t.Errorf("%q: exit %d, %q %q", c.words, code, out, errs)
		}
	}
	d.Done("send", d.Dir)
	var got []string
	for _, l := range d.Letters(clitest.Player) {
		got = append(got, l.Text)
	}
	for _, want := range []string{"The server moves.", "It has moved.", "It is there.", "From a file."} {
		if !strings.Contains(strings.Join(got, "\n"), "\n"+want+"\n") {
			t.Errorf("no letter %q in %q", want, got)
		}
	}
}

// Passwords and codes in the game master's texts from the command line reach nobody, as in the game master's mails.
func TestTellAndAnswerMask(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := strings.TrimSpace(strings.SplitN(d.Join(), "\n", 2)[0]) // $I 1 and the password
	password := strings.Fields(identity)[2]
	d.Mail("one", "A question about ships?\n")
	d.CronSays(complaint.ExitDone, "")
	text := identity + "\nIt was " + password + ".\nGreetings\n"
	for _, args := range [][]string{{"tell", d.Dir, "1"}, {"answer", d.Dir, "1"}} {
		before := len(d.Letters(clitest.Player))
		code, out, errs := clitest.Run(t, text, d.Args(append(args, "--file", "-")...)...)
		if code != complaint.ExitDone {
			t.Fatalf("%v: exit %d, %q %q", args, code, out, errs)
		}
		d.Done("send", d.Dir)
		letters := d.Letters(clitest.Player)
		if len(letters) != before+1 {
			t.Fatalf("%v: %d letters", args, len(letters)-before)
		}
		if got := letters[before].Text; strings.Contains(got, password) || !strings.Contains(got, "\nIt was ***.\nGreetings\n") {
			t.Errorf("%v:\n%s", args, got)
		}
	}
}
