package mail_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/worlds"
)

// At a terminal `tell` asks for what the line lacks: to whom, and the text, which a dot ends.
func TestTellAsks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("send", d.Dir)
	asks := func(args []string, dialog ...[2]string) (code int, shown string) {
		t.Helper()
		tty, seen := stage.Typing(t, dialog)
		code = cli.Run(t.Context(), append([]string{"--lang", "en"}, d.Args(append([]string{"tell", d.Dir}, args...)...)[2:]...), tty, tty,
			tty, clitest.NoEnv, worlds.Rulebooks())
		return code, strings.ReplaceAll(seen(), "\r\n", "\n")
	}
	const whom, what = "A number, several numbers, or a name: ", "a line with only a dot ends it:"
	if code, shown := asks(nil, [2]string{whom, ""}, [2]string{what, "The server moves.\nNothing is lost.\n."}); code != complaint.ExitDone ||
		!strings.Contains(shown, "A letter to realm 1 is in the outbox.") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	if code, shown := asks([]string{"moorland"}, [2]string{what, "Welcome.\n."}); code != complaint.ExitDone ||
		!strings.Contains(shown, "A letter to realm 1 is in the outbox.") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	d.Done("send", d.Dir)
	letters := d.Letters(clitest.Player)
	if text := letters[len(letters)-2].Text; !strings.Contains(text, "\nThe server moves.\nNothing is lost.\n") {
		t.Errorf("the letter\n%s", text)
	}
}
