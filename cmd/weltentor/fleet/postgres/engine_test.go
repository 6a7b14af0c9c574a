//go:build fleet && servers

package postgres

import (
	"context"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// at is a server as a place for the suite.
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

// open opens an engine, which is closed with the test.
func open(t testing.TB, with Settings) *Engine {
	t.Helper()
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	e, err := Open(ctx, with)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// TestSuite holds PostgreSQL to what a fleet asks of an engine.
func TestSuite(t *testing.T) { suite.Run(t, at(server.Start(t))) }
