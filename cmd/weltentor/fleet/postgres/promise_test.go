//go:build fleet && servers

package postgres

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// TestServer runs the tests that can share one server.
func TestServer(t *testing.T) {
	s := server.Start(t)
	open(t, Settings{URL: s.URL()})
	for name, test := range map[string]func(*testing.T, *server.Server){
		"CommitIsAwaited": commitIsAwaited, "WarningTellsNothing": warningTellsNothing, "SlowAppend": slowAppend,
		"Session": sessions, "Pool": pooled, "TLS": sealedByTLS, "WrongPassword": wrongPassword, "Layout": layout,
		"LayoutAtOnce": layoutAtOnce, "LayoutNewer": layoutNewer, "Standby": standby, "Damage": damage,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

// trigger makes entries of a log call a function with that body.
func trigger(t *testing.T, s *server.Server, when, log, body string) {
	t.Helper()
	run := sql(t, s)
	run(`create or replace function weltentor.hinder() returns trigger language plpgsql as $f$ begin
		if new.log = '` + log + `' and new.head = 'hindered' then ` + body + ` end if; return new; end $f$`)
	run(`create ` + when + ` for each row execute function weltentor.hinder()`)
	t.Cleanup(func() { run(`drop function weltentor.hinder() cascade`) })
}

// commitIsAwaited: what is refused only at the commit is not confirmed.
func commitIsAwaited(t *testing.T, s *server.Server) {
	e := open(t, Settings{URL: s.URL()})
	trigger(t, s, `constraint trigger late after insert on weltentor.entries deferrable initially deferred`, "late",
		`raise exception 'too late';`)
	n, err := e.Append(begun(t), "late", 0, []byte("not hindered"), nil)
	if err != nil || n != 1 {
		t.Fatalf("before: %d, %v", n, err)
	}
	n, err = e.Append(begun(t), "late", 1, []byte("hindered"), nil)
	if err == nil || errors.Is(err, engine.ErrFenced) || !strings.Contains(err.Error(), "too late") {
		t.Errorf("an append that was not committed: %d, %v", n, err)
	}
	if h, err := e.Head(begun(t), "late"); err != nil || h.Number != 1 {
		t.Errorf("the head is %d, %v", h.Number, err)
	}
}

// warningTellsNothing: an append is not confirmed if the server gives up waiting for its standby, which it says only
// in a warning.
func warningTellsNothing(t *testing.T, s *server.Server) {
	e := open(t, Settings{URL: s.URL(), Connections: 1})
	trigger(t, s, `trigger warns before insert on weltentor.entries`, "warned",
		`raise warning 'canceling wait for synchronous replication due to user request';`)
	_, err := e.Append(begun(t), "warned", 0, []byte("hindered"), nil)
	if err == nil || errors.Is(err, engine.ErrFenced) || !strings.Contains(err.Error(), "canceling wait") {
		t.Errorf("an append with a warning: %v", err)
	}
	if h, err := e.Head(begun(t), "warned"); err != nil || h.Number != 1 {
		t.Errorf("the head is %d, %v", h.Number, err)
	}
	if n, err := e.Append(begun(t), "warned", 1, nil, nil); err != nil || n != 2 {
		t.Errorf("the append after a warning: %d, %v", n, err)
	}
}

// slowAppend: an append that hangs while others append and trim is fenced, although its number has become free.
func slowAppend(t *testing.T, s *server.Server) {
	e, hold := open(t, Settings{URL: s.URL()}), sql(t, s)
	trigger(t, s, `trigger slow before insert on weltentor.entries`, "slow", `perform pg_advisory_xact_lock(4711);`)
	add := func(prev uint64) {
		t.Helper()
		if n, err := e.Append(begun(t), "slow", prev, nil, nil); err != nil || n != prev+1 {
			t.Fatalf("append behind %d: %d, %v", prev, n, err)
		}
	}
	waiting := func(least int64) bool {
		return asked[int64](t, e, `select count(*) from pg_locks where locktype = 'advisory' and not granted`) >= least
	}
	add(0)
	hold(`select pg_advisory_lock(4711)`)
	slow, trimmed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := e.Append(begun(t), "slow", 1, []byte("hindered"), nil)
		slow <- err
	}()
	until(t, "the slow append waits", func() bool { return waiting(1) })
	add(1)
	add(2)
	add(3)
	go func() { trimmed <- e.Trim(begun(t), "slow", 4) }()
	until(t, "trimming is done or waits", func() bool { return waiting(2) || len(trimmed) > 0 })
	hold(`select pg_advisory_unlock(4711)`)
	if err := <-slow; !errors.Is(err, engine.ErrFenced) {
		t.Errorf("an append that stood still: %v, want that it is fenced", err)
	}
	if err := <-trimmed; err != nil {
		t.Error(err)
	}
	for entry, err := range e.Read(begun(t), "slow", 0) {
		if err != nil || entry.Number != 4 {
			t.Errorf("after trimming: entry %d, %v", entry.Number, err)
		}
	}
}

func until(t *testing.T, what string, yes func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !yes(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still not: %s", what)
		}
	}
}

// sessions: whatever the role's settings are, commits are durable, statements see what is there, and none waits
// forever.
func sessions(t *testing.T, s *server.Server) {
	run := sql(t, s)
	setting := func(e *Engine, name string) string { return asked[string](t, e, `select current_setting($1)`, name) }
	for given, want := range map[string]string{"off": "on", "local": "on", "remote_write": "on", "on": "on",
		"remote_apply": "remote_apply"} {
		run(`alter role weltentor set synchronous_commit = ` + given)
		if got := setting(open(t, Settings{URL: s.URL()}), "synchronous_commit"); got != want {
			t.Errorf("synchronous_commit of a role with %s is %s, want %s", given, got, want)
		}
	}
	run(`alter role weltentor set default_transaction_isolation = 'serializable'`)
	run(`alter role weltentor set statement_timeout = 0`)
	defer run(`alter role weltentor reset all`)
	e := open(t, Settings{URL: s.URL()})
	for name, want := range map[string]string{"default_transaction_isolation": "read committed",
		"statement_timeout": "45s", "lock_timeout": "45s", "idle_in_transaction_session_timeout": "45s"} {
		if got := setting(e, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestServerThatForgets: a server with fsync or full_page_writes off is refused.
func TestServerThatForgets(t *testing.T) {
	for _, setting := range []string{"fsync", "full_page_writes"} {
		s := server.Start(t, "-c", setting+"=off")
		_, err := Open(begun(t), Settings{URL: s.URL()})
		if err == nil || !strings.Contains(err.Error(), setting+" = off") ||
			!strings.Contains(err.Error(), "postgresql.conf") {
			t.Errorf("a server with %s = off: %v", setting, err)
		}
	}
}

// pooled: a host has no more connections than it sets, and works with one, even while reading.
func pooled(t *testing.T, s *server.Server) {
	e := open(t, Settings{URL: s.URL(), Connections: 1})
	prev := uint64(0)
	for range 40 {
		n, err := e.Append(begun(t), "pool/a", prev, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		prev = n
	}
	for entry, err := range e.Read(begun(t), "pool/a", 0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range e.Heads(begun(t), "pool/") {
			if _, append := e.Append(begun(t), "pool/b", entry.Number-1, nil, nil); err != nil || append != nil {
				t.Fatal(err, append)
			}
			break
		}
	}
	three := open(t, Settings{URL: s.URL() + "?application_name=three", Connections: 3})
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if _, err := three.Append(begun(t), fmt.Sprint("pool/c", i), 0, nil, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := three.pool.Stat().TotalConns(); n > 3 {
		t.Errorf("%d connections, at most 3 were allowed", n)
	}
}

// sealedByTLS: a server with the right certificate is used over TLS, and another is refused.
func sealedByTLS(t *testing.T, s *server.Server) {
	_, port, _ := strings.Cut(s.Address, ":")
	ours := fmt.Sprintf("postgres://weltentor@localhost:%s/postgres?sslmode=verify-full&sslrootcert=", port)
	e := open(t, Settings{URL: ours + s.Certificate(), Password: server.Password})
	if !asked[bool](t, e, `select ssl from pg_stat_ssl where pid = pg_backend_pid()`) {
		t.Error("the connection is not sealed")
	}
	other := server.Made(t, "")
	_, err := Open(begun(t), Settings{URL: ours + other.Certificate(), Password: server.Password})
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a server with the certificate of another: %v", err)
	}
	_, err = Open(begun(t), Settings{URL: strings.Replace(ours, "localhost", "127.0.0.1", 1) + s.Certificate(),
		Password: server.Password})
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a server with a certificate of another name: %v", err)
	}
}

// wrongPassword: the error names the user who is refused, but not the password.
func wrongPassword(t *testing.T, s *server.Server) {
	for _, with := range []Settings{
		{URL: s.URL(), Password: "Geheimnis"},
		{URL: strings.Replace(s.URL(), server.Password, "Geheimnis", 1)},
		{URL: strings.Replace(s.URL(), s.Address, "127.0.0.1:1", 1), Password: "Geheimnis"},
	} {
		_, err := Open(begun(t), with)
		if err == nil {
			t.Fatal("a wrong password is taken")
		}
		if said := err.Error(); strings.Contains(said, "Geheimnis") || strings.Contains(said, server.Password) ||
			!strings.Contains(said, "database postgres, user weltentor") {
			t.Errorf("the error: %s", said)
		}
	}
}
