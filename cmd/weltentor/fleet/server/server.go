// Package server starts a PostgreSQL of its own for a test, in a folder that goes with it, on the loopback address. It
// can be killed, be a cluster of three nodes (Patroni), stand behind a pooler (Pooler), and have its connections broken
// at chosen moments (Proxy). It is for tests alone.
//
//	apt-get install postgresql
package server

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
)

// Password is the password of the database's user.
const Password = "Sesam-oeffne-dich-1"

// Server is a PostgreSQL server that can be killed.
type Server struct {
	Address  string // HOST:PORT
	Dir      string // of everything it has
	Data     string // of the database, inside Dir unless another was given
	Binaries string // where initdb and postgres are
	port     int
	program  // its PostgreSQL
	more     []string
}

// Start makes a database and starts its server; both end with the test. More arguments go to the server's command
// line.
func Start(t testing.TB, more ...string) *Server {
	t.Helper()
	s := Made(t, "", more...)
	s.Up(t)
	return s
}

// Made makes a server with its database, without starting it. The folder for the database can be given, for example on
// a test's disk: then initdb syncs it, and the files of its log are small.
func Made(t testing.TB, data string, more ...string) *Server {
	t.Helper()
	s := empty(t, more...)
	how := "--wal-segsize=1"
	if data == "" {
		data, how = s.Data, "--no-sync"
		// Memory that its processes share is a file in its folder, so that it disappears even after a kill.
		s.more = append(s.more, "-c", "dynamic_shared_memory_type=mmap")
	}
	s.Data = data
	s.file(t, "password", Password)
	s.run(t, "initdb", "-D", s.Data, "-U", "weltentor", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C",
		how, "--pwfile="+filepath.Join(s.Dir, "password"))
	return s
}

// empty makes a server without a database. It ends with the test, and its folder is removed.
func empty(t testing.TB, more ...string) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("", "weltentor-postgres-") // not t.TempDir, which the server's user could not enter
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	s := &Server{Dir: dir, Data: filepath.Join(dir, "data"), Binaries: binaries(t), more: more, port: ports.Free(t)}
	s.program = program{path: filepath.Join(s.Binaries, "postgres"), log: filepath.Join(dir, "log"), as: runsAs(t)}
	s.Address = "127.0.0.1:" + strconv.Itoa(s.port)
	must(t, os.Chmod(dir, 0o755))
	s.Own(t, dir)
	s.certify(t)
	t.Cleanup(func() {
		s.end(syscall.SIGQUIT)
		s.forget(s.shared())
		if t.Failed() {
			log, _ := os.ReadFile(s.log)
			t.Logf("the server's log ends with:\n%s", log[max(0, len(log)-3000):])
		}
	})
	return s
}

// URL is the address of the database, with its password.
func (s *Server) URL() string { return s.Via(s.Address) }

// Via is the same address through a proxy.
func (s *Server) Via(address string) string {
	return fmt.Sprintf("postgres://weltentor:%s@%s/postgres", Password, address)
}

// Restart kills the server and starts it again.
func (s *Server) Restart(t testing.TB) {
	s.Kill()
	s.Up(t)
}

// Up starts the server, and waits until it has recovered and answers.
func (s *Server) Up(t testing.TB) {
	for end := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if s.up() {
			return
		}
		if time.Now().After(end) {
			t.Error("PostgreSQL does not answer")
			return
		}
	}
}

// up starts the server if it is not running, and reports whether it answers. Starting may fail while processes of the
// previous one are still ending.
func (s *Server) up() bool {
	if s.ended == nil {
		s.args = append([]string{"-D", s.Data, "-p", strconv.Itoa(s.port), "-c", "listen_addresses=127.0.0.1",
			"-c", "unix_socket_directories=" + s.Dir, "-c", "ssl=on", "-c", "ssl_cert_file=" + s.Certificate(),
			"-c", "ssl_key_file=" + filepath.Join(s.Dir, "key.pem"), "-c", "max_connections=200"}, s.more...)
		if s.start() != nil {
			return false
		}
	}
	select {
	case <-s.ended:
		s.ended = nil
		return false
	default:
	}
	return exec.Command(filepath.Join(s.Binaries, "pg_isready"), "-q", "-h", "127.0.0.1", "-p",
		strconv.Itoa(s.port)).Run() == nil
}

// Kill ends the server and all its processes at once, as a crash does.
func (s *Server) Kill() {
	if s.ended == nil {
		return
	}
	killAll(s.cmd.Process.Pid)
	<-s.ended
	s.ended = nil
}

// killAll kills a server and all its processes.
func killAll(pid int) {
	// Once stopped, it starts no more processes. Each of them has a session of its own.
	syscall.Kill(pid, syscall.SIGSTOP)
	all := append(childrenOf(pid), pid)
	for _, process := range all {
		syscall.Kill(process, syscall.SIGKILL)
	}
	for _, process := range all {
		for end := time.Now().Add(30 * time.Second); alive(process) && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
	}
}

// alive reports whether a process still runs; a zombie does not.
func alive(pid int) bool {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(raw), ") ")
	return err == nil && !strings.HasPrefix(rest, "Z") && !strings.HasPrefix(rest, "X")
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (children []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		raw, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(raw), ") ") // the name before it may have spaces
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			if child, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil {
				children = append(children, child)
			}
		}
	}
	return children
}

// Own gives a file or folder to the user that the server runs as.
func (s *Server) Own(t testing.TB, path string) {
	t.Helper()
	if s.as != nil {
		must(t, os.Chown(path, int(s.as.Uid), int(s.as.Gid)))
	}
}

func (s *Server) file(t testing.TB, name, text string) {
	t.Helper()
	path := filepath.Join(s.Dir, name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	s.Own(t, path)
}

func (s *Server) run(t testing.TB, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(filepath.Join(s.Binaries, name), args...)
	cmd.Dir, cmd.SysProcAttr = s.Dir, &syscall.SysProcAttr{Credential: s.as}
	cmd.Env = append(os.Environ(), "PGPASSWORD="+Password)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// binaries finds the newest PostgreSQL. Debian keeps it out of the PATH.
func binaries(t testing.TB) string {
	t.Helper()
	newest, found := -1, ""
	versions, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, path := range versions {
		bin := filepath.Dir(path)
		if n, err := strconv.Atoi(filepath.Base(filepath.Dir(bin))); err == nil && n > newest {
			newest, found = n, bin
		}
	}
	if path, err := exec.LookPath("initdb"); found == "" && err == nil {
		found = filepath.Dir(path)
	}
	if found == "" {
		t.Fatal("there is no initdb in /usr/lib/postgresql/*/bin: install postgresql")
	}
	return found
}

// runsAs is the user that the server runs as, since it refuses to run as root; nil: the user of the test.
func runsAs(t testing.TB) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Fatalf("%v: install postgresql", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	must(t, err)
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	must(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
