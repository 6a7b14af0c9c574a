package turn_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
)

// A turn without any orders is forced only with a yes, so that a second --force, typed by mistake, costs nobody a
// turn.
func TestForceNeedsOrdersOrAYes(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	refused := func() {
		t.Helper()
		before := d.Fingerprint()
		code, out, errs := d.Run("turn", d.Dir, "--force")
		if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, "no orders have come for turn") ||
			!strings.Contains(errs, "weltentor poll "+d.Dir) {
			t.Errorf("exit %d, %q %q", code, out, errs)
		}
		if d.Fingerprint() != before {
			t.Error("something changed")
		}
	}
	refused() // the mail was not fetched: turn reads none
	d.Done("poll", d.Dir)
	d.Done("turn", d.Dir, "--force")
	refused()
	d.Done("turn", d.Dir, "--force", "--yes")
	if s := d.Status(); s.Turn != 3 {
		t.Errorf("turn %d awaits orders, want 3", s.Turn)
	}
	d.Now = d.Now.AddDate(0, 0, 14) // past the deadline no yes is needed
	d.Done("turn", d.Dir, "--force")
}

// Status says whether a turn is due and what it waits for, in the language asked.
func TestStatusTellsWhatATurnWaitsFor(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	says := func(lang string, want ...string) {
		t.Helper()
		out := d.Stands("--lang", lang)
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", lang, w, out)
			}
		}
	}
	says("en", "Players are still missing.")
	says("de", "Es fehlen noch Spieler.")
	if out := d.Stands(); strings.Contains(out, "game master") || strings.Contains(out, "Deadline") {
		t.Errorf("without realms there is no deadline:\n%s", out)
	}
	d.Join()
	says("en", "year 1, summer", "Deadline: 2027-03-05 20:00 UTC", "waits for its deadline")
	says("de", "Sommer", "Frist: 2027-03-05 20:00 UTC", "wartet auf seine Frist")
	d.Now = time.Date(2027, 3, 5, 20, 10, 0, 0, time.UTC)
	says("en", "Due since 2027-03-05 20:00 UTC", "as soon as it can read the mailbox")
	says("de", "Fällig seit 2027-03-05 20:00 UTC")
}

// docs/gm-trouble.en.md says how to redo a turn, with commands, which are run here. The same orders and the same seed
// give the same turn, although a mail for the next turn is in the mailbox meanwhile. That mail then counts for the
// next turn.
func TestRedoATurn(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
	d.Done("cron", d.Dir)
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	d.Done("cron", d.Dir)
	d.Done("realm", "mail", d.Dir, "1", clitest.Master) // forgotten by the restore, as the page says
	first := d.Done("verify", d.Dir)
	d.Now = d.Now.Add(time.Hour)
	d.Mail("two", identity+strings.Replace(clitest.Recruits+clitest.SomeOrders, "Ist hier jemand?", "Zug zwei!", 1))
	d.Done("cron", d.Dir)

	page, err := os.ReadFile("../../../../docs/gm-trouble.en.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "## A turn must be redone")
	_, rest, _ = strings.Cut(rest, "```\n")
	block, _, _ := strings.Cut(rest, "```")
	here := strings.NewReplacer("bovistan", d.Dir, "00007", "00001")
	ran := 0
	for line := range strings.Lines(block) {
		words := strings.Fields(here.Replace(line))
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "weltentor":
			ran++
			d.Done(words[1:]...)
		default:
			t.Errorf("the page has a line that is no command: %q", line)
		}
		if strings.Contains(line, "--force") {
			if again := d.Done("verify", d.Dir); again != first {
				t.Errorf("redone, turn 1 is\n%sbut was\n%s", again, first)
			}
		}
	}
	if ran < 3 {
		t.Fatalf("%d commands in\n%s", ran, block)
	}
	if s := d.Status(); s.Turn != 2 || s.Realms[0].Good != 2 || s.Realms[0].Mail[0] != clitest.Player {
		t.Errorf("after it: %+v", s)
	}
	if again := d.Done("verify", d.Dir); again != first {
		t.Errorf("turn 1 became\n%s", again)
	}
}

// A game master sees the full report of a player who reads short ones. It is the report of a player who wants it full.
func TestFullReport(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits)
	d.Done("poll", d.Dir)
	d.Done("turn", d.Dir, "--force")
	short, full := d.Done("report", d.Dir, "1"), d.Done("report", d.Dir, "1", "--full")
	if strings.Contains(short, "\nW13 ") || !strings.Contains(full, "\nW13 ") {
		t.Errorf("the report\n%s\nin full\n%s", short, full)
	}
	if first := d.Done("report", d.Dir, "1", "0"); d.Done("report", d.Dir, "1", "0", "--full") != first {
		t.Error("report 0 is another one in full")
	}
	d.Mail("full", identity+clitest.Recruits+"\n$S\nBericht voll")
	d.Done("poll", d.Dir)
	d.Done("turn", d.Dir, "--force")
	read := d.Done("report", d.Dir, "1")
	if !strings.Contains(read, "\nW13 ") || d.Done("report", d.Dir, "1", "2", "--full") != read {
		t.Errorf("the player reads\n%s", read)
	}
	if again := d.Done("report", d.Dir, "1", "1", "--full"); again != full {
		t.Errorf("turn 1 in full after turn 2\n%s\nbefore\n%s", again, full)
	}
	if code, _, _ := d.Run("report", d.Dir, "1", "--full", "--json"); code != complaint.ExitUsage {
		t.Errorf("--full --json: exit %d", code)
	}
}

// A game master sees what a turn would do before it does it, and what then happens is that.
func TestDryRun(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.Mail("one", identity+clitest.Recruits)
	d.Done("poll", d.Dir)
	tried := d.Done("turn", d.Dir, "--dry-run", "--lang", "en")
	for _, want := range []string{"Nothing of it counts, nothing is sent:", "the turn waits for",
		"Realm 1, "} {
		if !strings.Contains(tried, want) {
			t.Errorf("no %q in\n%s", want, tried)
		}
	}
	if strings.Contains(tried, "fight") { // there is none
		t.Errorf("fights in\n%s", tried)
	}
	report := d.Done("turn", d.Dir, "--dry-run", "--report", "1")
	if s := d.Status(); s.Turn != 1 {
		t.Errorf("turn %d awaits orders", s.Turn)
	}
	if code, _, errs := d.Run("turn", d.Dir, "--dry-run", "--report", "9"); code != complaint.ExitNo ||
		!strings.Contains(errs, "9") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if code, _, _ := d.Run("turn", d.Dir, "--report", "1"); code != complaint.ExitUsage {
		t.Errorf("--report without --dry-run: exit %d", code)
	}
	d.Done("turn", d.Dir, "--force")
	if then := d.Done("report", d.Dir, "1", "1"); report != then {
		t.Errorf("tried\n%s\nthen\n%s", report, then)
	}
	if log := d.Done("log", d.Dir, "--lang", "en"); strings.Count(log, "turn 1 is tried out, nothing of it counts") !=
		3 {
		t.Errorf("the log has not both trials and the refused one:\n%s", log)
	}
}

// Without mail, a message to the game master is told with the turn, once: no letter and no cron would say it.
func TestATurnWithoutMailTellsNotices(t *testing.T) {
	t.Parallel()
	p := stage.NewProbe(t, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), clitest.InProcess(worlds.Rulebooks()...))
	p.Done("new", p.Dir, "--seed", "7", "--size", "40x30")
	for _, name := range []string{"Moorland", "Fenmark"} {
		p.Done("realm", "add", p.Dir, "--name", name, "--player", "anna")
	}
	p.Write("orders.txt", "$I 1\n$R\nK.M 1 2000 0 0\n$N\n#M\nMay I join?\n#E\n$E\n")
	p.Done("submit", p.Dir, p.Dir+"/orders.txt")
	for _, told := range []bool{true, false} {
		p.Now = p.Now.Add(time.Minute)
		_, _, errs := p.Run("turn", p.Dir, "--force", "--yes", "--lang", "en")
		if strings.Contains(errs, "from this machine:\n") != told || strings.Contains(errs, "May I join?\n") != told {
			t.Errorf("told: %v\n%s", told, errs)
		}
	}
	if _, out, _ := p.Run("status", p.Dir); strings.Contains(out, "May I join?") {
		t.Errorf("still in the status:\n%s", out)
	}
}
