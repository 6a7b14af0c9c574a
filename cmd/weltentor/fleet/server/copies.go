package server

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Backup makes a server with a copy of this one's present database. It does not run yet.
func (s *Server) Backup(t testing.TB) *Server {
	t.Helper()
	return s.copied(t, s.Address)
}

// Standby starts a server that follows this one, by its own address or that of a proxy. It takes no changes until it
// is promoted.
func (s *Server) Standby(t testing.TB, via string) *Server {
	t.Helper()
	c := s.copied(t, via, "-R", "-C", "-S", "standby")
	c.Up(t)
	return c
}

func (s *Server) copied(t testing.TB, via string, how ...string) *Server {
	t.Helper()
	c := empty(t, slices.Clone(s.more)...)
	host, port, err := net.SplitHostPort(via)
	must(t, err)
	c.run(t, "pg_basebackup", append([]string{"-D", c.Data, "-h", host, "-p", port, "-U", "weltentor",
		"--checkpoint=fast", "--no-sync"}, how...)...)
	return c
}

// Promote makes a standby take changes.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	s.run(t, "pg_ctl", "promote", "-w", "-D", s.Data)
}

// Stop shuts the server down in order.
func (s *Server) Stop() { s.end(syscall.SIGINT) }

// end asks the server to end, and kills it if it does not.
func (s *Server) end(how syscall.Signal) {
	if s.ended == nil {
		return
	}
	s.cmd.Process.Signal(how)
	select {
	case <-s.ended:
		s.ended = nil
	case <-time.After(30 * time.Second):
		s.Kill()
	}
}

// shared returns the number of the server's shared memory, from the seventh line of its lock file. It is "" if the
// server ended in order.
func (s *Server) shared() string {
	raw, _ := os.ReadFile(filepath.Join(s.Data, "postmaster.pid"))
	lines := strings.Split(string(raw), "\n")
	if len(lines) < 7 {
		return ""
	}
	if fields := strings.Fields(lines[6]); len(fields) == 2 {
		return fields[1]
	}
	return ""
}

// forget removes shared memory that a killed server has left.
func (s *Server) forget(shared string) {
	if shared != "" {
		_ = exec.Command("ipcrm", "-m", shared).Run()
	}
}
