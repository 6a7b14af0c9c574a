//go:build fleet

package fleet_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/server"
)

// TestAFleetRefusesAJournal: a database that has the journals of an earlier version is refused by every command.
func TestAFleetRefusesAJournal(t *testing.T) {
	c := unfounded(t)
	c.db = server.Start(t)
	conn, err := pgx.Connect(t.Context(), c.db.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.PgConn().Exec(t.Context(), `create schema weltentor;
		create table weltentor.layout (one bool primary key check (one), version int not null);
		insert into weltentor.layout values (true, 1)`).ReadAll(); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"fleet", "status"}, {"fleet", "run"}, {"fleet", "verify"}, {"fleet", "add", t.TempDir()},
		{"fleet", "export", "north", "out"}, {"fleet", "remove", "north"}, {"fleet", "upgrade", "north"},
		{"fleet", "settings", "north"}, {"fleet", "drain", "one"}, {"fleet", "adopt", "--yes"}, {"status", "north"},
		{"turn", "north", "--force"}} {
		c.refused("its database still has the journal of an earlier version. Move its worlds with the sources as they were at "+
			"commit 536d365b", args...)
	}
}
