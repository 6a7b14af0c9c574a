package turn_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/resolve/gamemaster"
)

// The game master closes a game: after a turn, which can be cancelled, or at once. Each answer shows the state, in
// both languages, and so do status, log and doctor.
func TestClosingAGame(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	says := func(want int, args, text string) {
		t.Helper()
		code, out, errs := d.Run(append(strings.Fields(strings.ReplaceAll(args, "DIR", d.Dir)), "--lang", "en")...)
		if code != want || !strings.Contains(out+errs, text) {
			t.Errorf("%s: exit %d\n%s%s", args, code, out, errs)
		}
	}
	says(complaint.ExitDone, "closing DIR", "the game is not to be closed early")
	says(complaint.ExitUsage, "closing DIR --why Genug", "say when the game is to be closed")
	says(complaint.ExitUsage, "closing DIR --now", "the reason is missing: --why")
	says(complaint.ExitUsage, "closing DIR --now --after 3 --why Genug", "do not go together")
	says(complaint.ExitUsage, "closing DIR --now --cancel", "do not go together")
	says(complaint.ExitUsage, "closing DIR --after 0", "no turn ends before turn 1")
	says(complaint.ExitUsage, "closing DIR --after 0 --why Genug", "no turn ends before turn 1")
	says(complaint.ExitDone, "closing DIR --cancel", "nothing has changed")
	says(complaint.ExitDone, "closing DIR --after 2 --why Genug", "To be closed after turn 2; you decided so on")
	says(complaint.ExitDone, "closing DIR", "Reason: Genug")
	says(complaint.ExitDone, "status DIR", "To be closed after turn 2")
	if out := d.Done("closing", d.Dir, "--lang", "de"); !strings.Contains(out, "Wird nach Zug 2 geschlossen;") {
		t.Error(out)
	}
	says(complaint.ExitDone, "closing DIR --cancel",
		"The game goes on.\nNo letter leaves: nobody needs to hear of it.")
	d.Done("turn", d.Dir, "--force", "--yes")
	says(complaint.ExitUsage, "closing DIR --after 1 --why Genug",
		"turn 1 is over; turn 2 awaits orders, and --now closes the game at once")
	says(complaint.ExitDone, "closing DIR --now --yes --why Genug", "after turn 1.\nReason: Genug\nThe next `weltentor send`")
	says(complaint.ExitUsage, "closing DIR --now --why Genug", "the game has ended already")
	says(complaint.ExitUsage, "closing DIR --cancel", "the game is closed already. To take that back: `weltentor undo "+d.Dir+" --turn 1`, and then `weltentor closing "+d.Dir+" --cancel`")
	says(complaint.ExitUsage, "pause DIR", "the game has ended")
	says(complaint.ExitUsage, "turn DIR --dry-run", "the game has ended already")
	says(complaint.ExitDone, "turn DIR --force", "The game has ended.")
	code, out, _ := d.Run("status", d.Dir, "--lang", "en")
	if code != complaint.ExitDone || !strings.Contains(out, ": the game is closed\nThe game has ended.\nClosed on ") ||
		strings.Contains(out, "Nobody has won") || strings.Contains(out, "Deadline") {
		t.Errorf("%s", out)
	}
	says(complaint.ExitDone, "log DIR", "the game is closed after turn 1")
	if _, out, _ := d.Run("doctor", d.Dir, "--wait", "1", "--lang", "en"); !strings.Contains(out,
		"store: the game has ended; no more turns are resolved") || strings.Contains(out, "cron: ") {
		t.Errorf("%s", out)
	}
	var answer closingJSON
	if err := json.Unmarshal([]byte(d.Done("closing", d.Dir, "--json")), &answer); err != nil || !answer.Over ||
		answer.Turn != 2 || answer.Closing == nil || answer.Closing.After != 1 || answer.Closing.By != "master" ||
		answer.Closing.Why != "Genug" || answer.Closing.Closed.IsZero() || answer.Votes != nil {
		t.Errorf("%+v, %v", answer, err)
	}
	says(complaint.ExitDone, "undo DIR --turn 1 --yes --why Irrtum", "`weltentor closing "+d.Dir+" --cancel` keeps it open.")
	says(complaint.ExitDone, "closing DIR", "To be closed after turn 1")
	says(complaint.ExitDone, "turn DIR --dry-run", "The game would be over.")
	says(complaint.ExitDone, "closing DIR --cancel", "The game goes on.")
	says(complaint.ExitDone, "redo DIR", "")
	backup := filepath.Join(t.TempDir(), "backup.db")
	says(complaint.ExitDone, "backup DIR "+backup, "")
	says(complaint.ExitDone, "closing DIR --now --yes --why Genug", "Closed on")
	says(complaint.ExitUsage, "restore DIR "+backup, "the game is closed after turn 1") // it lists what is lost
	says(complaint.ExitDone, "restore DIR "+backup+" --yes --why Irrtum", "")
	says(complaint.ExitDone, "closing DIR", "the game is not to be closed early")
}

// A game that was closed while a turn was taken back resolves nothing again, and says so.
func TestNothingIsDoneAgainInAClosedGame(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for range 2 {
		d.Now = d.Now.AddDate(0, 0, 7)
		d.Done("turn", d.Dir, "--force", "--yes")
	}
	d.Done("undo", d.Dir, "--turn", "2", "--yes", "--why", "a")
	d.Done("closing", d.Dir, "--now", "--yes", "--why", "b")
	for _, try := range []struct {
		args []string
		want string
	}{
		{[]string{"redo", d.Dir}, "the game has ended already"},
		{[]string{"undo", d.Dir, "--turn", "2", "--yes", "--why", "c"}, "turn 2 is not resolved"},
		{[]string{"closing", d.Dir, "--cancel"}, "weltentor undo " + d.Dir + " --turn 1"},
	} {
		code, out, errs := d.Run(append(try.args, "--lang", "en")...)
		if code != complaint.ExitUsage || out != "" && try.args[0] == "redo" || !strings.Contains(errs, try.want) {
			t.Errorf("%s: exit %d\n%s%s", try.args[0], code, out, errs)
		}
	}
}

// cron goes on with a closed game: it takes mail in, answers it and sends; no turn is resolved.
func TestCronOfAClosedGame(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "closing_vote": "true"})
	d.Done("closing", d.Dir, "--now", "--yes", "--why", "Genug.")
	code, _, errs := d.Run("closing", d.Dir, "--cancel", "--lang", "en")
	if code != complaint.ExitUsage || !strings.Contains(errs, "Only a backup from before leads back") ||
		strings.Contains(errs, "undo") {
		t.Errorf("no turn can be taken back: exit %d\n%s", code, errs)
	}
	d.Cron()
	got := d.Got("anna@demo.test")
	if n := len(got); n == 0 || !strings.Contains(got[n-1].Body, "Genug.") {
		t.Errorf("%+v", got)
	}
	d.Writes("anna@demo.test", "CLOSE yes", "")
	d.Now = d.Now.AddDate(0, 0, 30)
	if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone || out != "" || errs != "" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	if got = d.Got("anna@demo.test"); len(got) != 1 || !strings.Contains(got[0].Body, "The game has ended.") &&
		!strings.Contains(got[0].Body, "Das Spiel ist zu Ende.") {
		t.Errorf("%+v", got)
	}
}

type closingJSON struct {
	Turn    int                       `json:"turn"`
	Over    bool                      `json:"over"`
	Closing *gamemaster.ClosureStatus `json:"closing"`
	Votes   *gamemaster.VotesStatus   `json:"votes"`
}
