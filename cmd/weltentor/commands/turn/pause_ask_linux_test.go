package turn_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

// A pause that players would be told of, and the end of a game, are asked for: at a terminal by a question, in a script
// by --yes. While the question stands, other commands have the world.
func TestPauseAndClosingAsk(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	if out := d.Done("pause", d.Dir); !strings.HasPrefix(out, "Paused") {
		t.Errorf("nobody is told, and still: %s", out)
	}
	d.Done("pause", d.Dir, "--off")
	d.Join()
	d.Done("send", d.Dir)
	before := d.Fingerprint()
	asks := func(lang string, args []string, dialog ...[2]string) (code int, shown string) {
		t.Helper()
		tty, seen := stage.Typing(t, dialog)
		args = append([]string{"--lang", lang}, d.Args(args...)[2:]...)
		code = cli.Run(t.Context(), args, tty, tty, tty, clitest.NoEnv, worlds.Rulebooks())
		return code, strings.ReplaceAll(seen(), "\r\n", "\n")
	}
	pause, closing := []string{"pause", d.Dir}, []string{"closing", d.Dir, "--now", "--why", "Genug"}
	for _, c := range []struct {
		args         []string
		says         string
		code         int
		asks, answer string
	}{
		{pause, "nothing has changed. `pause` writes to 1 player; add --yes", complaint.ExitUsage, "", ""},
		{closing, "the game goes on. `closing --now` ends it for 1 player; add --yes", complaint.ExitUsage, "", ""},
		{pause, "1 player gets a letter.", complaint.ExitUsage, "Pause? (yes/no) ", "no"},
		{pause, "add --yes", complaint.ExitUsage, "Pause? (yes/no) ", ""},
		{append(pause, "--until", "2027-03-18"), "until 2027-03-18 00:00 UTC: 17 days.", complaint.ExitUsage, "Pause? (yes/no) ", "no"},
		{closing, "This ends Probe before its first turn.", complaint.ExitUsage, "Type the name of the world to end it: ", "yes"},
	} {
		code, said := 0, ""
		if c.asks == "" {
			var errs string
			code, said, errs = d.Run(append(c.args, "--lang", "en")...)
			said += errs
		} else {
			code, said = asks("en", c.args, [2]string{c.asks, c.answer})
		}
		if code != c.code || !strings.Contains(said, c.says) || d.Fingerprint() != before {
			t.Errorf("%v, answered %q: exit %d, want %q in\n%s", c.args, c.answer, code, c.says, said)
		}
	}
	lock, err := disk.Lock(d.Dir)
	stage.Must(t, err)
	if code, said := asks("en", pause, [2]string{"Pause? (yes/no) ", "no"}); code != complaint.ExitUsage {
		t.Errorf("another command works, and nothing is asked: exit %d, %s", code, said)
	}
	lock.Unlock()
	if code, said := asks("de", pause, [2]string{"Pause? (ja/nein) ", "ja"}); code != complaint.ExitDone ||
		!strings.Contains(said, "1 Spieler bekommt einen Brief.") || !strings.Contains(said, "\nPause: ") {
		t.Errorf("exit %d, %s", code, said)
	}
	if code, _, errs := d.Run("turn", d.Dir, "--force", "--lang", "en"); code != complaint.ExitUsage || !strings.Contains(errs, "is paused: only --force --yes resolves turn 1") {
		t.Errorf("a turn forced in a pause: exit %d, %s", code, errs)
	}
	d.Done("turn", d.Dir, "--force", "--yes")
	if code, said := asks("en", closing, [2]string{"Type the name of the world to end it: ", "no"}); code != complaint.ExitUsage ||
		!strings.Contains(said, "This ends Probe in turn 2, without a winner. 1 player gets the last letter") {
		t.Errorf("exit %d, %s", code, said)
	}
	if out := d.Done("pause", d.Dir); out != "This pause is already set.\n" {
		t.Errorf("nothing would change, and still: %s", out)
	}
	if code, said := asks("de", closing, [2]string{"Zum Beenden den Namen der Welt eingeben: ", "PROBE"}); code != complaint.ExitDone ||
		!strings.Contains(said, " nach Zug 1 geschlossen.") {
		t.Errorf("exit %d, %s", code, said)
	}
	if s := d.Status(); !s.Over {
		t.Errorf("%+v", s)
	}
}
