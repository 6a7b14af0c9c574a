//go:build fleet

package fleet_test

import (
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/klauspost/compress/zstd"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/server"
)

// TestAFleetMovesFromTheJournal: one command moves all worlds, another one drops the journal.
func TestAFleetMovesFromTheJournal(t *testing.T) {
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	c := unfounded(t)
	c.db = server.Start(t)
	packed, err := os.ReadFile("migrate/testdata/journal.sql.zst")
	ok(err)
	z, err := zstd.NewReader(nil)
	ok(err)
	defer z.Close()
	sql, err := z.DecodeAll(packed, nil)
	ok(err)
	conn, err := pgx.Connect(t.Context(), c.db.URL())
	ok(err)
	defer conn.Close(t.Context())
	_, err = conn.PgConn().Exec(t.Context(), string(sql)).ReadAll()
	ok(err)

	for _, args := range [][]string{{"fleet", "status"}, {"fleet", "run"}, {"fleet", "verify"}, {"status", "north"},
		{"turn", "north", "--force"}} {
		c.refused("its database still has the journal of an earlier version. `weltentor fleet migrate`", args...)
	}
	out := c.done("fleet", "migrate")
	for _, want := range []string{"north was moved.", "south was moved.", "west was moved.", "3 worlds", "--drop"} {
		if !strings.Contains(out, want) {
			t.Errorf("it says nothing of %q:\n%s", want, out)
		}
	}
	if code, out := c.fleet("fleet", "migrate"); code != fault.ExitUsage || !strings.Contains(out, "already") {
		t.Errorf("once more: exit %d, %s", code, out)
	}
	c.done("fleet", "migrate", "--drop")
	if code, out := c.fleet("fleet", "migrate", "--drop"); code != fault.ExitUsage || !strings.Contains(out, "no journal") {
		t.Errorf("dropped once more: exit %d, %s", code, out)
	}
}
