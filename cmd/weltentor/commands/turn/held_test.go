package turn_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// While a turn is held, letters stay in the mailbox, cron says so once a day, and players get nothing about it. After
// the release all goes on, and the deadline counts from then.
func TestHeldTurn(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	d.Done("cron", d.Dir)
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	before := len(d.Letters(clitest.Player))
	d.Lists("turn --hold", d.Done("turn", d.Dir, "--hold"), "Turn 1 is resolved and held", "1 report waits",
		"weltentor turn "+d.Dir+" --release")
	d.Mail("two", identity+strings.Replace(clitest.Recruits+clitest.SomeOrders, "Ist hier jemand?", "Zug zwei!", 1))
	d.Now = d.Now.Add(time.Hour)
	d.CronSays(complaint.ExitLater, "turn 1 is held since 2027-03-05 20:05 UTC; letters stay in the mailbox")
	d.Now = d.Now.Add(time.Hour)
	d.CronSays(complaint.ExitLater, "")
	d.Now = d.Now.Add(24 * time.Hour)
	d.CronSays(complaint.ExitLater, "turn 1 is held")
	if code, out, errs := d.Run("poll", d.Dir, "--lang", "de"); code != complaint.ExitLater || out != "" ||
		!strings.Contains(errs, "Briefe bleiben im Postfach") {
		t.Errorf("poll: %d %q %q", code, out, errs)
	}
	if n, _ := d.Post.Count(clitest.Address, "INBOX"); n != 1 {
		t.Errorf("%d letters in the mailbox", n)
	}
	if n := len(d.Letters(clitest.Player)); n != before {
		t.Errorf("%d letters have left", n-before)
	}
	for lang, want := range map[string]string{"en": "Turn 1 is resolved and held since 2027-03-05 20:05 UTC",
		"de": "Zug 1 ist ausgewertet und wird seit 2027-03-05 20:05 UTC zurückgehalten"} {
		out := d.Stands("--lang", lang)
		if !strings.Contains(out, want) || strings.Contains(out, "2027-03-12") {
			t.Errorf("status:\n%s", out)
		}
	}
	if s := d.Status(); s.Held == nil || s.Held.Turn != 1 {
		t.Errorf("status --json: %+v", s.Held)
	}
	d.Lists("report", d.Done("report", d.Dir, "1"), "Moorland")
	d.Done("verify", d.Dir)
	for _, args := range [][]string{{"turn", d.Dir, "--force", "--yes"}, {"pause", d.Dir, "--yes"},
		{"turn", d.Dir, "--dry-run"},
		{"realm", "add", "--by-hand", d.Dir, "--name", "Y", "--player", "Y", "--mail", "y@test.example"},
		{"edit", d.Dir, "set", "realm", "1", "treasury", "5", "--why", "x"}} {
		if code, _, errs := d.Run(args...); code != complaint.ExitLater || !strings.Contains(errs, "`weltentor turn "+d.Dir+" --release`") ||
			!strings.Contains(errs, "--discard") {
			t.Errorf("%v: %d %q", args, code, errs)
		}
	}
	d.Now = time.Date(2027, 3, 10, 20, 0, 0, 0, time.UTC)
	d.Lists("release", d.Done("turn", d.Dir, "--release"), "Turn 1 is released, 1 report waits to be sent")
	code, _, errs := d.Run("turn", d.Dir, "--release")
	if code != complaint.ExitUsage || !strings.Contains(errs, "no turn is held") {
		t.Errorf("released twice: %d %q", code, errs)
	}
	d.Done("cron", d.Dir)
	if s := d.Status(); s.Held != nil || s.Turn != 2 || s.Realms[0].Good == 0 ||
		s.Deadline.Format(time.DateOnly) != "2027-03-19" {
		t.Errorf("after the release: %+v", s)
	}
	d.Lists("log", d.Done("log", d.Dir), "turn 1 is resolved and held", "the letters of turn 1 are released")
}

// The game master can do only one thing at a time with a held turn.
func TestHoldGoesAlone(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	for _, args := range [][]string{{"--hold", "--release"}, {"--hold", "--dry-run"}, {"--release", "--discard"},
		{"--release", "--force"}} {
		if code, _, errs := d.Run(append([]string{"turn", d.Dir}, args...)...); code != complaint.ExitUsage ||
			!strings.Contains(errs, "use one of --hold, --release") {
			t.Errorf("%v: %d %q", args, code, errs)
		}
	}
}

// The game master has a turn held, looks at it and takes it back, and releases the next one, all by mail. Meanwhile
// the letters of players stay in the mailbox, and so does what the game master writes about other things.
func TestHeldByMail(t *testing.T) {
	t.Parallel()
	const master = "gm@demo.test"
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"` + master + `"`, "gm.auth": `"code"`})
	d.Got(master)
	round := func() { // cron may say, once a day, that a turn is held
		t.Helper()
		d.Now = d.Now.Add(time.Minute)
		if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone && code != complaint.ExitLater || out != "" {
			t.Errorf("cron: %d %q %q", code, out, errs)
		}
	}
	confirmed := func(what, text string) {
		t.Helper()
		d.Post(master, what, text)
		round()
		shown := d.Got(master)
		if len(shown) != 1 {
			t.Fatalf("%s: %d letters", what, len(shown))
		}
		d.Post(master, "Re: "+shown[0].Subject, "Ja.\n", "In-Reply-To: "+shown[0].ID)
		round()
	}
	one := func() string {
		t.Helper()
		his := d.Got(master)
		if len(his) != 1 {
			t.Fatalf("%d letters to the game master: %+v", len(his), his)
		}
		return his[0].Subject + "\n" + his[0].Body
	}
	confirmed("SL HALTEN", "")
	d.Says("what he is told", one(), "Der nächste Zug wird zurückgehalten.")
	d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n$E\n")
	round()
	d.One(stage.Anna)
	d.Says("turn", d.Done("turn", d.Dir, "--force", "--yes"), "Turn 1 is resolved and held")
	round()
	d.Says("what waits", one(), "Der Zug ist ausgewertet und wartet auf Euch", "SL FREIGEBEN")
	d.None(stage.Anna)

	d.Post("anna@demo.test", "Zug 2", d.Players[0].Identity+"\n$R\nK.M 1 1000 0 0\n$E\n")
	d.Post(master, "SL AN alle", "Bald geht es weiter.\n")
	round()
	if n, _ := d.Office.(stage.Embedded).Server.Count(stage.GameAddress, "INBOX"); n != 2 {
		t.Errorf("%d letters stay in the mailbox, not 2", n)
	}
	confirmed("SL VORSCHAU", "")
	d.Says("the preview", one(), "Zug 1 ist ausgewertet und wird zurückgehalten", "vorschau-zug-1.txt")
	confirmed("SL ZURÜCK", "Die Karte war falsch.\n")
	d.Says("what came of it", one(), "Zug 1, der zurückgehalten wurde, ist zurückgenommen")
	d.None(stage.Anna)
	d.Says("log", d.Done("log", d.Dir, "--lang", "en"), "turn 1 is taken back", "game master, by mail", master, "Die Karte war falsch.")
	if s := d.Stands(); strings.Contains(s, "held") {
		t.Errorf("status:\n%s", s)
	}
	round() // what had to wait is taken in now: the letter has its receipt, the request gets its code
	d.Says("what waited", d.One(stage.Anna).Body, "Angenommen: 1 Zeile", "dieselben wie bisher")
	d.Says("the request that waited", one(), "Bald geht es weiter.")
	if n, _ := d.Office.(stage.Embedded).Server.Count(stage.GameAddress, "INBOX"); n != 0 {
		t.Errorf("%d letters stay in the mailbox after the hold", n)
	}
}
