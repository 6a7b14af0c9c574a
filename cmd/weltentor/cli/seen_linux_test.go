package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
)

// seenOn runs a command whose answer and complaints go to a terminal.
func seenOn(d *clitest.Table, env map[string]string, args ...string) string {
	d.T.Helper()
	return seenEnding(d, complaint.ExitDone, env, args...)
}

// seenEnding is seenOn for a command that ends with an exit code.
func seenEnding(d *clitest.Table, want int, env map[string]string, args ...string) string {
	d.T.Helper()
	tty, shown := stage.Terminal(d.T)
	look := func(name string) string { return env[name] }
	code := cli.Run(d.T.Context(), d.Args(args...), strings.NewReader(""), tty, tty, look, worlds.Rulebooks())
	if code != want {
		d.T.Errorf("%v: exit %d", args, code)
	}
	return strings.ReplaceAll(shown(), "\r\n", "\n")
}

// colours are the marks of a terminal for them.
var colours = regexp.MustCompile("\x1b\\[[0-9]*m")

// On a terminal status is a table in colours; where it goes to a script it stays as it always was.
func TestStatusOnATerminal(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Graumark", "--player", "Jost", "--mail", "jost@test.example")
	d.Done("realm", "add", "--by-hand", d.Dir, "--name", "Fern", "--player", "Uli", "--mail", "uli@test.example")
	d.Done("realm", "pause", d.Dir, "3", "2")
	d.Mail("one", identity+clitest.Recruits)
	d.Done("poll", d.Dir)
	const head, table = "Probe: Turn 1, year 1, summer\nDeadline: 2027-03-05 20:00 UTC\n" +
		"The turn waits for its deadline; 1 of 3 realms is missing.\n",
		"NO.  REALM     PLAYER  ORDERS                GOOD  BAD  NOTES\n" +
			"1    Moorland  Anna    2027-03-01 12:00 UTC  1     0\n" +
			"2    Graumark  Jost    no orders yet\n" +
			"3    Fern      Uli     no orders yet                    absent until turn 2\n"
	const outbox = "Outbox: 5 waiting\n"
	piped := d.Stands()
	if want := head + "1  Moorland  Anna  orders of 2027-03-01 12:00 UTC: 1 good, 0 bad\n" +
		"2  Graumark  Jost  no orders yet\n" +
		"3  Fern      Uli   no orders yet; absent until turn 2\n" + outbox; piped != want {
		t.Errorf("piped:\n%s\nwant\n%s", piped, want)
	}
	inColour := seenOn(d, map[string]string{"TERM": "xterm"}, "status", d.Dir)
	for _, want := range []string{"\x1b[1mNO.\x1b[0m", "\x1b[32m2027-03-01 12:00 UTC\x1b[0m",
		"\x1b[33mno orders yet\x1b[0m", "\x1b[2mFern\x1b[0m"} {
		if !strings.Contains(inColour, want) {
			t.Errorf("no %q in\n%q", want, inColour)
		}
	}
	if got := colours.ReplaceAllString(inColour, ""); got != head+table+outbox {
		t.Errorf("on a terminal:\n%s\nwant\n%s", got, head+table+outbox)
	}
	for _, env := range []map[string]string{{"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}} {
		if got := seenOn(d, env, "status", d.Dir); got != head+table+outbox {
			t.Errorf("%v:\n%q", env, got)
		}
	}
	d.Now = d.Now.AddDate(0, 0, 7)
	if got := seenEnding(d, complaint.ExitNo, nil, "status", d.Dir); !strings.Contains(got, "\x1b[31mno orders yet\x1b[0m") ||
		!strings.Contains(got, "\x1b[33mDue since") {
		t.Errorf("after the deadline:\n%q", got)
	}
}

// Long work shows how far it is, on a terminal that can be moved in, and takes the bar away.
func TestBarsOnATerminal(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Write("list.csv", "name,player,mail\nGraumark,Jost,jost@test.example\nFern,Uli,uli@test.example\n")
	for _, work := range []struct{ bar, args string }{
		{"Adding realms", "realm import DIR DIR/list.csv"}, {"Resolving the turn", "turn DIR --force --yes"},
		{"Replaying turns", "verify DIR"}, {"Copying the store", "backup DIR DIR/copy.db"},
		{"Replaying turns", "publish DIR -o DIR/game.gz --guessable"}, {"Replaying turns", "verify --public DIR/game.gz"},
	} {
		if strings.HasPrefix(work.args, "publish") {
			d.Run("closing", d.Dir, "--now", "--yes", "--why", "enough")
		}
		args := strings.Fields(strings.ReplaceAll(work.args, "DIR", d.Dir))
		got := seenOn(d, map[string]string{"TERM": "xterm"}, args...)
		bar := strings.Index(got, work.bar)
		if bar < 0 || !strings.Contains(got, "0% [") {
			t.Errorf("%v: no bar %q\n%q", args, work.bar, got)
			continue
		}
		// What is left is what a pipe gets: each thing a bar drew is overwritten from the line's beginning.
		for _, line := range strings.Split(got, "\n") {
			last := line[strings.LastIndex(line, "\r")+1:]
			if strings.Contains(last, work.bar) {
				t.Errorf("%v: the bar stays: %q", args, line)
			}
		}
	}
	dumb := seenOn(d, map[string]string{"TERM": "dumb"}, "verify", d.Dir)
	if strings.Contains(dumb, "Replaying") || strings.Contains(dumb, "\r") {
		t.Errorf("where the cursor cannot be moved: %q", dumb)
	}
	if _, out, errs := d.Run("verify", d.Dir); strings.Contains(out+errs, "Replaying") {
		t.Errorf("piped: %q %q", out, errs)
	}
}

// On a terminal the doctor's findings are in colours: what is well, and what needs attention.
func TestDoctorOnATerminal(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	got := seenOn(d, map[string]string{"TERM": "xterm"}, "doctor", d.Dir, "--wait", "10")
	d.Lists("the doctor", got, "\x1b[32mok        letter to oneself\x1b[0m\n",
		"\x1b[33mbeware    cron: no crontab line")
	dumb := seenOn(d, map[string]string{"TERM": "xterm", "NO_COLOR": "1"}, "doctor", d.Dir, "--wait", "10")
	if dumb != colours.ReplaceAllString(got, "") {
		t.Errorf("without colours:\n%s", dumb)
	}
}

// Who runs cron at a terminal hears each time what is wrong; as a mail by cron it comes once a day.
func TestCronSaysItsTroubleToAPerson(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Write("mail-password", "wrong\n")
	const refused = "refuses the login"
	for i := range 2 {
		if got := seenEnding(d, complaint.ExitUsage, nil, "cron", d.Dir, "--lang", "en"); !strings.Contains(got, refused) {
			t.Errorf("time %d: %q", i+1, got)
		}
	}
	if _, out, errs := d.Run("cron", d.Dir, "--lang", "en"); strings.Contains(out+errs, refused) {
		t.Errorf("once more by cron: %q", out+errs)
	}
}
