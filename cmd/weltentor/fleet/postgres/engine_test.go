//go:build fleet && servers

package postgres

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// at makes a server a place for the suite.
func at(s *server.Server) suite.Place {
	return suite.Place{
		Open: func(t testing.TB, how suite.Opening) engine.Engine {
			t.Helper()
			address := s.Address
			if how.Via != "" {
				address = how.Via
			}
			return open(t, Settings{URL: s.Via(address), Later: how.Later})
		},
		Address: s.Address,
		Restart: s.Restart,
	}
}

// begun makes a context for one test.
func begun(t testing.TB) context.Context {
	ctx, end := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(end)
	return ctx
}

// open opens an engine that is closed with the test.
func open(t testing.TB, with Settings) *Engine {
	t.Helper()
	e, err := Open(begun(t), with)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// sql opens a connection beside the engine.
func sql(t testing.TB, s *server.Server) func(statement string, args ...any) {
	t.Helper()
	c, err := pgx.Connect(begun(t), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(context.Background()) })
	return func(statement string, args ...any) {
		t.Helper()
		if _, err := c.Exec(begun(t), statement, args...); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// asked returns the first value of a query in an engine's own session.
func asked[T any](t testing.TB, e *Engine, query string, args ...any) (out T) {
	t.Helper()
	if err := e.pool.QueryRow(begun(t), query, args...).Scan(&out); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// TestSuite runs the engine's suite on PostgreSQL.
func TestSuite(t *testing.T) { suite.Run(t, at(server.Start(t))) }
