//go:build fleet && servers

package tables

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/server"
)

// TestDatabase runs the tests of sessions, which can share one server.
func TestDatabase(t *testing.T) {
	s := server.Start(t)
	for name, test := range map[string]func(*testing.T, *server.Server){
		"Session": sessions, "TLS": sealedByTLS, "WrongPassword": wrongPassword,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

// reached is a pool of a database.
func reached(t *testing.T, d Database) *pgxpool.Pool {
	t.Helper()
	pool, err := d.Pool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// asked is the answer to a question.
func asked[V any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) (v V) {
	t.Helper()
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// sessions: whatever the role's settings are, commits are durable, statements see what is there, and none waits
// forever.
func sessions(t *testing.T, s *server.Server) {
	role := reached(t, Database{URL: s.URL()})
	run := func(sql string) {
		t.Helper()
		if _, err := role.Exec(context.WithoutCancel(t.Context()), sql); err != nil {
			t.Fatal(err)
		}
	}
	setting := func(pool *pgxpool.Pool, name string) string {
		return asked[string](t, pool, `select current_setting($1)`, name)
	}
	for given, want := range map[string]string{"off": "on", "local": "on", "remote_write": "on", "on": "on",
		"remote_apply": "remote_apply"} {
		run(`alter role weltentor set synchronous_commit = ` + given)
		if got := setting(reached(t, Database{URL: s.URL()}), "synchronous_commit"); got != want {
			t.Errorf("synchronous_commit of a role with %s is %s, want %s", given, got, want)
		}
	}
	run(`alter role weltentor set default_transaction_isolation = 'serializable'`)
	run(`alter role weltentor set statement_timeout = 0`)
	defer run(`alter role weltentor reset all`)
	pool := reached(t, Database{URL: s.URL()})
	for name, want := range map[string]string{"default_transaction_isolation": "read committed",
		"statement_timeout": "45s", "lock_timeout": "45s"} {
		if got := setting(pool, name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestServerThatForgets: a server with fsync or full_page_writes off is refused.
func TestServerThatForgets(t *testing.T) {
	for _, setting := range []string{"fsync", "full_page_writes"} {
		s := server.Start(t, "-c", setting+"=off")
		_, err := Database{URL: s.URL()}.Pool(t.Context())
		if !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), setting+" = off") ||
			!strings.Contains(err.Error(), "postgresql.conf") {
			t.Errorf("a server with %s = off: %v", setting, err)
		}
	}
}

// sealedByTLS: a server with the right certificate is used over TLS, and another is refused.
func sealedByTLS(t *testing.T, s *server.Server) {
	_, port, _ := strings.Cut(s.Address, ":")
	ours := fmt.Sprintf("postgres://weltentor@localhost:%s/postgres?sslmode=verify-full&sslrootcert=", port)
	pool := reached(t, Database{URL: ours + s.Certificate(), Password: server.Password})
	if !asked[bool](t, pool, `select ssl from pg_stat_ssl where pid = pg_backend_pid()`) {
		t.Error("the connection is not sealed")
	}
	other := server.Made(t, "")
	_, err := Database{URL: ours + other.Certificate(), Password: server.Password}.Pool(t.Context())
	if !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a server with the certificate of another: %v", err)
	}
	_, err = Database{URL: strings.Replace(ours, "localhost", "127.0.0.1", 1) + s.Certificate(),
		Password: server.Password}.Pool(t.Context())
	if !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a server with a certificate of another name: %v", err)
	}
}

// wrongPassword: the error names the user who is refused, but not the password.
func wrongPassword(t *testing.T, s *server.Server) {
	for _, with := range []Database{
		{URL: s.URL(), Password: "Geheimnis"},
		{URL: strings.Replace(s.URL(), server.Password, "Geheimnis", 1)},
		{URL: strings.Replace(s.URL(), s.Address, "127.0.0.1:1", 1), Password: "Geheimnis"},
	} {
		_, err := with.Pool(t.Context())
		if err == nil {
			t.Fatal("a wrong password is taken")
		}
		if said := err.Error(); strings.Contains(said, "Geheimnis") || strings.Contains(said, server.Password) ||
			!strings.Contains(said, "database postgres, user weltentor") {
			t.Errorf("the error: %s", said)
		}
	}
}
