package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/worlds"
)

// restoredBy runs `restore` at a terminal where the question comes and is answered.
func (d *table) restoredBy(lang, backup string, dialog ...[2]string) (code int, shown string) {
	d.T.Helper()
	tty, seen := stage.Typing(d.T, dialog)
	args := append([]string{"--lang", lang}, d.Args("restore", d.Dir, backup)[2:]...)
	code = cli.Run(d.T.Context(), args, tty, tty, tty, noEnv, worlds.Rulebooks())
	return code, strings.ReplaceAll(seen(), "\r\n", "\n")
}

// On a terminal `restore` shows what is lost and asks. Nothing but a yes changes anything; while it waits for
// the answer, no other command works on the world.
func TestRestoreAsks(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.cronSays(fault.ExitDone, "")
	d.mail("one", identity+someOrders)
	d.cronSays(fault.ExitDone, "")
	before := d.sums()
	for _, answer := range []string{"", "no", "nein", "yesterday", "\x04"} {
		code, shown := d.restoredBy("en", backup, [2]string{"(yes/no) ", answer})
		if code != fault.ExitUsage || !strings.Contains(shown, "1 letter came since") ||
			!strings.Contains(shown, "nothing has changed") || !slices.Equal(d.sums(), before) {
			t.Errorf("%q: exit %d\n%s", answer, code, shown)
		}
	}
	code, shown := d.restoredBy("de", backup, [2]string{"(ja/nein) ", "Ja"})
	if code != fault.ExitDone || !strings.Contains(shown, "1 Brief kam seither") ||
		!strings.Contains(shown, "wiederhergestellt. Zug 1 erwartet Befehle.") {
		t.Errorf("exit %d\n%s", code, shown)
	}
	d.cronSays(fault.ExitDone, "")
	d.says("orders", d.Done("orders", d.Dir, "1"), "Ist hier jemand?")
}

// While `restore` waits for the answer, `cron` leaves the world alone, silently. Ctrl-C is no yes.
func TestCronWhileRestoreAsks(t *testing.T) {
	t.Parallel()
	d := newTable(t)
	identity := d.join()
	d.cronSays(fault.ExitDone, "")
	backup := filepath.Join(t.TempDir(), "backup.db")
	d.Done("backup", d.Dir, backup)
	d.mail("one", identity+someOrders)
	before := d.sums()
	tty, seen := stage.Typing(t, [][2]string{{"(yes/no) \r\n", "yes"}}) // too late: the line ends when it is over
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan int)
	go func() {
		ended <- cli.Run(ctx, d.Args("restore", d.Dir, backup), tty, tty, tty, noEnv, worlds.Rulebooks())
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
	d.cronSays(fault.ExitDone, "")
	if code, _, _ := d.Run("poll", d.Dir); code != fault.ExitLater {
		t.Errorf("poll: exit %d", code)
	}
	if n, _ := d.post.Count(deskAddress, "INBOX"); n != 1 {
		t.Errorf("%d mails are in the inbox", n)
	}
	stop()
	if code := <-ended; code != fault.ExitUsage || !slices.Equal(d.sums(), before) {
		t.Errorf("exit %d\n%s", code, seen())
	}
	d.cronSays(fault.ExitDone, "")
	d.says("orders", d.Done("orders", d.Dir, "1"), "Ist hier jemand?")
}
