//go:build fleet

package main

import (
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fault"
)

// The database comes back from an older backup.
func (c *convoy) older(do func()) {
	c.Helper()
	backup := c.db.Backup(c.T)
	do()
	c.db.Kill()
	backup.Up(c.T)
	c.moves(backup)
}

// uncached removes what hosts and commands have copied of the worlds.
func (c *convoy) uncached() {
	c.Helper()
	caches, err := filepath.Glob(filepath.Join(c.home, "*", "cache"))
	if err != nil || len(caches) == 0 {
		c.Fatal(caches, err)
	}
	for _, dir := range caches {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	if err != nil {
		c.Fatal(err)
	}
}

// A command finds that the journal lacks what its host's copy has: the world stands still for all, status ends with 2,
// and the metrics of a host that could not know count it.
func TestACommandStopsAWorldForAll(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.done("log", "north") // the fleet has a name from then on
	c.older(func() { c.done("edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift") })
	c.refused("north stands still on all hosts", "log", "north")
	if code, out := c.fleet("fleet", "status"); code != fault.ExitUsage || !strings.Contains(out, "north: stands still") {
		t.Errorf("status: exit %d\n%s", code, out)
	}
	c.lease = time.Minute
	two := c.start("two")
	c.eventually("the metrics count it", func() bool {
		return strings.Contains(two.metrics(), "\nweltentor_worlds_stopped 1\n")
	})
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the other goes on", func() bool { return c.view().Worlds["south"].Turn == 2 })
	if w := c.view().Worlds["north"]; w.Turn != 1 || w.State != "stopped" {
		t.Errorf("%+v", w)
	}
	c.stop()
}

// `fleet status` looks for the proof itself.
func TestStatusFindsAJournalBehind(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.done("log", "north") // from now on the fleet has a name
	c.older(func() { c.done("edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift") })
	if code, out := c.fleet("fleet", "status"); code != fault.ExitUsage || !strings.Contains(out, "north: stands still") {
		t.Errorf("exit %d\n%s", code, out)
	}
}

// The database comes back from an older backup, and no host has its copies any more, but the archive has one. The
// world stands still before anything is done to it, and goes on from the archive. Mail since then is read again.
func TestAFleetSeesAnOlderJournalByItsArchive(t *testing.T) {
	c, _ := stored(t, "folder", "north")
	c.lease = time.Minute
	c.embark().start("one")
	c.quiet(1)
	c.copied(1)
	c.older(func() {
		c.jumped.Add(int64(25 * time.Hour))
		c.quiet(2)
		c.copied(2)
		c.mail("north", 1)
		c.quiet(2)
		c.stop()
	})
	c.uncached()
	c.refused("north stands still on all hosts", "turn", "north", "--force", "--yes")
	c.start("one")
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("it stands still", func() bool { return c.view().Worlds["north"].State == "stopped" })
	time.Sleep(time.Second)
	if w := c.view().Worlds["north"]; w.Turn != 1 {
		t.Errorf("turn %d", w.Turn)
	}
	c.stop()
	if out := c.done("fleet", "restore", "north"); !strings.Contains(out, "turn 2 awaits orders again") {
		t.Error(out)
	}
	c.start("one")
	c.eventually("the mail is read again", func() bool { return strings.Contains(c.done("log", "north"), "orders") })
	c.jumped.Add(int64(2 * time.Hour))
	c.quiet(3)
	c.stop()
	c.done("fleet", "verify")
}

// A supervisor asks a host whether it is alive, and whether it reaches the journal. The metrics say so too.
func TestAHostSaysHowItIs(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		h.Count.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Code, w.Body.String()
	}
	is := func(ready int, up string) func() bool {
		return func() bool {
			code, _ := ask("/readyz")
			alive, _ := ask("/healthz")
			_, text := ask("/metrics")
			return alive == 200 && code == ready && strings.Contains(text, "\nweltentor_journal_up "+up+"\n") &&
				strings.Contains(text, "\nweltentor_last_look_seconds ")
		}
	}
	if !is(503, "0")() {
		t.Error("it is ready before it has begun")
	}
	c.launch("one", h)
	c.eventually("it is ready", is(200, "1"))
	c.db.Kill()
	c.eventually("it is not ready", is(503, "0"))
	c.db.Up(t)
	c.eventually("it is ready again", is(200, "1"))
	c.stop()
}

// A connection that is dropped in the middle of a command is no fault of the settings.
func TestADroppedConnectionIsLater(t *testing.T) {
	p := tells(t)
	for _, word := range []string{"weltentor.register where key >=", "clock_timestamp()"} {
		p.between.Swallow(word, false, time.Minute)
		p.wants(fault.ExitLater, "nothing was changed", "fleet", "status")
		p.between.Admit()
	}
	p.between.Swallow("weltentor.leases as has", false, time.Minute)
	p.wants(fault.ExitLater, "nothing was changed", "log", "north")
}
