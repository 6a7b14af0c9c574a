//go:build fleet && servers

package tables

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store/postgres"
)

// TestPoolers: through a pooler that gives each client a session, all is as without. One that gives each transaction
// another session is refused, since what a session was told is lost there, and the error says what to set.
func TestPoolers(t *testing.T) {
	s := server.Start(t)
	for range 3 {
		pool, err := Database{URL: s.Via(server.Pooler(t, s, "transaction"))}.Pool(t.Context())
		if err == nil {
			pool.Close()
		}
		if !errors.Is(err, ErrSettings) || !strings.Contains(err.Error(), "pool_mode = session") {
			t.Errorf("through a pooler of transactions: %v", err)
		}
	}
	pool, err := Database{URL: s.Via(server.Pooler(t, s, "session"))}.Pool(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	b := &base{T: t, server: s, pool: pool}
	b.worlds, err = postgres.Open(t.Context(), pool, 0)
	b.must(err)
	one, heard := New(pool, "one"), make(chan struct{}, 9)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	go one.Listen(ctx, func() { heard <- struct{}{} })
	time.Sleep(200 * time.Millisecond)
	b.enter(one, "w", "")
	select {
	case <-heard:
	case <-time.After(2 * time.Second):
		t.Error("nobody was woken")
	}
	w := b.claims(one, "w")
	b.plans(one, w, Plan{Row: w.Row})
	b.change("w")
	b.claims(one, "w")
	var settings string
	b.must(pool.QueryRow(t.Context(), `select current_setting('synchronous_commit') || ' ' ||
		current_setting('statement_timeout')`).Scan(&settings))
	if settings != "on 45s" {
		t.Errorf("its sessions have %s", settings)
	}
}
