package world_test

import (
	"context"
	"os"
	"path/filepath"
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

// restoredBy runs `restore` at a terminal where the question comes and is answered.
func restoredBy(d *clitest.Table, lang, backup string, dialog ...[2]string) (code int, shown string) {
	d.T.Helper()
	tty, seen := stage.Typing(d.T, dialog)
	args := append([]string{"--lang", lang}, d.Args("restore", d.Dir, backup)[2:]...)
	code = cli.Run(d.T.Context(), args, tty, tty, tty, clitest.NoEnv, worlds.Rulebooks())
	return code, strings.ReplaceAll(seen(), "\r\n", "\n")
}

// On a terminal `restore` shows what is lost and asks. Nothing but a yes changes anything; while it waits for
// the answer, no other command works on the world.
func TestRestoreAsks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.CronSays(complaint.ExitDone, "")
	d.Mail("one", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	before := d.Sums()
	for _, answer := range []string{"", "no", "nein", "yesterday", "\x04"} {
		code, shown := restoredBy(d, "en", backup, [2]string{"(yes/no) ", answer})
		if code != complaint.ExitUsage || !strings.Contains(shown, "1 letter came since") ||
			!strings.Contains(shown, "nothing has changed") || !slices.Equal(d.Sums(), before) {
			t.Errorf("%q: exit %d\n%s", answer, code, shown)
		}
	}
	code, shown := restoredBy(d, "de", backup, [2]string{"(ja/nein) ", "Ja"})
	if code != complaint.ExitDone || !strings.Contains(shown, "1 Brief kam seither") ||
		!strings.Contains(shown, "wiederhergestellt. Zug 1 erwartet Befehle.") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	d.CronSays(complaint.ExitDone, "")
	d.Says("orders", d.Done("orders", d.Dir, "1"), "Ist hier jemand?")
}

// While `restore` waits for the answer, `cron` leaves the world alone, silently. Ctrl-C is no yes.
func TestCronWhileRestoreAsks(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.Mail("one", identity+clitest.SomeOrders)
	before := d.Sums()
	tty, seen := stage.Typing(t, [][2]string{{"(yes/no) \r\n", "yes"}}) // too late: the line ends when it is over
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- cli.Run(ctx, d.Args("restore", d.Dir, backup), tty, tty, tty, clitest.NoEnv, worlds.Rulebooks())
	}()
	ready := filepath.Join(d.Dir, "restoring", "world.db") // it has the lock, until it is answered
	for n := 0; ; n++ {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		if time.Sleep(10 * time.Millisecond); n > 3000 {
			t.Fatal(seen())
		}
	}
	d.CronSays(complaint.ExitDone, "")
	if code, _, _ := d.Run("poll", d.Dir); code != complaint.ExitLater {
		t.Errorf("poll: exit %d", code)
	}
	if n, _ := d.Post.Count(clitest.Address, "INBOX"); n != 1 {
		t.Errorf("%d mails are in the inbox", n)
	}
	stop()
	if code := <-ended; code != complaint.ExitUsage || !slices.Equal(d.Sums(), before) {
		t.Errorf("exit %d\n%s", code, seen())
	}
	d.CronSays(complaint.ExitDone, "")
	d.Says("orders", d.Done("orders", d.Dir, "1"), "Ist hier jemand?")
}
