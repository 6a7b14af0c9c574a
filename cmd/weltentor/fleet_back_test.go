//go:build fleet

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store/disk"
)

// meddled is an engine on whose register somebody else works at the same time.
type meddled struct {
	engine.Engine
	before func(key string)
}

func (e meddled) Put(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	e.before(key)
	return e.Engine.Put(ctx, key, value, revision)
}

// meddles makes something else happen before a command first writes a key of the register.
func (c *convoy) meddles(key string, do func()) {
	c.Cleanup(wrapEngine(func(e engine.Engine) engine.Engine {
		return meddled{e, func(k string) {
			if own := do; k == key && own != nil {
				do = nil
				own()
			}
		}}
	}))
}

// New settings undo nothing that is done with the world at the same time.
func TestTheFleetsSettingsUndoNothing(t *testing.T) {
	c := newConvoy(t, "north").embark()
	roll := c.reach("shore").Roll()
	c.meddles("settings/north", func() {
		if err := errors.Join(roll.Raise(t.Context(), "north", 7), roll.Leave(t.Context(), "north", true)); err != nil {
			t.Fatal(err)
		}
	})
	file := filepath.Join(c.home, "new.toml")
	text := strings.Replace(c.done("fleet", "settings", "north"), `name = "north"`, `name = "Nordland"`, 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c.done("fleet", "settings", "north", file)
	e, _, err := roll.World(t.Context(), "north")
	if err != nil || e.Rules != 7 || !e.Leaves || e.Name != "Nordland" || e.Settings != fleet.SumOf([]byte(text)) {
		t.Errorf("%+v, %v", e, err)
	}
}

// A key that letters are signed with must be there for every host: not in the folder that can be deleted.
func TestTheFleetsKeysLieBesideTheFolders(t *testing.T) {
	c := newConvoy(t, "north")
	north := filepath.Join(c.home, "north")
	path := filepath.Join(north, disk.SettingsName)
	toml, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(key string) string {
		text := string(toml)
		for from, to := range map[string]string{`domain = ""`: `domain = "demo.test"`,
			`selector = ""`: `selector = "s"`, `key_file = ""`: fmt.Sprintf("key_file = %q", key)} {
			if !strings.Contains(text, from) {
				t.Fatalf("no %s in\n%s", from, text)
			}
			text = strings.Replace(text, from, to, 1)
		}
		return text
	}
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"dkim.pem", "../keys/dkim.pem", filepath.Join(north, "dkim.pem")} {
		put(path, signed(key))
		c.refused("dkim.key_file", "fleet", "add", north)
	}
	if _, marked, err := disk.Marked(north); marked || err != nil {
		t.Error("a refused world is marked", err)
	}
	put(path, signed(filepath.Join(c.home, "dkim.pem")))
	c.done("fleet", "add", north)
	file := filepath.Join(c.home, "new.toml")
	put(file, signed("dkim.pem"))
	c.refused("dkim.key_file", "fleet", "settings", "north", file)
}

// An export that fails leaves the world with its hosts, and one that is killed can be run again, wherever it was
// killed. A folder that is not its own it does not touch.
func TestTheFleetsExportThatFails(t *testing.T) {
	c := newConvoy(t, "north").embark()
	out := filepath.Join(c.home, "out")
	if code, said := c.fleet("fleet", "export", "north", filepath.Join(c.home, "nowhere", "out")); code == 0 {
		t.Errorf("exit %d, %s", code, said)
	}
	if w := c.view().Worlds["north"]; w.Turn != 1 || w.State == "leaves" {
		t.Errorf("after an export that failed: %+v", w)
	}
	own := filepath.Join(out+".half", "notes.txt")
	if err := errors.Join(os.Mkdir(out+".half", 0o700), os.WriteFile(own, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	c.refused("choose another name", "fleet", "export", "north", out)
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(out + ".half"); err != nil {
		t.Fatal(err)
	}
	// Killed before the folder is renamed, and after it: everything there is made anew.
	roll, ctx := c.reach("shore").Roll(), t.Context()
	for _, dir := range []string{out + ".half", out} {
		if err := errors.Join(os.Mkdir(dir, 0o700), roll.Leave(ctx, "north", true),
			disk.PutMark(dir, disk.Mark{World: "north", Exported: true})); err != nil {
			t.Fatal(err)
		}
		if code, said := c.fleet("fleet", "status"); code != fault.ExitNo || !strings.Contains(said, "fleet export north") {
			t.Errorf("status: exit %d, %s", code, said)
		}
		if code, said := c.sh("pause", dir); code == 0 {
			t.Errorf("the half folder goes on: %s", said)
		}
	}
	c.done("pause", "north") // it is still the fleet's
	c.meddles("world/north", func() {
		if code, said := c.sh("cron", out); code == 0 {
			t.Errorf("both go on: %s", said)
		}
	})
	c.done("fleet", "export", "north", out+"/")
	if code, said := c.sh("status", out); code != 0 || !strings.Contains(said, "paused") {
		t.Errorf("exit %d, %s", code, said)
	}
	// Killed when the world was off the roll.
	if err := disk.PutMark(out, disk.Mark{World: "north", Exported: true}); err != nil {
		t.Fatal(err)
	}
	c.refused("no world south", "fleet", "export", "south", filepath.Join(c.home, "x"))
	c.refused("exists; choose another name", "fleet", "export", "south", out)
	c.done("fleet", "export", "north", out)
	if code, said := c.sh("verify", out); code != 0 {
		t.Errorf("exit %d, %s", code, said)
	}
}

// The journal has lost entries. The host that notices it first need not have the newest copy; the one that has it is
// named as soon as it runs. Then the manual's way back, step by step. Nothing that was answered is lost, and caches
// that are newer than the new journal stop no world.
func TestAFleetsWayBack(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("two")
	c.quiet(1)
	c.end("two")
	early := c.head("north")
	c.start("one")
	c.mail("north", 1)
	c.quiet(1)
	c.mail("north", 2)
	c.quiet(1)
	c.end("one")
	if late := c.head("north"); late < early+3 {
		t.Fatalf("from %d to %d", early, late)
	}
	db, err := pgx.Connect(t.Context(), c.db.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if _, err := db.Exec(t.Context(), "delete from weltentor.entries where log = 'world/north' and number >= $1",
		int64(early)); err != nil {
		t.Fatal(err)
	}
	c.mail("north", 1)
	c.start("two")
	view := c.views()
	told := func(host string) bool {
		letters := c.to("ops@demo.test")
		return len(letters) > 0 && view().Worlds["north"].Copy == host &&
			slices.Contains(strings.Fields(letters[len(letters)-1].Body), host)
	}
	c.eventually("the host that runs is named", func() bool { return told("two") })
	c.start("one")
	c.eventually("the host with the newest copy is named", func() bool { return told("one") })
	if code, out := c.fleet("fleet", "status"); code != fault.ExitUsage || !strings.Contains(out, "is on one") {
		t.Errorf("status: exit %d, %s", code, out)
	}
	c.stop()
	if n := len(c.to("ops@demo.test")); n != 2 {
		t.Errorf("%d letters to the operator", n)
	}
	// The way back.
	again := filepath.Join(c.home, "back")
	if err := os.Mkdir(again, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, from := range map[string]string{disk.FileName: c.reach("one").Folder("north"),
		disk.SettingsName: filepath.Join(c.home, "north")} {
		raw, err := os.ReadFile(filepath.Join(from, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(again, name), raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	c.done("fleet", "remove", "north", "--yes")
	for _, command := range []string{"adopt", "verify"} {
		if code, out := c.sh(command, again); code != 0 {
			t.Fatalf("%s: exit %d, %s", command, code, out)
		}
	}
	c.done("fleet", "add", again, "--as", "north")
	c.start("one")
	c.start("two")
	c.quiet(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.stop()
	c.holds()
}

// The commands of the manual are run as they stand there, when a host without the newest copy has gone on: a mail that
// it took is read again.
func TestAFleetsManualBringsAWorldBack(t *testing.T) {
	commands := manualCommands(t, map[string]string{"en": "Bring back a world that stands still",
		"de": "Eine Welt zurückholen, die stillsteht"})
	if len(commands) != 5 {
		t.Fatalf("%q", commands)
	}
	c := newConvoy(t, "bovistan").embark()
	c.start("two")
	c.mail("bovistan", 1)
	c.quiet(1)
	c.end("two")
	early := c.head("bovistan")
	c.start("one")
	c.mail("bovistan", 2)
	c.quiet(1)
	c.end("one")
	db, err := pgx.Connect(t.Context(), c.db.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close(context.WithoutCancel(t.Context()))
	if _, err := db.Exec(t.Context(), "delete from weltentor.entries where log = 'world/bovistan' and number > $1",
		int64(early)); err != nil {
		t.Fatal(err)
	}
	c.mail("bovistan", 1)
	c.start("two")
	c.quiet(1)
	c.end("two")
	c.start("one")
	c.mail("bovistan", 2)
	view := c.views()
	c.eventually("it stands still", func() bool { return view().Worlds["bovistan"].State == "stopped" })
	c.stop()
	dir, copied := filepath.Join(c.home, "back", "bovistan"), filepath.Join(c.home, "back", "bovistan.db")
	toml := c.done("fleet", "settings", "bovistan")
	raw, err := os.ReadFile(filepath.Join(c.reach("one").Folder("bovistan"), disk.FileName))
	if err := errors.Join(err, os.MkdirAll(dir, 0o700), os.WriteFile(copied, raw, 0o600),
		os.WriteFile(filepath.Join(dir, disk.SettingsName), []byte(toml), 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(dir))
	for _, command := range commands[1:] {
		command = strings.TrimPrefix(command, "weltentor ")
		if args, is := strings.CutPrefix(command, "--fleet fleet.toml "); is {
			c.done(strings.Fields(args)...)
		} else if code, out := c.sh(strings.Fields(command)...); code != 0 {
			t.Fatalf("%s: exit %d, %s", command, code, out)
		}
	}
	c.start("two")
	c.eventually("the mail is read again", func() bool {
		code, out := c.fleet("orders", "bovistan", "1")
		return code == 0 && strings.Contains(out, "K.M 1 1003")
	})
	c.quiet(1)
	if out := c.done("orders", "bovistan", "2"); !strings.Contains(out, "K.M 1 1004") {
		t.Error(out)
	}
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.stop()
	c.done("fleet", "verify")
}
