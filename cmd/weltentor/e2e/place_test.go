//go:build linux

package e2e

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
)

// contained runs a command as a container does: in a mount namespace of its own, where the world's folder is mounted
// elsewhere and the machine has another name, or none.
func contained(t *testing.T, machineID, folder string, args ...string) (code int, errs string) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "mounted")
	if err := os.Mkdir(at, 0o755); err != nil {
		t.Fatal(err)
	}
	script := `set -e; mount --bind "$1" /etc/machine-id; mount --bind "$2" "$3"; shift 3; exec "$@"`
	c := exec.Command("unshare", append([]string{"-m", "sh", "-c", script, "sh", machineID, folder, at}, args...)...)
	for i, word := range c.Args {
		if word == "DIR" {
			c.Args[i] = at
		}
	}
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), strings.ReplaceAll(out.String(), at, "DIR")
}

// A container that is started again mounts the same folder in a namespace of its own, and has the machine's name or
// none: its world goes on. If it mounts a copy, or the machine has another name, the world does not go on.
func TestAWorldInAContainer(t *testing.T) {
	const name = "/etc/machine-id"
	out, err := exec.Command("unshare", "-m", "mount", "--bind", "/dev/null", name).CombinedOutput()
	if err != nil { // only root makes mount namespaces, and some machines have no name
		if os.Getenv("CI") != "" && os.Geteuid() == 0 {
			t.Fatalf("unshare: %v %s", err, out)
		}
		t.Logf("not tried: %v %s", err, out)
		return
	}
	t.Parallel()
	p, _ := hosted(t)
	other, copied := filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "copied")
	if err := os.WriteFile(other, []byte("77d9a1b0e2f84c6c9a55d3c1f00b2a61\n"), 0o444); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("cp", "-a", p.Dir, copied).CombinedOutput(); err != nil {
		t.Fatal(string(out))
	}
	for _, c := range []struct {
		name, machineID, folder string
		goes                    bool
	}{
		{"started", name, p.Dir, true},
		{"started again", name, p.Dir, true},
		{"without a name", "/dev/null", p.Dir, true},
		{"a copy", name, copied, false},
		{"a copy, without a name", "/dev/null", copied, false},
		{"on another machine", other, p.Dir, false},
	} {
		code, errs := contained(t, c.machineID, c.folder, append([]string{stage.Built(t)}, p.Args("poll", "DIR")...)...)
		stopped := code == exitUsage && strings.Contains(errs, "`weltentor adopt DIR`")
		if c.goes && code != exitDone || !c.goes && !stopped {
			t.Errorf("%s: exit %d\n%s", c.name, code, errs)
		}
	}
	p.Done("cron", p.Dir)
}

// hosted is a world as the program founds it, with embedded mail servers. It has read its mailbox once.
func hosted(t *testing.T) (p stage.Probe, post *mailertest.Server) {
	t.Helper()
	at := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	post, err := mailertest.Start(mailertest.Options{Time: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	for _, address := range []string{stage.GameAddress, "ann@demo.test"} {
		if err := post.AddUser(address, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	p = stage.NewProbe(t, at, stage.AsBuilt(t))
	p.Done("new", p.Dir, "--seed", "7", "--size", "40x30")
	p.Settle(stage.GameAddress, "", stage.ServersAt(post.IMAP(), post.SMTP()), map[string]string{"zone": `"UTC"`})
	p.Done("cron", p.Dir)
	return p, post
}

// interrupt runs a command and kills it after some time, unless it has ended by then.
func interrupt(t *testing.T, after time.Duration, args []string) (killed bool) {
	t.Helper()
	c := exec.Command(stage.Built(t), args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = c.Process.Kill() })
	defer timer.Stop()
	return c.Wait() != nil
}

// bouts is how often these tests kill a command at a random instant. KILLS=full in the environment is for a release.
func bouts() int {
	if os.Getenv("KILLS") == "full" {
		return 50
	}
	return 4
}

// Adopting is killed at any instant, and done again. The world goes on, with one mark in its mailbox, and each of its
// letters leaves once.
func TestKilledAdopt(t *testing.T) {
	t.Parallel()
	p, post := hosted(t)
	p.Done("realm", "add", "--by-hand", p.Dir, "--name", "Fenmark", "--player", "Ann", "--mail", "ann@demo.test")
	began := time.Now()
	p.Done("adopt", p.Dir)
	takes, killed := time.Since(began), 0
	for n := range bouts() {
		if interrupt(t, takes*time.Duration(n)/time.Duration(bouts()), p.Args("adopt", p.Dir)) {
			killed++
		}
		p.Stands()
		p.Done("poll", p.Dir)
		if all, deleted := post.Count(stage.GameAddress, "Weltentor"); all == deleted {
			t.Errorf("kill %d: no mark", n)
		}
	}
	p.Now = p.Now.Add(time.Hour) // those of before have stayed for a while
	p.Done("poll", p.Dir)
	if all, deleted := post.Count(stage.GameAddress, "Weltentor"); all-deleted != 1 {
		t.Errorf("%d marks in the end", all-deleted)
	}
	p.Done("adopt", p.Dir)
	p.Done("cron", p.Dir)
	p.Done("verify", p.Dir)
	if len(post.Letters()) != 1 {
		t.Errorf("%d letters left, want report 0", len(post.Letters()))
	}
	t.Logf("%d kills within %v", killed, takes)
	if killed == 0 {
		t.Error("it was never killed")
	}
}

// backedUp is a world with a backup, and a letter with orders that came after it. has reports whether these are in
// force.
func backedUp(t *testing.T) (p stage.Probe, post *mailertest.Server, backup string, has func() bool) {
	t.Helper()
	p, post = hosted(t)
	identity := p.Done("realm", "add", "--by-hand", p.Dir, "--name", "Fenmark", "--player", "Ann", "--mail", "ann@demo.test")
	p.Done("cron", p.Dir)
	backup = filepath.Join(t.TempDir(), "backup.db")
	p.Done("backup", p.Dir, backup)
	raw := "From: ann@demo.test\r\nTo: " + stage.GameAddress + "\r\nSubject: Turn\r\n" +
		"Message-ID: <1@demo.test>\r\n\r\n" + strings.ReplaceAll(identity, "\n", "\r\n") +
		"$N\r\n#M\r\nWho is there?\r\n#E\r\n$E\r\n"
	if err := post.Deliver(stage.GameAddress, []byte(raw)); err != nil {
		t.Fatal(err)
	}
	p.Done("cron", p.Dir)
	has = func() bool { return strings.Contains(p.Done("orders", p.Dir, "1"), "Who is there?") }
	if !has() {
		t.Fatal("the orders were not taken")
	}
	return p, post, backup, has
}

// Restoring is killed at any instant, and done again. The world is what it was or what the backup is, never in
// between. What was replaced is kept. The later letter counts, and is answered once after each restore that came to
// its end.
func TestKilledRestore(t *testing.T) {
	t.Parallel()
	p, post, backup, has := backedUp(t)
	began := time.Now()
	p.Done("restore", p.Dir, backup, "--yes")
	takes, killed, done, letters := time.Since(began), 0, 1, len(post.Letters())
	p.Done("cron", p.Dir)
	for n := range bouts() {
		if interrupt(t, takes*time.Duration(n)/time.Duration(bouts()), p.Args("restore", p.Dir, backup, "--yes")) {
			killed++
		}
		if !has() {
			done++
		}
		p.Done("verify", p.Dir)
		p.Done("cron", p.Dir)
		if !has() {
			t.Errorf("kill %d: the orders are gone", n)
		}
	}
	if got := len(post.Letters()) - letters; got != done {
		t.Errorf("%d receipts, want one after each of %d restorations", got, done)
	}
	kept, err := filepath.Glob(filepath.Join(p.Dir, "backups", "replaced-*.db"))
	if err != nil || len(kept) < done {
		t.Errorf("%d are kept of %d, %v", len(kept), done, err)
	}
	t.Logf("%d kills within %v, %d restorations", killed, takes, done)
	if killed == 0 {
		t.Error("it was never killed")
	}
}

// The same for a store that cannot be read: it stays as it is, or is replaced by the whole backup. Done again, the
// later letter counts, and is answered once.
func TestKilledRestoreOfARuin(t *testing.T) {
	t.Parallel()
	p, post, backup, has := backedUp(t)
	path, ruin := filepath.Join(p.Dir, "world.db"), []byte("damaged")
	began, killed, before := time.Now(), 0, 0
	p.Done("restore", p.Dir, backup, "--yes")
	takes := time.Since(began)
	p.Done("cron", p.Dir)
	letters := len(post.Letters())
	for n := range bouts() {
		if err := os.WriteFile(path, ruin, 0o600); err != nil {
			t.Fatal(err)
		}
		if interrupt(t, takes*time.Duration(n)/time.Duration(bouts()), p.Args("restore", p.Dir, backup, "--yes")) {
			killed++
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("kill %d: %v", n, err)
		}
		if bytes.Equal(raw, ruin) {
			before++
			p.Done("restore", p.Dir, backup, "--yes")
		}
		p.Done("verify", p.Dir)
		p.Done("cron", p.Dir)
		if got := len(post.Letters()) - letters; !has() || got != n+1 {
			t.Fatalf("kill %d: the orders are there: %v; %d receipts", n, has(), got)
		}
	}
	t.Logf("%d kills within %v, %d before it was done", killed, takes, before)
	if killed == 0 {
		t.Error("it was never killed")
	}
}

// The disk is lost, and last night's copy of the folder takes its place. What had a receipt by then is in force again,
// and a letter that was written in the copy does not leave. Adopting is killed at any instant, and done again.
func TestAnOlderCopyInPlaceOfTheWorld(t *testing.T) {
	t.Parallel()
	p, post := hosted(t)
	identity := p.Done("realm", "add", "--by-hand", p.Dir, "--name", "Fenmark", "--player", "Ann", "--mail", "ann@demo.test")
	p.Done("cron", p.Dir)
	night, parent := filepath.Join(t.TempDir(), "night"), filepath.Dir(p.Dir)
	if out, err := exec.Command("cp", "-a", p.Dir, night).CombinedOutput(); err != nil {
		t.Fatal(string(out))
	}
	raw := "From: ann@demo.test\r\nTo: " + stage.GameAddress + "\r\nSubject: Turn\r\n" +
		"Message-ID: <1@demo.test>\r\n\r\n" + strings.ReplaceAll(identity, "\n", "\r\n") +
		"$N\r\n#M\r\nWho is there?\r\n#E\r\n$E\r\n"
	if err := post.Deliver(stage.GameAddress, []byte(raw)); err != nil {
		t.Fatal(err)
	}
	p.Done("cron", p.Dir)
	letters, killed := len(post.Letters()), 0
	for n := range bouts() {
		p.Dir = filepath.Join(parent, "again")
		if out, err := exec.Command("sh", "-c", `rm -rf "$1" && cp -a "$0" "$1"`, night, p.Dir).CombinedOutput(); err != nil {
			t.Fatal(string(out))
		}
		p.Write("news.txt", "The disk is gone.\n")
		if code, _, errs := p.Run("tell", p.Dir, "all", "--file", filepath.Join(p.Dir, "news.txt")); code != exitDone ||
			!strings.Contains(errs, "Nothing leaves from here before `weltentor adopt "+p.Dir+"`") {
			t.Fatalf("tell in a copy: exit %d, %s", code, errs)
		}
		if code, out, _ := p.Run("adopt", p.Dir); code != exitUsage ||
			!strings.Contains(out, "1 letter in Weltentor is unknown to this copy.") {
			t.Fatalf("kill %d: without a yes: exit %d, %s", n, code, out)
		}
		if interrupt(t, 30*time.Millisecond*time.Duration(n+1), p.Args("adopt", p.Dir, "--yes")) {
			killed++
			p.Done("adopt", p.Dir, "--yes")
		}
		p.Done("cron", p.Dir)
		if !strings.Contains(p.Done("orders", p.Dir, "1"), "Who is there?") {
			t.Fatalf("kill %d: the orders are gone", n)
		}
		if got := len(post.Letters()) - letters; got != n+1 {
			t.Fatalf("kill %d: %d letters, want one receipt after each adoption", n, got)
		}
		p.Done("verify", p.Dir)
	}
	t.Logf("%d killed", killed)
}
