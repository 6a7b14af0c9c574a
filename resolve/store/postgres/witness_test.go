//go:build fleet && servers

package postgres

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// host is a host with a file of what it has seen.
type host struct {
	*base
	file string
}

// open is a new process of the host.
func (h *host) open(s *server.Server) (*Worlds, error) {
	h.Helper()
	witness, err := NewWitness(h.file)
	must(h, err)
	c, err := pgxpool.ParseConfig(s.URL())
	must(h, err)
	witness.On(c)
	p, err := pgxpool.NewWithConfig(h.Context(), c)
	must(h, err)
	h.Cleanup(p.Close)
	w, err := Open(h.Context(), p, 0)
	if err == nil {
		w.Trusts(witness)
	}
	return w, err
}

// goesOn changes the world on a server that is what the host expects, and looks whether it has what was there last.
func (h *host) goesOn(s *server.Server, was, next string) {
	h.Helper()
	w, err := h.open(s)
	must(h, err)
	e := w.World(h.Context(), "north")
	h.has(e, "k", was)
	must(h, put(e, "k", next))
	time.Sleep(witnessEvery)
	must(h, put(e, "l", next)) // what was before it is in the file now
}

// refuses fails unless the host refuses the server, with these words.
func (h *host) refuses(s *server.Server, words string) {
	h.Helper()
	if _, err := h.open(s); !errors.Is(err, faults.ErrOlder) || !strings.Contains(err.Error(), words) {
		h.Errorf("want %q, got %v", words, err)
	}
}

func (h *host) program(s *server.Server, name string, args ...string) {
	h.Helper()
	cmd := exec.Command(filepath.Join(s.Binaries, name), append([]string{"-d", s.URL()}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		h.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// adopt accepts a server as it is.
func adopt(b *base, s *server.Server) {
	b.Helper()
	w, err := Open(b.Context(), pool(b.T, s.URL()), 0)
	must(b, err)
	must(b, w.Adopt(b.Context()))
}

// An old dump and a point in time do not pass for the truth, and a standby that takes over does.
func anOldDatabaseIsRefused(b *base) {
	h := &host{b, filepath.Join(b.TempDir(), "seen")}
	s, dump := server.Start(b.T), filepath.Join(b.TempDir(), "dump")
	w, err := h.open(s)
	must(b, err)
	made(b, w, "north", func(k store.Keys) error { _, err := k.Make([]byte("b")); return err })
	must(b, put(w.World(b.Context(), "north"), "k", "0"))
	standby, backup := s.Standby(b.T, s.Address), s.Backup(b.T)
	h.program(s, "pg_dump", "--clean", "--if-exists", "-f", dump)
	h.goesOn(s, "0", "1")
	s.Restart(b.T)
	h.goesOn(s, "1", "2")

	backup.Up(b.T)
	h.refuses(backup, "lacks the last")
	other := server.Start(b.T)
	h.program(other, "psql", "-q", "-f", dump)
	h.refuses(other, "another one")

	own := pool(b.T, s.URL())
	for follows := false; !follows; time.Sleep(50 * time.Millisecond) { // it looks again 5 s after the restart
		must(b, own.QueryRow(b.Context(), "select count(*) > 0 from pg_stat_replication "+
			"where state = 'streaming'").Scan(&follows))
	}
	s.Stop() // when it has sent everything
	standby.Promote(b.T)
	h.goesOn(standby, "2", "3")
	s.Up(b.T)
	h.refuses(s, "on timeline 1")
	h.refuses(s, "fleet adopt")

	adopt(b, other)
	h.goesOn(other, "0", "4")
	h.refuses(standby, "another one")
	h.program(other, "psql", "-q", "-f", dump)
	h.refuses(other, "tables")
	adopt(b, other)
	h.goesOn(other, "0", "5")
	overtaken, err := h.open(other) // as through a pooler, whose connections stay when the server is another one
	must(b, err)
	overtaken.witness.seen.Log += 1 << 40
	for range 2 {
		if err := put(overtaken.World(b.Context(), "north"), "k", "lost"); !errors.Is(err, faults.ErrOlder) {
			b.Errorf("in a connection that was there: %v", err)
		}
	}
	must(b, os.Remove(h.file))
	h.goesOn(backup, "0", "6") // a host that remembers nothing takes the database's word
}
