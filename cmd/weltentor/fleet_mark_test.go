//go:build fleet

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fault"
	"weltentor/mailer/imap"
	"weltentor/mailer/wire"
	"weltentor/worlds"
)

// doneFolder is where a fleet.toml that names no other has the mails that were read.
const doneFolder = "Weltentor"

// forge puts a letter with these fields into a folder of the game's mailbox, as another program does.
func (c *convoy) forge(folder string, fields ...string) {
	c.Helper()
	box, err := imapclient.DialInsecure(c.imap, nil)
	if err == nil {
		defer box.Close()
		err = box.Login(stage.GameAddress, stage.Password).Wait()
	}
	if err != nil {
		c.Fatal(err)
	}
	raw := strings.Join(append(fields, "Subject: a mark", "", "x", ""), "\r\n")
	put := box.Append(folder, int64(len(raw)), nil)
	_, err = put.Write([]byte(raw))
	if err = errors.Join(err, put.Close()); err == nil {
		_, err = put.Wait()
	}
	if err != nil {
		c.Fatal(err)
	}
}

// journals are what the marks in the mailbox say of journals, by world.
func (c *convoy) journals() map[string]imap.Journal {
	c.Helper()
	known, err := imap.Remark(c.Context(), imap.Config{Addr: c.imap, TLS: wire.Plain, User: stage.GameAddress,
		Password: stage.Password, Inbox: "INBOX", Processed: doneFolder, Quarantine: "Weltentor-Quarantine"}, nil)
	if err != nil {
		c.Fatal(err)
	}
	out := map[string]imap.Journal{}
	for _, n := range known.Neighbours() {
		if n.Journal.Of != "" {
			out[n.Journal.Of] = n.Journal
		}
	}
	return out
}

// marked waits until the mark of each world says that a turn awaits orders.
func (c *convoy) marked(turn int) {
	c.Helper()
	c.eventually("marks are renewed", func() bool {
		j := c.journals()
		for _, name := range c.worlds {
			if j[name].Turn != turn {
				return false
			}
		}
		return true
	})
}

// bare removes all that the archive of the fleet has.
func (c *convoy) bare() {
	c.Helper()
	if err := os.RemoveAll(filepath.Join(c.home, "vault")); err != nil {
		c.Fatal(err)
	}
}

// The database comes back from an older backup, and neither hosts nor the archive have a copy, but the mailbox has the
// mark. The world stands still before anything is done to it, and goes on from what the journal has. Mail since then
// is read again.
func TestAFleetSeesAnOlderJournalByItsMark(t *testing.T) {
	for _, finds := range []string{"host", "command"} {
		t.Run(finds, func(t *testing.T) {
			c, _ := stored(t, "folder", "north")
			c.lease = time.Minute
			c.embark().start("one")
			c.quiet(1)
			c.marked(1)
			world, _, err := c.reach("shore").Roll().World(t.Context(), "north")
			if err != nil {
				t.Fatal(err)
			}
			old := c.journals()["north"]
			c.older(func() {
				c.mail("north", 1)
				c.mail("north", 2)
				c.quiet(1)
				c.jumped.Add(int64(25 * time.Hour))
				c.quiet(2)
				c.marked(2)
				c.stop()
			})
			for _, proof := range []string{old.Proof, "00"} { // an old mark comes back, and one is forged: they hide nothing
				c.forge(doneFolder, "X-Weltentor-World: "+world.Mark, "X-Weltentor-Inbox: INBOX",
					"X-Weltentor-Journal: "+old.Says()+" "+proof)
			}
			c.uncached()
			c.bare()
			if finds == "command" {
				c.refused("north stands still on all hosts", "turn", "north", "--force", "--yes")
			} else {
				c.start("one")
			}
			view := c.views()
			c.eventually("it stands still", func() bool { return view().Worlds["north"].State == "stopped" })
			time.Sleep(time.Second)
			if w := view().Worlds["north"]; w.Turn != 1 || !strings.Contains(w.Why, "lacks entry") {
				t.Errorf("%+v", w)
			}
			if code, out := c.fleet("fleet", "status"); code != fault.ExitUsage || !strings.Contains(out, "north: stands still") {
				t.Errorf("status: exit %d\n%s", code, out)
			}
			c.refused("north stands still on all hosts", "log", "north")
			c.stop()
			c.bare()
			if out := c.done("fleet", "restore", "north"); !strings.Contains(out, "turn 1 awaits orders again, as the journal has it") {
				t.Error(out)
			}
			c.start("one")
			c.start("two")
			c.eventually("the mails are read again", func() bool {
				return strings.Count(c.done("log", "north"), "a letter with orders is taken") == 2
			})
			c.jumped.Add(int64(2 * time.Hour))
			c.quiet(2)
			c.marked(2)
			c.stop()
			c.done("fleet", "verify")
		})
	}
}

// A mark counts only with the proof that hosts of this fleet wrote it. A forged one stops no world, whether it was
// mailed or put into the folder.
func TestAForgedMarkStopsNoWorld(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.lease = time.Minute
	c.start("one")
	c.quiet(1)
	c.marked(1)
	world, _, err := c.reach("shore").Roll().World(t.Context(), "north")
	if err != nil || world.Mark == "" {
		t.Fatal(world, err)
	}
	j := c.journals()["north"]
	says := func(j imap.Journal) string { return "X-Weltentor-Journal: " + j.Says() + " " + j.Proof }
	far, late, other, noProof := j, j, j, j
	far.At += 1000
	late.Branch = late.Branch.Add(time.Hour)
	other.Hash = strings.Repeat("ab", 32)
	noProof.At, noProof.Proof = j.At+1000, strings.Repeat("00", 32)
	for _, folder := range []string{doneFolder, "INBOX"} {
		for _, line := range []string{"X-Weltentor-Journal: " + strings.Repeat("north ", 10_000), "X-Weltentor-Journal: north",
			says(other), says(noProof), says(late), says(far)} { // none of them hides the real one
			c.forge(folder, "X-Weltentor-World: "+world.Mark, "X-Weltentor-Inbox: INBOX", line)
		}
	}
	view := c.views()
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the game goes on", func() bool {
		v := view()
		return v.Worlds["north"].Turn == 2 && v.Worlds["south"].Turn == 2
	})
	c.marked(2)
	c.end("one")
	c.uncached() // a host without copies goes on too, and so does a command
	c.done("log", "north")
	c.start("two")
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the game goes on", func() bool { return view().Worlds["north"].Turn == 3 })
	c.stop()
	c.done("fleet", "verify")
}

// The normal life of a game stops no world: turns, an undo, another host, a restored copy, and a folder of its own in
// between. Each world always has one mark of the hosts.
func TestMarksStopNoWorldThatGoesOn(t *testing.T) {
	c, _ := stored(t, "folder", "north", "south")
	c.lease = time.Minute
	c.embark().start("one")
	turn := func(n int) {
		t.Helper()
		c.mail("north", 1)
		c.quiet(n - 1)
		c.jumped.Add(int64(25 * time.Hour))
		c.quiet(n)
		c.marked(n)
		if n := len(c.journals()); n != 2 {
			t.Errorf("%d marks, want one a world", n)
		}
	}
	c.quiet(1)
	turn(2)
	turn(3)
	first := c.journals()["north"]
	c.done("undo", "north", "--turn", "2", "--why", "a test", "--yes")
	c.done("undo", "south", "--turn", "2", "--why", "a test", "--yes")
	c.quiet(2)
	c.marked(2)
	if j := c.journals()["north"]; j.At <= first.At || !j.Branch.Equal(first.Branch) {
		t.Errorf("%+v, after %+v", j, first)
	}
	turn(3)
	copied := filepath.Join(c.home, "kept.db")
	c.done("backup", "north", copied)
	turn(4)
	c.end("one")
	c.uncached()
	c.start("two")
	turn(5)
	c.done("restore", "north", copied, "--yes")
	view := c.views()
	c.eventually("the world is as it was", func() bool { return view().Worlds["north"].Turn == 3 })
	dir := filepath.Join(c.home, "away")
	c.done("fleet", "export", "south", dir)
	alone := stage.NewProbe(c, c.now().Add(time.Minute), inProcess(worlds.Rulebooks()...))
	if code, out, errs := alone.Run("cron", dir); code != 0 {
		t.Errorf("cron: exit %d\n%s%s", code, out, errs)
	}
	if _, is := c.journals()["south"]; is {
		t.Error("the mark of the hosts is still there")
	}
	c.done("fleet", "add", dir, "--as", "south")
	c.eventually("its mark is there again", func() bool { _, is := c.journals()["south"]; return is })
	c.end("two")
	c.uncached()
	c.start("one")
	c.eventually("all go on", func() bool {
		v := view()
		return v.Worlds["north"].State == "well" && v.Worlds["south"].State == "well"
	})
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the game goes on", func() bool {
		v := view()
		return v.Worlds["north"].Turn >= 4 && v.Worlds["south"].Turn == 6
	})
	c.stop()
	c.done("fleet", "verify")
}
