//go:build fleet && servers

package postgres

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// database makes another database, and returns its address.
func database(t *testing.T, s *server.Server, name string) string {
	t.Helper()
	sql(t, s)(`create database ` + name)
	return strings.TrimSuffix(s.URL(), "/postgres") + "/" + name
}

// layoutAtOnce: if many hosts open a new database, one of them makes the tables.
func layoutAtOnce(t *testing.T, s *server.Server) {
	url := database(t, s, "at_once")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			e, err := Open(begun(t), Settings{URL: url, Connections: 2})
			if err != nil {
				t.Error(err)
				return
			}
			defer e.Close()
			if _, err := e.Head(begun(t), "world/a"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	e := open(t, Settings{URL: url})
	if n := asked[int](t, e, `select version from weltentor.layout`); n != len(steps) {
		t.Errorf("the layout is %d, want %d", n, len(steps))
	}
}

// layoutNewer: tables of a newer program are not touched.
func layoutNewer(t *testing.T, s *server.Server) {
	url := database(t, s, "newer")
	e := open(t, Settings{URL: url})
	if _, err := e.pool.Exec(begun(t), `update weltentor.layout set version = version + 1`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(begun(t), Settings{URL: url}); err == nil || !strings.Contains(err.Error(), "update weltentor") {
		t.Errorf("tables of a newer version: %v", err)
	}
}

// layout: for a user without rights, the error says what an administrator must do, and then it works.
func layout(t *testing.T, s *server.Server) {
	url := strings.Replace(database(t, s, "narrow"), "//weltentor:", "//narrow:", 1)
	sql(t, s)(`create role narrow login password '` + server.Password + `'`)
	_, err := Open(begun(t), Settings{URL: url})
	if err == nil || !strings.Contains(err.Error(), "create schema weltentor authorization") {
		t.Fatalf("without rights: %v", err)
	}
	c, err := pgx.Connect(begun(t), strings.Replace(url, "//narrow:", "//weltentor:", 1))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	if _, err := c.Exec(begun(t), `create schema weltentor authorization narrow`); err != nil {
		t.Fatal(err)
	}
	e := open(t, Settings{URL: url})
	if n, err := e.Append(begun(t), "world/a", 0, nil, nil); n != 1 || err != nil {
		t.Errorf("with a schema of its own: %d, %v", n, err)
	}
}

// standby: a standby knows only what was true a moment ago, and is not asked.
func standby(t *testing.T, s *server.Server) {
	url := database(t, s, "reading")
	open(t, Settings{URL: url}).Close()
	sql(t, s)(`alter database reading set default_transaction_read_only = on`)
	if _, err := Open(begun(t), Settings{URL: url}); err == nil || !strings.Contains(err.Error(), "read only") {
		t.Errorf("a server that takes no writes: %v", err)
	}
}

// damage: a part whose content has changed is not handed out.
func damage(t *testing.T, s *server.Server) {
	e := open(t, Settings{URL: s.URL()})
	const sum = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881" // of "x"
	if err := e.PutPart(begun(t), "damage", sum, []byte("x")); err != nil {
		t.Fatal(err)
	}
	sql(t, s)(`update weltentor.parts set data = 'y' where log = 'damage'`)
	if got, err := e.Part(begun(t), "damage", sum); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a part that was changed: %q, %v", got, err)
	}
}
