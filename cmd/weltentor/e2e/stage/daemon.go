//go:build servers

package stage

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// daemon is a server in the foreground that ends with the test.
type daemon struct {
	v     *Provider
	port  int
	path  string
	args  []string
	cmd   *exec.Cmd
	ended chan struct{}
}

func (v *Provider) daemon(t testing.TB, port int, name string, args ...string) *daemon {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%v: install dovecot-imapd dovecot-lmtpd exim4-daemon-light", err)
	}
	d := &daemon{v: v, port: port, path: path, args: args}
	d.Start(t)
	t.Cleanup(d.Stop)
	return d
}

// Start starts the server, and waits until it listens.
func (d *daemon) Start(t testing.TB) {
	t.Helper()
	out, err := os.OpenFile(filepath.Join(d.v.Dir, filepath.Base(d.path)+".out"),
		os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	Must(t, err)
	defer out.Close()
	cmd, ended := exec.Command(d.path, d.args...), make(chan struct{})
	cmd.Stdout, cmd.Stderr = out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	Must(t, cmd.Start())
	go func() { cmd.Wait(); close(ended) }()
	d.cmd, d.ended = cmd, ended
	d.v.until(t, d.path+" to listen", func() bool {
		c, err := net.DialTimeout("tcp", "127.0.0.1:"+strconv.Itoa(d.port), time.Second)
		if err == nil {
			c.Close()
		}
		return err == nil
	})
}

// Restart restarts a server as an operator does. The processes it has started may finish.
func (d *daemon) Restart(t testing.TB) {
	t.Helper()
	syscall.Kill(d.cmd.Process.Pid, syscall.SIGTERM)
	<-d.ended
	d.Start(t)
}

// Stop ends a server and everything it has started.
func (d *daemon) Stop() {
	syscall.Kill(d.cmd.Process.Pid, syscall.SIGTERM)
	select {
	case <-d.ended:
	case <-time.After(5 * time.Second):
	}
	syscall.Kill(-d.cmd.Process.Pid, syscall.SIGKILL)
	<-d.ended
}
