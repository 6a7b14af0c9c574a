//go:build fleet

package fleet_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
)

// Large worlds do not delay small ones. As many large worlds as there are hands wait for their mail, and then for their
// turns, and a small world's mail is taken and its turn resolved.
func TestTheFleetsLargeWorldsHoldUpNone(t *testing.T) {
	large := []string{"large-1", "large-2", "large-3", "large-4", "large-5"}
	c := newConvoy(t, append(large, "small")...).embark()
	h := c.make("one")
	h.Config.Turns = 1
	g := &turnstile{Worker: h.Worker, held: func(world string) bool { return strings.HasPrefix(world, "large-") }}
	h.Worker = g
	t.Cleanup(g.open)
	c.launch("one", h)
	c.quiet(1)
	if n := c.received("small"); n != 1 {
		t.Fatalf("%d letters, want the first report", n)
	}
	g.close("mail")
	for _, world := range large {
		c.mail(world, 1)
	}
	c.eventually("all large worlds wait", func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.inside) == len(large)
	})
	c.mail("small", 1)
	view := c.views()
	waiting := func(turn, mails int) {
		t.Helper()
		for _, world := range large {
			if w := view().Worlds[world]; w.Turn != turn || w.Mails != mails {
				t.Errorf("%s: %+v", world, w)
			}
		}
	}
	c.eventually("the small world's receipt comes", func() bool { return c.received("small") == 2 })
	waiting(1, 1)
	g.open()
	c.quiet(1)
	g.close("turn")
	c.jump(25 * time.Hour)
	c.eventually("the small world's turn is resolved", func() bool { return view().Worlds["small"].Turn == 2 })
	waiting(1, 0)
	g.open()
	c.quiet(2)
	c.stop()
	c.done("fleet", "verify")
}

// A world shows its turn as soon as it was added. What somebody has written into its row delays only that world. Hosts
// and commands name it, and none of its mails goes astray. When the row is as it was, the world goes on.
func TestTheFleetsRowsAreOfOneWorld(t *testing.T) {
	c := newConvoy(t, "east", "well").embark()
	view := c.views()
	for _, name := range c.worlds {
		if w := view().Worlds[name]; w.Turn != 1 || w.Deadline.IsZero() {
			t.Errorf("%s before any host works: %+v", name, w)
		}
	}
	c.start("one")
	c.quiet(1)
	c.sql(`update weltentor.world set about = about || '{"addresses": 5}', next_due = '-infinity' where name = 'east'`)
	c.eventually("it is seen", func() bool { return view().Worlds["east"].State == "odd" })
	for _, name := range c.worlds {
		c.mail(name, 2)
	}
	c.jump(25 * time.Hour)
	c.eventually("the world that can be read goes on", func() bool {
		w := view().Worlds["well"]
		return w.Turn == 2 && w.Waiting == 0 && c.inbox() == 1
	})
	c.eventually("it is told of", func() bool {
		c.told.Lock()
		defer c.told.Unlock()
		return strings.Contains(strings.Join(c.told.lines, "\n"), "one: east: its row in weltentor.world cannot be read: "+
			"column about: ")
	})
	c.refused("somebody has changed the row of east in the table weltentor.world by hand", "status", "east")
	if code, out := c.fleet("fleet", "status"); code != complaint.ExitNo || !strings.Contains(out, "east: stands still, and") {
		t.Errorf("exit %d, %s", code, out)
	}
	c.sql(`update weltentor.world set about = about || '{"addresses": ["game+east@demo.test"]}' where name = 'east'`)
	c.quiet(2)
	c.stop()
	c.holds()
	for _, name := range c.worlds {
		if n := c.answered("bob@demo.test", "["+name+" Z1] Befehle"); n != 1 {
			t.Errorf("%s: %d receipts for its first turn", name, n)
		}
	}
}
