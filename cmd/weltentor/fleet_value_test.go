//go:build fleet

package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/resolve/store/disk"
)

// damage replaces values in the register, "" for none, and returns what was there.
func (c *convoy) damage(values map[string]string) (was map[string]string) {
	c.Helper()
	r, was := c.reach("shore").Roll(), map[string]string{}
	for key, value := range values {
		raw, revision, err := r.Get(c.Context(), key)
		next := []byte(value)
		if value == "" {
			next = nil
		}
		if err == nil {
			_, err = r.Put(c.Context(), key, next, revision)
		}
		if err != nil {
			c.Fatal(key, err)
		}
		was[key] = string(raw)
	}
	return was
}

// A value of the register that cannot be read delays only its world, or is reported about its host; status and log
// name it. When it can be read again, the world takes everything that came meanwhile before its turn is resolved.
func TestTheFleetsValueIsOfOneWorld(t *testing.T) {
	c := newConvoy(t, "north", "south", "west", "east", "well").embark()
	c.start("one")
	for _, name := range c.worlds {
		c.mail(name, 1)
	}
	c.quiet(1)
	c.stop()
	bad := map[string]string{"world/north": `{"rulebook":[1,2]}`, "taken/south/main": `{"row":5}`,
		"stopped/west": "\x00\xff", "settings/east": "deadline = [", "host/one": "[]", "host/two": "{",
		"drain/one": "{", "deaf/main": "1", "stuck/well": "{", "archive/one": "{"}
	was := c.damage(bad)
	if err := os.Remove(filepath.Join(c.reach("one").Folder("east"), disk.SettingsName)); err != nil {
		t.Fatal(err) // a host with a good copy of it would need no other
	}
	c.start("one")
	for _, name := range c.worlds {
		c.mail(name, 2)
	}
	c.jumped.Add(int64(25 * time.Hour))
	view := c.views()
	c.eventually("the world that can be read goes on", func() bool {
		w := view().Worlds["well"]
		return w.State == "well" && w.Turn == 2 && w.Waiting == 0 && w.Stuck == nil
	})
	c.eventually("its neighbours' mails wait", func() bool { return c.inbox() == 4 })
	code, said := c.fleet("fleet", "status")
	if code != fault.ExitNo {
		t.Errorf("status: exit %d", code)
	}
	t.Log(said)
	if strings.Contains(said, "{file}") || !strings.Contains(said, "settings/east, line 1: ") {
		t.Error(said)
	}
	v := c.view()
	for key, of := range map[string]string{"world/north": "north", "taken/south/main": "south", "stopped/west": "west",
		"settings/east": "east", "host/two": "two"} {
		if !strings.Contains(said, key) {
			t.Errorf("%s is not said", key)
		}
		if w, is := v.Worlds[of]; is && (w.State != "unreadable" || w.On != "" || key != "world/north" && w.Turn != 1) {
			t.Errorf("%s: %+v", of, w)
		}
		c.told.Lock()
		told := slices.ContainsFunc(c.told.lines, func(l string) bool {
			return strings.Contains(l, key) || strings.Contains(l, "east") && strings.Contains(l, "world.toml")
		})
		c.told.Unlock()
		if !told {
			t.Errorf("no host has told of %s", key)
		}
	}
	if h := v.Hosts["one"]; h.State != "well" || len(v.Deaf) > 0 {
		t.Errorf("%+v, %+v", h, v.Deaf)
	}
	if n := left(c.post.Count(stage.GameAddress, "Weltentor-Quarantine")); n != 0 {
		t.Errorf("%d mails were put aside", n)
	}
	if code, out := c.fleet("fleet", "add", "north"); code != fault.ExitUsage || !strings.Contains(out, "world/north") {
		t.Errorf("add: exit %d, %s", code, out)
	}
	if code, out := c.fleet("fleet", "verify"); code != fault.ExitNo || !strings.Contains(out, "world/north") ||
		!strings.Contains(out, "stopped/west") || !strings.Contains(out, "east/world.toml") {
		t.Errorf("verify: exit %d, %s", code, out)
	}
	if code, out := c.fleet("fleet", "remove", "north"); code != fault.ExitUsage || !strings.Contains(out, "--yes") {
		t.Errorf("remove: exit %d, %s", code, out)
	}
	c.done("fleet", "drain", "two", "--back")
	maps.DeleteFunc(was, func(key, _ string) bool {
		return !slices.Contains([]string{"world/north", "taken/south/main", "stopped/west", "settings/east"}, key)
	})
	c.damage(was)
	c.quiet(2)
	c.stop()
	c.holds()
	for _, name := range c.worlds {
		if n := c.answered("bob@demo.test", "["+name+" Z1] Befehle"); n != 1 {
			t.Errorf("%s: %d receipts for its first turn", name, n)
		}
	}
}
