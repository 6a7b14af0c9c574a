//go:build servers

package e2e

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
)

// TestRealServersRun: the service reads a mailbox of Dovecot. Letters are answered within seconds, and at SIGTERM it
// ends after the letter in hand; cron takes the rest, and each letter has one receipt.
func TestRealServersRun(t *testing.T) {
	v := stage.NewProvider(t, "")
	w := stage.NewProbe(t, time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), stage.AsBuilt(t))
	w.Done("new", w.Dir, "--seed", "7", "--size", "40x30")
	w.Settle(stage.GameAddress, "", v.Settings(), map[string]string{"gm.mail": `"` + stage.MasterAddress + `"`})
	identity := strings.TrimSpace(w.Done("realm", "add", "--by-hand", w.Dir, "--name", "Moor", "--player", "Anna", "--mail",
		"anna@demo.test", "--player-lang", "de"))
	service := exec.Command(stage.Built(t), w.Args("run", w.Dir)...)
	var said bytes.Buffer
	service.Stdout, service.Stderr = &said, &said
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Process.Kill() })
	letters := func(n int) (took time.Duration) {
		t.Helper()
		began := time.Now()
		for len(v.Inbox(t, "anna@demo.test")) < n {
			if took = time.Since(began); took > time.Minute {
				t.Fatalf("%d letters do not come", n)
			}
			time.Sleep(20 * time.Millisecond)
		}
		return time.Since(began)
	}
	n := 0
	post := func() {
		n++
		v.Post(t, "anna@demo.test", []byte(strings.ReplaceAll(fmt.Sprintf("From: anna@demo.test\nTo: %s\nSubject: Zug\n"+
			"Message-ID: <%d@player.test>\n\n%s\n$N\n#M\nBrief %d\n#E\n$E\n", stage.GameAddress, n, identity, n), "\n", "\r\n")))
	}
	letters(1)
	for range 3 {
		post()
		t.Logf("a receipt after %v", letters(n+1))
	}
	for range 5 {
		post()
	}
	if err := service.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := service.Wait(); err != nil || !strings.Contains(said.String(), "Ended.") {
		t.Errorf("%v\n%s", err, &said)
	}
	if code, out, errs := w.Run("cron", w.Dir); code != exitDone {
		t.Errorf("cron: exit %d\n%s%s", code, out, errs)
	}
	letters(n + 1)
	if got, left := len(v.Inbox(t, "anna@demo.test")), len(v.Inbox(t, stage.GameAddress)); got != n+1 || left != 0 {
		t.Errorf("%d letters for the player, want %d; %d mails left", got, n+1, left)
	}
}
