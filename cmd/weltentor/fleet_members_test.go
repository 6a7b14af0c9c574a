//go:build fleet

package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
)

// Members returns the members of the engine whose clock is put forward.
func (e ahead) Members(ctx context.Context) ([]engine.Member, error) {
	return e.Engine.(engine.Members).Members(ctx)
}

// `fleet status` shows the servers of the journal. One that is away comes first, with what to do, and is the
// exit code.
func TestTheFleetsJournalIsShown(t *testing.T) {
	c := newConvoy(t)
	if out := c.done("fleet", "status"); !strings.HasPrefix(out, c.db.Address+" (PostgreSQL 1") ||
		!strings.Contains(out, "): server of the journal; it takes the changes\n") {
		t.Error(out)
	}
	path := c.config("shore")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	two := strings.Replace(string(text), c.db.Address, c.db.Address+",127.0.0.1:1", 1)
	if err := os.WriteFile(path, []byte(two), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out := c.fleet("fleet", "status")
	if code != fault.ExitNo || !strings.HasPrefix(out, "The journal is in danger: 1 of 2 servers is away. "+
		"Look after them before another one fails.\n127.0.0.1:1: server of the journal; it does not answer: ") ||
		!strings.Contains(out, "\n"+c.db.Address) {
		t.Errorf("exit %d, %s", code, out)
	}
	_, german := c.sh("--lang", "de", "--fleet", path, "fleet", "status")
	if !strings.HasPrefix(german, "Das Journal ist in Gefahr: 1 von 2 Servern fehlt. ") {
		t.Error(german)
	}
	var v fleet.View
	code, out = c.fleet("fleet", "status", "--json")
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != fault.ExitNo || len(v.Members) != 2 ||
		v.Members[0].State != engine.Leader || v.Members[1].State != engine.Away {
		t.Errorf("exit %d, %v, %s", code, err, out)
	}
}

// Two hosts of one name: both say so.
func TestTheFleetsHostsHaveNamesOfTheirOwn(t *testing.T) {
	c := newConvoy(t)
	c.start("one")
	other := c.make("one")
	other.Config.Cache += "-other"
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
	shows := func(want ...string) {
		t.Helper()
		code, out := c.fleet("fleet", "status")
		for _, w := range want {
			if code != fault.ExitNo || !strings.Contains(out, w) { // since no host is at work
				t.Errorf("exit %d, want %q:\n%s", code, w, out)
			}
		}
	}
	zone, _ := time.Now().Zone()
	shows("\nnorth: turn 1, deadline ", " "+zone+"\n")
	c.done("turn", "north", "--force", "--hold", "--yes")
	shows("\nnorth: turn 1 is resolved and held; `weltentor --fleet " + c.config("shore") +
		" turn north --release` sends")
	c.done("turn", "north", "--release")
	shows("\nnorth: turn 2, deadline ")
	c.done("pause", "north")
	shows("\nnorth: turn 2, paused since ", " "+zone+"\n")
	c.done("pause", "north", "--until", c.now().AddDate(0, 0, 3).Format("2006-01-02"))
	shows("\nnorth: turn 2, paused since ", " until ")
	c.jumped.Add(int64(4 * 24 * time.Hour))
	shows("\nnorth: turn 2")
	if w := c.view().Worlds["north"]; w.State == "paused" {
		t.Errorf("%+v", w)
	}
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
