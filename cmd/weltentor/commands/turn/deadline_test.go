package turn_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// The game master moves a deadline from the terminal. Players are told with a calendar file, the log has it with the
// reason, and the turn waits. What the line by mail refuses is refused here too.
func TestDeadlineFromTheTerminal(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"deadline": `"Friday 20:00"`, "zone": `"UTC"`})
	if d.Now.Format("2006-01-02") > "2026-03-05" {
		t.Fatalf("the stage begins at %s", d.Now)
	}
	d.Fresh(stage.Anna)
	for date, want := range map[string][2]string{
		"2026-03-05":       {"and can only be later", "und kann nur später enden"},
		"2026-03-01":       {"that time is over already. `weltentor turn ", "Diese Zeit ist schon vorbei. `weltentor turn "},
		"2026-12-24":       {"that is more than a hundred days away", "Das sind mehr als hundert Tage"},
		"2026-04-04":       {"To move it by 29 days, to 2026-04-04 20:00 UTC, add --yes", "--yes hinzufügen"},
		"bald":             {`"bald" is not a date such as`, `"bald" ist kein Datum wie`},
		"2026-03-06 19:59": {"the deadline is 2026-03-06 20:00 UTC", "Die Frist endet am 2026-03-06 20:00 UTC"},
	} {
		for i, lang := range []string{"en", "de"} {
			code, out, errs := d.Run("deadline", d.Dir, date, "--lang", lang)
			if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, want[i]) {
				t.Errorf("%s: exit %d, %s%s", date, code, out, errs)
			}
		}
	}
	for _, same := range []string{"2026-03-06", "6.3.2026", "2026-03-06 20:00"} {
		d.Says("the same", d.Done("deadline", d.Dir, same), "This is the deadline already: 2026-03-06 20:00 UTC.")
	}
	d.Cron()
	d.None(stage.Anna, stage.Bob)
	d.Says("deadline", d.Done("deadline", d.Dir, "Dienstag 20 Uhr", "--why", "the mail server was down"),
		"Orders for turn 1 now count until 2026-03-10 20:00 UTC, 4 days later than before.\nThe next `weltentor send` or `cron` tells 2 players.\n")
	d.Cron()
	anna, bob := d.One(stage.Anna), d.One(stage.Bob)
	d.Says("Anna's letter", anna.Body, "Die Spielleitung hat die Frist auf Dienstag, 10. März 2026, 20:00 Uhr")
	d.Says("Bob's letter", bob.Body, "10 March 2026, 20:00")
	if ics := anna.Files["Frist.ics"]; !strings.Contains(ics, "20260310T200000Z") ||
		!strings.Contains(ics, "SEQUENCE:1") {
		t.Errorf("Anna's calendar: %v", anna.Files)
	}
	d.Says("status", d.Stands(), "2026-03-10 20:00")
	d.Says("the log", d.Done("log", d.Dir), "the deadline", "the mail server was down")
	d.Now = d.Now.AddDate(0, 0, 7)
	d.Cron()
	d.Says("status", d.Stands(), "urn 1")
	d.Now = d.Now.AddDate(0, 0, 2)
	d.Cron()
	d.Says("status", d.Stands(), "urn 2")
	d.Done("verify", d.Dir)
	code, _, errs := d.Run("deadline", d.Dir)
	if code != complaint.ExitUsage || !strings.Contains(errs, "missing: DATE") {
		t.Errorf("without a date: %d, %s", code, errs)
	}
	d.Says("a German date", d.Done("pause", d.Dir, "--yes", "--until", d.Now.AddDate(0, 0, 9).Format("2.1.2006")),
		"Paused until "+d.Now.AddDate(0, 0, 9).Format("2006-01-02")+" 00:00 UTC")
	if code, _, errs := d.Run("pause", d.Dir, "--until", "bald"); code != complaint.ExitUsage ||
		!strings.Contains(errs, `"bald" is not a date`) {
		t.Errorf("no date: %d, %s", code, errs)
	}
	d.Done("pause", d.Dir, "--yes")
	for _, date := range []string{d.Now.AddDate(0, 0, 20).Format("2006-01-02"), "2026-01-01", "Tuesday 20:00", "bald"} {
		if code, _, errs := d.Run("deadline", d.Dir, date); code != complaint.ExitUsage ||
			!strings.Contains(errs, "the game is paused: its end moves the deadline") {
			t.Errorf("%s in a pause: %d, %s", date, code, errs)
		}
	}
}

// How much later a deadline is, is said in minutes, hours or days, whichever fits.
func TestHowMuchLaterADeadlineIs(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t) // nobody plays: the deadline moves all the same
	for _, c := range [][2]string{{"+30m", "30 minutes later"}, {"+119m", "119 minutes later"}, {"+2h", "2 hours later"},
		{"+47h", "47 hours later"}, {"2 days", "2 days later"}, {"+90h", "4 days later"}} {
		if out := d.Done("deadline", d.Dir, c[0]); !strings.Contains(out, ", "+c[1]+" than before.\n") {
			t.Errorf("%s: %s", c[0], out)
		}
	}
	if out := d.Done("deadline", d.Dir, "+1h", "--lang", "de"); !strings.Contains(out, ", 60 Minuten länger als vorher.\nEs geht kein Brief hinaus") {
		t.Error(out)
	}
	if code, _, errs := d.Run("pause", d.Dir, "--until", d.Now.Add(5*time.Hour).Format("2006-01-02 15:04")); code != complaint.ExitDone {
		t.Errorf("exit %d, %s", code, errs)
	}
	if out := d.Done("pause", d.Dir, "--off"); out != "The game goes on.\nNo letter leaves: nobody needs to hear of it.\n" {
		t.Errorf("without a deadline: %s", out)
	}
}

// Who gets a letter about a pause is counted, not promised: if it ends before its letters have left, nobody has to hear
// of it.
func TestAPauseThatNobodyHeardOf(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"deadline": `"Friday 20:00"`, "zone": `"UTC"`})
	tells := "\nThe next `weltentor send` or `cron` tells 2 players.\n"
	if out := d.Done("pause", d.Dir, "--yes"); !strings.HasSuffix(out, tells) {
		t.Error(out)
	}
	if out := d.Done("pause", d.Dir, "--off"); out != "The game goes on.\nDeadline: 2026-03-06 20:00 UTC\nNo letter leaves: nobody needs to hear of it.\n" {
		t.Error(out)
	}
	d.Cron()
	d.None(stage.Anna, stage.Bob)
	if out := d.Done("pause", d.Dir, "--yes", "--until", "2026-03-20"); out != "Paused until 2026-03-20 00:00 UTC.\nDeadline: 2026-03-27 20:00 UTC"+tells {
		t.Error(out)
	}
	d.Cron()
	if out := d.Done("pause", d.Dir, "--off"); !strings.HasSuffix(out, tells) {
		t.Error(out)
	}
}
