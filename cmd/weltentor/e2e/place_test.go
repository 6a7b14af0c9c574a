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

// contained runs a command as a container does: in a mount namespace of its own, where the
// world's folder is mounted elsewhere and the machine has another name, or none.
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

// A container that is started again mounts the same folder in a namespace of its own, and has
// the machine's name or none: the world in it goes on. In one that mounts a copy, or on a machine
// of another name, it does not.
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
	post, err := mailertest.Start(mailertest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	if err := post.AddUser(stage.GameAddress, stage.Password); err != nil {
		t.Fatal(err)
	}
	p := stage.NewProbe(t, time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC), stage.AsBuilt(t))
	p.Done("new", p.Dir, "--seed", "7", "--size", "40x30")
	p.Settle(stage.GameAddress, "", stage.ServersAt(post.IMAP(), post.SMTP()), map[string]string{"zone": `"UTC"`})
	p.Done("cron", p.Dir)
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
