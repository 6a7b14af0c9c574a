package turn_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
)

// On a terminal `undo` shows what it means and asks, also what becomes of changes by hand. Nothing but an answer to
// each, and a yes, changes anything.
func TestUndoAsks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.CronSays(complaint.ExitDone, "")
	d.Now = time.Date(2027, 3, 5, 20, 5, 0, 0, time.UTC)
	d.Done("turn", d.Dir)
	d.Done("edit", d.Dir, "set", "realm", "1", "treasury", "777", "--why", "x")
	before := d.Sums()
	asks := func(lang string, args []string, dialog ...[2]string) (code int, shown string) {
		t.Helper()
		tty, seen := stage.Typing(t, dialog)
		args = append([]string{"--lang", lang}, d.Args(append([]string{"undo", d.Dir, "--why", "x"}, args...)...)[2:]...)
		code = cli.Run(t.Context(), args, tty, tty, tty, clitest.NoEnv, worlds.Rulebooks())
		return code, strings.ReplaceAll(seen(), "\r\n", "\n")
	}
	const edits, sure = "(before/drop) ", "Take turn 1 back? Until you answer, the world waits. (yes/no) "
	for _, dialog := range [][][2]string{{{edits, ""}}, {{edits, "yes"}}, {{edits, "drop"}, {sure, "no"}},
		{{edits, "before"}, {sure, ""}}} {
		code, shown := asks("en", nil, dialog...)
		if code != complaint.ExitUsage || !strings.Contains(shown, "set realm 1 treasury 777") ||
			!strings.Contains(shown, "nothing is taken back") || !slices.Equal(d.Sums(), before) {
			t.Errorf("%q: exit %d\n%s", dialog, code, shown)
		}
	}
	if _, shown := asks("en", nil, [2]string{edits, "drop"}, [2]string{sure, "no"}); !strings.Contains(shown,
		" --turn 1 --edits drop --yes --why") || !strings.Contains(shown, "before: made again before the turn, drop: gone") {
		t.Errorf("what the two are, and the command:\n%s", shown)
	}
	code, shown := asks("de", []string{"--turn", "1"}, [2]string{edits, "drop"},
		[2]string{"Zug 1 zurücknehmen? Bis Ihr antwortet, wartet die Welt. (ja/nein) ", "ja"})
	if code != complaint.ExitDone || !strings.Contains(shown, "Diese Änderung von Hand ist weg: set realm 1 treasury 777\n") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	if s := d.Status(); s.Turn != 1 {
		t.Errorf("%+v", s)
	}
}
