package server

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
)

// Pooler starts a PgBouncer in front of a server, and returns its address. It ends with the test. mode is how long a
// client keeps a session of the server: session or transaction.
//
//	apt-get install pgbouncer
func Pooler(t testing.TB, s *Server, mode string) (address string) {
	t.Helper()
	port, dir := ports.Free(t), s.Dir
	s.file(t, mode+".users", fmt.Sprintf("%q %q\n", "weltentor", Password))
	s.file(t, mode+".ini", fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %s
pool_mode = %s
max_client_conn = 200
default_pool_size = 50
`, s.port, port, filepath.Join(dir, mode+".users"), mode))
	p := &program{path: found(t, "pgbouncer", "pgbouncer"), log: filepath.Join(dir, mode+".log"), as: s.as,
		args: []string{filepath.Join(dir, mode+".ini")}}
	must(t, p.start())
	t.Cleanup(p.kill)
	ready := filepath.Join(s.Binaries, "pg_isready")
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if exec.Command(ready, "-q", "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-U", "weltentor").Run() == nil {
			return "127.0.0.1:" + strconv.Itoa(port)
		}
		if time.Now().After(end) {
			t.Fatal("PgBouncer does not answer")
		}
	}
}
