//go:build fleet && servers

package hosts

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/resolve/store/postgres"
)

// idle is a worker that nobody gives work to.
type idle struct{ Worker }

func (idle) Rules() map[string]int { return map[string]int{"tiny": 1} }

// used is the time that processors have worked for this process, and for the processes of a database.
func used(t testing.TB, s *server.Server) (own, database time.Duration) {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("pgrep", "-f", "-d,", s.Data).Output()
	if err != nil {
		t.Fatal(err)
	}
	parent := strings.TrimSpace(string(out))
	out, err = exec.Command("ps", "-o", "pid=", "--pid", parent, "--ppid", parent).Output()
	if err != nil {
		t.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(out)) {
		raw, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil {
			continue
		}
		f := strings.Fields(string(raw)[strings.LastIndexByte(string(raw), ')')+2:])
		for _, n := range f[11:13] {
			ticks, _ := strconv.Atoi(n)
			database += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), database
}

// TestIdle: 10,000 worlds of which none is due cost a host at most 0.5 % of a core, and the database 2 %. Looking at all
// of them takes a second at most.
func TestIdle(t *testing.T) {
	s := server.Start(t)
	settings := tables.Database{URL: s.URL(), Connections: 24}
	pool, err := settings.Pool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	records, err := postgres.Open(t.Context(), pool, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), `insert into weltentor.world (name, version, settings, mailbox, account, about, gist,
			next_due) select 'w' || n, n, repeat('x', 2000), 'main', 'post', '{"rulebook": "tiny", "rules": 1}',
			jsonb_build_object('turn', 7, 'deadline', now() + n * interval '8 s' + interval '1 h'),
			now() + n * interval '8 s' + interval '1 h' from generate_series(1, 10000) n;
		insert into weltentor.barrier values ('main', now(), '{}'); analyze`); err != nil {
		t.Fatal(err)
	}
	const hosts = 3
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, hosts)
	for n := range hosts {
		p, err := settings.Pool(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		name := fmt.Sprint("h", n)
		h := &Host{Config: &config.Config{Host: name}, Tables: tables.New(p, name), Worlds: records, Worker: idle{},
			Clock: time.Now, Tell: func(_ string, err error) { t.Error(err) }}
		go func() { done <- h.Run(ctx) }()
	}
	time.Sleep(5 * time.Second)
	const long = 90 * time.Second
	own, database := used(t, s)
	time.Sleep(long)
	ownThen, databaseThen := used(t, s)
	percent := func(from, to time.Duration) float64 { return 100 * float64(to-from) / float64(long) }
	host, server := percent(own, ownThen)/hosts, percent(database, databaseThen)
	began := time.Now()
	v, err := View(t.Context(), tables.New(pool, "status"))
	took := time.Since(began)
	if err != nil || len(v.Worlds) != 10_000 || !v.Hosted() {
		t.Errorf("status: %v", err)
	}
	t.Logf("a host %.3f %% of a core, the database %.3f %%, status %s", host, server, took)
	if host > 0.5 || server > 2 || took > time.Second {
		t.Errorf("that is too much")
	}
	end()
	for range hosts {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
