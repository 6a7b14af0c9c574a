//go:build fleet && servers

package journal

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/entry"
)

// shares tests a journal over an engine for its purpose: hosts share worlds.
func shares(t *testing.T, open func(ctx context.Context) (engine.Engine, error)) {
	t.Helper()
	ctx, done := context.WithTimeout(t.Context(), 2*time.Minute)
	defer done()
	engines := make([]engine.Engine, sharing)
	for n := range engines {
		e, err := open(ctx)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		engines[n] = e
	}
	shareAWorld(t, "nordmark", func(host int) entry.Journal { return Journal{engines[host]} })
	j := Journal{engines[0]}
	if err := j.Trim(ctx, "nordmark", time.Now().Add(time.Hour)); err != nil {
		t.Errorf("trimming: %v", err)
	}
	dir := filepath.Join(t.TempDir(), "new")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := store.CatchUp(ctx, dir, nil, j, "nordmark"); err != nil {
		t.Fatalf("after trimming: %v", err)
	}
	if count, letters := counted(t, dir); count != sharing*times || letters != sharing*times {
		t.Errorf("after trimming %d of %d letters count", count, letters)
	}
}

func TestHostsShareAWorldOverPostgreSQL(t *testing.T) {
	s := server.Start(t)
	shares(t, func(ctx context.Context) (engine.Engine, error) {
		return postgres.Open(ctx, postgres.Settings{URL: s.URL()})
	})
}
