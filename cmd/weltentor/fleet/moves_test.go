//go:build fleet

package fleet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/server"
)

// moves puts another database in the place of the fleet's.
func (c *convoy) moves(to *server.Server) {
	c.Helper()
	files, err := filepath.Glob(filepath.Join(c.home, "*", "fleet.toml"))
	needs(c, err)
	for _, file := range files {
		raw, err := os.ReadFile(file)
		needs(c, err)
		needs(c, os.WriteFile(file, bytes.ReplaceAll(raw, []byte(c.db.Address), []byte(to.Address)), 0o600))
	}
	c.shares(to)
}

// TestAFleetMovesToAnotherDatabase: a world is exported, and added where there is another database. What is mailed
// meanwhile is taken, and counts before the turn that became due.
func TestAFleetMovesToAnotherDatabase(t *testing.T) {
	c := newConvoy(t, "bovistan").embark()
	c.start("one")
	c.mail("bovistan", 1)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	dir := filepath.Join(c.home, "moves")
	c.done("fleet", "export", "bovistan", dir)
	c.stop()
	c.mail("bovistan", 2)
	c.db.Kill()
	c.moves(server.Start(t))
	c.jump(25 * time.Hour)                                  // the turn became due
	c.refused("`weltentor fleet adopt`", "fleet", "status") // it is another one than this host has seen
	c.done("fleet", "adopt", "--yes")
	if out := c.done("fleet", "status"); !strings.Contains(out, "no worlds yet") {
		t.Error(out)
	}
	c.done("fleet", "add", dir, "--as", "bovistan")
	c.start("one")
	c.start("two")
	c.quiet(3)
	c.stop()
	c.holds()
	if len(c.told.lines) > 0 {
		t.Errorf("the hosts complain:\n%s", strings.Join(c.told.lines, "\n"))
	}
}
