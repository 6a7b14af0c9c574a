//go:build linux

package e2e

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
)

// stopped starts a command that will wait for a mail server which says nothing, and stops it there: it has the lock.
func stopped(t *testing.T, p *stage.Probe, post *mailertest.Server, verb string) *exec.Cmd {
	t.Helper()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	stage.Must(t, err)
	t.Cleanup(func() { silent.Close() })
	settle := func(imap string) {
		p.Settle(stage.GameAddress, "", stage.ServersAt(imap, post.SMTP()), map[string]string{"zone": `"UTC"`})
	}
	settle(silent.Addr().String())
	cmd := exec.Command(stage.Built(t), p.Args(verb, p.Dir)...)
	stage.Must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	stage.Must(t, silent.(*net.TCPListener).SetDeadline(time.Now().Add(30*time.Second)))
	line, err := silent.Accept()
	stage.Must(t, err)
	t.Cleanup(func() { line.Close() })
	stage.Must(t, cmd.Process.Signal(syscall.SIGSTOP))
	settle(post.IMAP())
	return cmd
}

// says runs a command and checks its exit code, and that it names these words, or nothing at all if there are none.
func says(t *testing.T, p *stage.Probe, want int, verb string, words ...string) {
	t.Helper()
	code, out, errs := p.Run(verb, p.Dir)
	said := out + errs
	ok := code == want && (len(words) > 0 || said == "")
	for _, w := range words {
		ok = ok && strings.Contains(said, w)
	}
	if !ok {
		t.Errorf("%s at %s: exit %d, want %d and %q\n%s", verb, p.Now.Format("Mon 15:04"), code, want, words, said)
	}
}

// A `cron` that hangs, or a `run` that was stopped, stops the game; the next `cron` names it, once an hour, and so does
// status. time_limit is 5 minutes. The lock is older than twice that, or from before a deadline that is over for longer.
func TestAStuckCommandIsNamed(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"cron", "run"} {
		t.Run(verb, func(t *testing.T) {
			t.Parallel()
			p, post := hosted(t) // Monday
			p.Done("realm", "add", "--by-hand", p.Dir, "--name", "Ahlen", "--player", "Ann", "--mail", "ann@demo.test")
			if out := p.Stands(); !strings.Contains(out, "2027-03-05 20:00 UTC") {
				t.Fatalf("the deadline is not Friday 20:00:\n%s", out)
			}
			cmd := stopped(t, &p, post, verb)
			process := fmt.Sprintf("process %d has had this world since", cmd.Process.Pid)
			lock := filepath.Join(p.Dir, "lock")
			age := func(d time.Duration) {
				stage.Must(t, os.Chtimes(lock, time.Time{}, time.Now().Add(-d)))
			}
			says(t, &p, exitDone, "cron") // a second one ends silently
			age(9 * time.Minute)
			says(t, &p, exitDone, "cron")
			age(11 * time.Minute)
			says(t, &p, exitLater, "cron", process+" 2027-03-01 11:4", fmt.Sprintf("`kill -9 %d`", cmd.Process.Pid))
			says(t, &p, exitLater, "cron")
			p.Now = p.Now.Add(59 * time.Minute)
			says(t, &p, exitLater, "cron")
			p.Now = p.Now.Add(2 * time.Minute)
			says(t, &p, exitLater, "cron", process)
			says(t, &p, exitNo, "status", process)

			p.Now = time.Date(2027, 3, 5, 20, 4, 0, 0, time.UTC)
			age(6 * time.Minute) // taken at 19:58, and the deadline is over for 4 minutes
			says(t, &p, exitDone, "cron")
			p.Now = p.Now.Add(2 * time.Minute)
			age(7*time.Minute + 20*time.Second)
			says(t, &p, exitLater, "cron", process+" 2027-03-05 19:58")
			says(t, &p, exitNo, "status", process)
			if _, out, _ := p.Run("status", p.Dir); strings.Contains(out, "`weltentor cron` resolves it") {
				t.Errorf("status promises what will not happen:\n%s", out)
			}
			age(5*time.Minute + time.Second) // taken after the deadline: it may be at work
			says(t, &p, exitDone, "cron")

			stage.Must(t, cmd.Process.Kill())
			_ = cmd.Wait()
			says(t, &p, exitDone, "cron")
			if _, err := os.Stat(filepath.Join(p.Dir, "stuck")); !os.IsNotExist(err) {
				t.Errorf("what was noted about the stuck process stays: %v", err)
			}
		})
	}
}

// A process that holds the store is named, too, whether it has the lock of the world or not.
func TestAHeldStoreIsNamed(t *testing.T) {
	t.Parallel()
	p, _ := hosted(t)
	cmd := exec.Command("flock", "--no-fork", filepath.Join(p.Dir, "world.db"), "sleep", "600")
	stage.Must(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for end := time.Now().Add(30 * time.Second); exec.Command("flock", "--nonblock", cmd.Args[2], "true").Run() == nil; {
		if time.Now().After(end) {
			t.Fatal("nobody holds the store")
		}
	}
	stage.Must(t, cmd.Process.Signal(syscall.SIGSTOP))
	says(t, &p, exitDone, "cron") // that is when it was met
	p.Now = p.Now.Add(9 * time.Minute)
	says(t, &p, exitDone, "cron")
	p.Now = p.Now.Add(2 * time.Minute)
	says(t, &p, exitLater, "cron", fmt.Sprintf("process %d has had this world since 2027-03-01 12:00", cmd.Process.Pid))
	says(t, &p, exitLater, "cron")
	says(t, &p, exitLater, "status", fmt.Sprintf("process %d", cmd.Process.Pid))
	stage.Must(t, cmd.Process.Kill())
	_ = cmd.Wait()
	says(t, &p, exitDone, "cron")
}
