//go:build fleet

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// The database is lost, and comes back from a backup of its server. A world that has changed since stands still as
// soon as a host runs that knows, even if nothing is due; the way back for it is that of TestAFleetsWayBack. A world
// that was added since comes back from the archive, and one that has not changed goes on. No letter comes with two
// contents.
func TestAFleetComesBackFromABackupOfItsServer(t *testing.T) {
	c, _ := stored(t, "folder", "north", "south")
	c.embark().start("one")
	c.quiet(1)
	c.mail("south", 1)
	c.quiet(1)
	c.copied(1)
	backup := c.db.Backup(t)
	c.found("west")
	c.worlds = append(c.worlds, "west")
	c.done("fleet", "add", filepath.Join(c.home, "west"))
	c.mail("north", 1)
	c.quiet(1)
	c.copied(1)
	c.stop()
	c.db.Kill()
	backup.Up(t)
	c.moves(backup)
	c.start("two") // which has no copy, and misses nothing
	view := c.views()
	c.eventually("it works", func() bool { return view().Hosts["two"].State == "well" })
	c.start("one")
	c.eventually("north stands still", func() bool {
		w := view().Worlds["north"]
		return w.State == "stopped" && w.Copy == "one"
	})
	c.eventually("the operator knows", func() bool { return len(c.to("ops@demo.test")) > 0 })
	c.mail("north", 2)
	c.mail("south", 2)
	if v := view(); len(v.Worlds) != 2 || v.Worlds["south"].State == "stopped" {
		t.Errorf("%+v", v.Worlds)
	}

	if out := c.done("fleet", "restore"); !strings.Contains(out, "west: turn 1 awaits orders again") ||
		strings.Contains(out, "north") {
		t.Error(out)
	}
	c.mail("west", 1)
	for what, args := range map[string][]string{"K.M 1 1004": {"south", "2"}, "K.M 1 1005": {"west", "1"}} {
		c.eventually(args[0]+" goes on", func() bool {
			code, out := c.fleet(append([]string{"orders"}, args...)...)
			return code == 0 && strings.Contains(out, what)
		})
	}
	c.stop()
	if n := len(c.to("ops@demo.test")); n != 1 {
		t.Errorf("%d letters to the operator", n)
	}
	for id, bytes := range c.ledger().came {
		if len(bytes) > 1 {
			t.Errorf("%s came with %d contents", id, len(bytes))
		}
	}
}
