//go:build fleet

package fleet_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Two hosts of one name: both say so.
func TestTheFleetsHostsHaveNamesOfTheirOwn(t *testing.T) {
	c := newConvoy(t)
	c.start("one")
	other := c.make("one")
	other.Tell = func(_ string, err error) { c.told.add("the other: " + err.Error()) }
	c.launch("other", other)
	for _, who := range []string{"one: : ", "the other: "} {
		c.eventually("it says so", func() bool {
			c.told.Lock()
			defer c.told.Unlock()
			return slices.ContainsFunc(c.told.lines, func(l string) bool {
				return strings.HasPrefix(l, who) && strings.Contains(l, "another host of the fleet is called one too")
			})
		})
	}
	c.stop()
}

// `fleet status` shows a held turn, and a pause.
func TestTheFleetsStatusTellsWhyAWorldWaits(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	shows := func(want ...string) { // once a host has looked at the world
		t.Helper()
		for _, w := range want {
			c.eventually(w, func() bool { return strings.Contains(c.done("fleet", "status"), w) })
		}
	}
	zone, _ := time.Now().Zone()
	shows("\nnorth: turn 1, deadline ", " "+zone+"\n")
	c.done("turn", "north", "--force", "--hold", "--yes")
	shows("\nnorth: turn 1 is resolved and held; `weltentor --fleet " + c.config("shore") +
		" turn north --release` sends")
	c.done("turn", "north", "--release")
	shows("\nnorth: turn 2, deadline ")
	c.done("pause", "north", "--yes")
	shows("\nnorth: turn 2, paused since ", " "+zone+"\n")
	c.done("pause", "north", "--yes", "--until", c.now().AddDate(0, 0, 3).Format("2006-01-02"))
	shows("\nnorth: turn 2, paused since ", " until ")
	c.jump(4 * 24 * time.Hour)
	c.eventually("the pause is over", func() bool { return c.view().Worlds["north"].State != "paused" })
	c.stop()
}

// What is missing is named with its file and key. `doctor` looks at a world of the fleet as its hosts do, whatever
// marks are in the mailbox.
func TestTheFleetSaysWhatIsMissing(t *testing.T) {
	c := newConvoy(t, "north").embark()
	bare := filepath.Join(c.home, "bare")
	if code, out := c.sh("new", bare, "--size", "30x30"); code != 0 {
		t.Fatal(out)
	}
	if out := c.done("fleet", "add", bare); !strings.Contains(out, "\nbare reads no mailbox: imap.host is empty") ||
		!strings.Contains(out, "\nbare sends no letters: smtp.host is empty") {
		t.Error(out)
	}
	_, out := c.fleet("doctor", "north", "--wait", "1")
	for _, check := range []string{"place", "lock", "mailbox (IMAP)", "outgoing mail (SMTP)"} {
		if !strings.Contains(out, "ok        "+check+"\n") {
			t.Errorf("%s is not well:\n%s", check, out)
		}
	}
	if strings.Contains(out, "cron") {
		t.Error(out)
	}
	path := c.config("shore")
	for _, file := range []struct{ name, key string }{{"mail", "mailbox.password_file"},
		{"db", "postgres.password_file"}} {
		if err := os.Remove(filepath.Join(filepath.Dir(path), file.name)); err != nil {
			t.Fatal(err)
		}
		args := []string{"doctor", "north"}
		if file.name == "db" {
			args = []string{"fleet", "status"}
		}
		if code, out := c.fleet(args...); code == 0 || !strings.Contains(out, path+": "+file.key+": the password in ") {
			t.Errorf("exit %d, %s", code, out)
		}
	}
}
