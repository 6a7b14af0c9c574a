//go:build fleet

package fleet_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
)

// Settings that cannot be read delay only their world, and hosts and commands name it. When they can be read again, the
// world takes everything that came meanwhile before its turn is resolved.
func TestTheFleetsSettingsAreOfOneWorld(t *testing.T) {
	c := newConvoy(t, "east", "well").embark()
	c.start("one")
	for _, name := range c.worlds {
		c.mail(name, 1)
	}
	c.quiet(1)
	was := c.done("fleet", "settings", "east")
	c.sql("update weltentor.world set settings = 'deadline = [' where name = 'east'")
	for _, name := range c.worlds {
		c.mail(name, 2)
	}
	c.jump(25 * time.Hour)
	view := c.views()
	c.eventually("the world that can be read goes on", func() bool {
		w := view().Worlds["well"]
		return w.State == "well" && w.Turn == 2 && w.Waiting == 0 && c.inbox() == 1
	})
	c.eventually("it is told of", func() bool {
		c.told.Lock()
		defer c.told.Unlock()
		return slices.ContainsFunc(c.told.lines, func(l string) bool {
			return strings.HasPrefix(l, "one: east: ") && strings.Contains(l, "world.toml, line 1: ")
		})
	})
	if code, out := c.fleet("fleet", "verify"); code != complaint.ExitNo || !strings.Contains(out, "east/world.toml, line 1: ") {
		t.Errorf("verify: exit %d, %s", code, out)
	}
	c.sql("update weltentor.world set settings = $1 where name = 'east'", was)
	c.quiet(2)
	c.stop()
	c.holds()
	for _, name := range c.worlds {
		if n := c.answered("bob@demo.test", "["+name+" Z1] Befehle"); n != 1 {
			t.Errorf("%s: %d receipts for its first turn", name, n)
		}
	}
}
