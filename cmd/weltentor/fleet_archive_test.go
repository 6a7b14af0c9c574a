//go:build fleet

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/archive/s3test"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// stored is a fleet whose archive is in a store, or in one folder for all.
func stored(t *testing.T, how string, names ...string) (*convoy, *s3test.Server) {
	t.Helper()
	c, d := unfounded(t, names...), (*s3test.Server)(nil)
	c.archive = fmt.Sprintf("archive = %q", filepath.Join(c.home, "vault"))
	if how == "store" {
		d = s3test.Start(t, false)
		c.archive = fmt.Sprintf("[s3]\nendpoint = %q\nbucket = %q\nprefix = \"games\"\naccess_key = %q\n"+
			"secret_file = \"s3\"\npath_style = true\n", d.URL, s3test.Bucket, s3test.Key)
	}
	return overPostgres(c), d
}

// vault is the fleet's archive.
func (c *convoy) vault() *archive.Archive {
	c.Helper()
	ch, err := config.Read(c.config("shore"))
	if err != nil {
		c.Fatal(err)
	}
	a, err := commands.ArchiveOf(ch, noEnv)
	if err != nil {
		c.Fatal(err)
	}
	return a
}

// copied waits until the archive has a copy of each world that awaits a turn's orders.
func (c *convoy) copied(turn int) {
	c.Helper()
	a := c.vault()
	c.eventually("copies are made", func() bool {
		for _, name := range c.worlds {
			copies, err := a.Copies(c.Context(), name)
			if err != nil {
				c.Fatal(err)
			}
			if len(copies) == 0 || copies[len(copies)-1].Turn != turn {
				return false
			}
		}
		return true
	})
}

// lose puts an empty database in the place of the fleet's. A second goes by at least, as with every operator: the
// time in seconds is part of a letter's Message-ID.
func (c *convoy) lose() {
	c.Helper()
	c.jumped.Add(int64(2 * time.Second))
	c.db.Kill()
	c.moves(server.Start(c.T))
}

// moves puts another database in the place of the fleet's.
func (c *convoy) moves(to *server.Server) {
	c.Helper()
	old := c.db.Address
	c.db = to
	files, err := filepath.Glob(filepath.Join(c.home, "*", "fleet.toml"))
	if err != nil {
		c.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(file, bytes.ReplaceAll(raw, []byte(old), []byte(c.db.Address)), 0o600)
		}
		if err != nil {
			c.Fatal(err)
		}
	}
}

// The database is lost: the archive brings all worlds back, and the game goes on. What players mailed after the
// last copies is read again. No letter leaves a second time that a copy knows of.
func TestAFleetComesBackFromItsArchive(t *testing.T) {
	for _, how := range []string{"folder", "store"} {
		t.Run(how, func(t *testing.T) {
			c, _ := stored(t, how, "north", "south")
			c.lease = time.Minute // nobody dies, and nobody is to complain
			c.embark().start("one")
			c.quiet(1)
			c.mail("north", 1)
			c.mail("south", 2)
			c.quiet(1)
			c.jumped.Add(int64(25 * time.Hour))
			c.quiet(2)
			c.copied(2)
			before := len(c.ledger().came)
			c.mail("north", 1) // no copy has it
			c.quiet(2)
			if n := len(c.ledger().came); n != before+1 {
				t.Fatalf("%d letters, want a receipt more than %d", n, before)
			}
			c.stop()
			c.mail("south", 1)
			c.lose()
			if out := c.done("fleet", "status"); !strings.Contains(out, "no worlds yet") {
				t.Fatal(out)
			}
			out := c.done("fleet", "restore")
			for _, name := range c.worlds {
				if !strings.Contains(out, name+": turn 2 awaits orders again") {
					t.Error(out)
				}
			}
			if out := c.done("fleet", "restore"); !strings.Contains(out, "nothing was changed") {
				t.Error(out)
			}
			c.refused("has the world north already", "fleet", "restore", "north")
			c.refused("no whole copy of nowhere", "fleet", "restore", "nowhere")
			c.start("one") // whose copies belong to another journal
			c.start("two")
			c.eventually("the mail is read again", func() bool {
				code, out := c.fleet("orders", "north", "1")
				return code == 0 && strings.Contains(out, "K.M 1 1003")
			})
			c.quiet(2)
			if n := len(c.ledger().came); n != before+3 {
				t.Errorf("%d letters, want receipts of the mail read again and of the new one, after %d", n, before+1)
			}
			c.jumped.Add(int64(25 * time.Hour))
			c.quiet(3)
			c.stop()
			if n := len(c.ledger().came); n != before+7 {
				t.Errorf("%d letters, want four reports after %d", n, before+3)
			}
			for id, bytes := range c.ledger().came {
				if len(bytes) > 1 {
					t.Errorf("%s came with %d contents", id, len(bytes))
				}
			}
			c.done("fleet", "verify")
			for _, name := range c.worlds {
				dir := filepath.Join(c.home, name+"-again")
				c.done("fleet", "export", name, dir)
				if code, out := c.sh("verify", dir); code != 0 {
					t.Errorf("exit %d, %s", code, out)
				}
			}
			if len(c.told.lines) > 0 {
				t.Errorf("the hosts complain:\n%s", strings.Join(c.told.lines, "\n"))
			}
		})
	}
}

// A damaged copy is skipped, and the one before is used.
func TestAFleetPassesOverADamagedCopy(t *testing.T) {
	c, _ := stored(t, "folder", "north")
	c.embark().start("one")
	c.quiet(1)
	c.copied(1)
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.copied(2)
	c.stop()
	copies, err := c.vault().Copies(t.Context(), "north")
	if err != nil || len(copies) != 2 {
		t.Fatal(copies, err)
	}
	file := filepath.Join(c.home, "vault", copies[1].Store)
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)/2] ^= 1
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	c.lose()
	out := c.done("fleet", "restore", "north")
	if !strings.Contains(out, "turn 1 awaits orders again") || !strings.Contains(out, "is damaged") {
		t.Error(out)
	}
	c.start("one")
	c.quiet(2)
	c.stop()
	c.done("fleet", "verify")
}

// A world that has left the fleet does not come back; what was dropped is in the archive no more.
func TestAFleetsArchiveLetsGo(t *testing.T) {
	c, _ := stored(t, "store", "north", "south")
	c.embark().start("one")
	c.quiet(1)
	c.copied(1)
	c.stop()
	c.done("fleet", "export", "north", filepath.Join(c.home, "north-again"))
	c.done("fleet", "remove", "south", "--yes")
	for world, want := range map[string]int{"north": 1, "south": 1} {
		if names, err := c.vault().List(t.Context(), world+"/"); err != nil || len(names) != want {
			t.Errorf("%s: %v, %v", world, names, err)
		}
	}
	if out := c.done("fleet", "restore"); !strings.Contains(out, "nothing was changed") {
		t.Error(out)
	}
	c.done("fleet", "remove", "north")
	if names, err := c.vault().List(t.Context(), "north/"); err != nil || len(names) > 0 {
		t.Error(names, err)
	}
}

// held returns all bytes that engine and archive have of a world.
func (c *convoy) held(f *fleet.Fleet, world string) (all [][]byte) {
	c.Helper()
	for p, err := range f.Journal.Read(c.Context(), world, 0) {
		if err != nil {
			c.Fatal(err)
		}
		all = append(all, p.Pages)
	}
	for _, log := range []string{"world/" + world, "mail/main"} {
		for e, err := range f.Engine.Read(c.Context(), log, 0) {
			if err != nil {
				c.Fatal(err)
			}
			all = append(all, e.Head, e.Data)
		}
	}
	register, err := f.Engine.All(c.Context(), "")
	if err != nil {
		c.Fatal(err)
	}
	for _, value := range register {
		all = append(all, value)
	}
	return append(all, c.shelved(c.vault().Place)...)
}

// shelved are all files of an archive.
func (c *convoy) shelved(at archive.Place) (all [][]byte) {
	c.Helper()
	names, err := at.List(c.Context(), "")
	if err != nil {
		c.Fatal(err)
	}
	for _, name := range names {
		r, err := at.Get(context.WithoutCancel(c.Context()), name)
		if errors.Is(err, archive.ErrNone) {
			continue // a host has removed it meanwhile
		}
		if err != nil {
			c.Fatal(err)
		}
		raw, err := io.ReadAll(r)
		r.Close()
		if err != nil {
			c.Fatal(err)
		}
		all = append(all, raw)
	}
	return all
}

// count counts how often a text is in bytes, including what is packed in them.
func count(all [][]byte, text string) (n int) {
	for _, raw := range all {
		unpacked(raw, func(b []byte) { n += bytes.Count(b, []byte(text)) })
	}
	return n
}

// What was forgotten is neither in the engine nor in the archive any more after the next copy.
func TestAFleetForgetsInItsArchive(t *testing.T) {
	for _, how := range []string{"folder", "store"} {
		t.Run(how, func(t *testing.T) {
			c, _ := stored(t, how, "north")
			c.embark().start("one")
			c.quiet(1)
			c.mail("north", 2)
			c.quiet(1)
			c.jumped.Add(int64(25 * time.Hour))
			c.quiet(2)
			c.copied(2)
			c.end("one")
			const address = "bob@demo.test"
			f := c.reach("shore")
			shelf := func() int { return count(c.shelved(c.vault().Place), address) }
			if n, in := count(c.held(f, "north"), address), shelf(); n == 0 || in == 0 {
				t.Fatalf("before it was forgotten the address is there %d times, and in the archive %d times", n, in)
			}
			c.done("realm", "forget", "north", "2", "--why", "his wish", "--yes")
			c.start("one")
			c.eventually("it is forgotten", func() bool { return count(c.held(f, "north"), address) == 0 })
			c.eventually("the archive has one copy", func() bool { return len(c.shelved(c.vault().Place)) == 2 })
			if n := count(c.held(f, "north"), "anna@demo.test"); n == 0 {
				t.Error("the other player is gone as well")
			}
			c.stop()
			c.done("fleet", "verify")
		})
	}
}

// Parts of a journal that are young when it is trimmed can go an hour later: the host looks again then.
func TestAFleetTrimsYoungPartsLater(t *testing.T) {
	c := newConvoy(t, "north").embark()
	one := c.make("one")
	trim, trims := one.Trim, atomic.Int64{}
	one.Fleet.Trim = func(ctx context.Context, world string, stored time.Time) error {
		defer trims.Add(1)
		return trim(ctx, world, stored)
	}
	c.launch("one", one)
	c.quiet(1)
	c.eventually("it is trimmed", func() bool { return trims.Load() == 1 })
	c.jumped.Add(int64(engine.Grace + 2*time.Minute))
	c.eventually("it is trimmed again", func() bool { return trims.Load() == 2 })
	c.jumped.Add(int64(engine.Grace + 2*time.Minute))
	time.Sleep(time.Second) // twenty looks
	if n := trims.Load(); n != 2 {
		t.Errorf("it was trimmed %d times, and there was nothing new", n)
	}
	c.stop()
}

// An archive that fails delays no turn. Status, metrics and, after an hour, a letter to the operator report it. Its
// secret is in none of them, nor anywhere else.
func TestAFleetGoesOnWithoutItsArchive(t *testing.T) {
	c, d := stored(t, "store", "north")
	d.Refuse.Store(true)
	c.embark()
	one := c.start("one")
	c.quiet(1)
	view, f := c.views(), c.reach("shore")
	failing := func() bool { return view().Hosts["one"].Archive != nil }
	c.eventually("it is seen", failing)
	if out := c.done("fleet", "status"); !strings.Contains(out, "its archive has failed since") ||
		!strings.Contains(out, "bucket vault") {
		t.Error(out)
	}
	for _, line := range []string{"\nweltentor_archive_failing 1\n", "\nweltentor_archive_waiting 1\n"} {
		if !strings.Contains(one.metrics(), line) {
			t.Error(one.metrics())
		}
	}
	c.jumped.Add(int64(25 * time.Hour))
	c.quiet(2)
	c.eventually("the operator knows", func() bool { return len(c.to("ops@demo.test")) > 0 })
	d.Refuse.Store(false)
	c.copied(2)
	c.eventually("it is over", func() bool { return !failing() })
	if !strings.Contains(one.metrics(), "\nweltentor_archive_failing 0\n") {
		t.Error(one.metrics())
	}
	c.stop()
	letters := c.to("ops@demo.test")
	if len(letters) != 1 || !strings.Contains(letters[0].Body, "one") || !strings.Contains(letters[0].Body, "[s3]") {
		t.Errorf("%d letters: %+v", len(letters), letters)
	}
	all := append(c.held(f, "north"), []byte(strings.Join(c.told.lines, "\n")+d.Heard()+one.metrics()))
	for _, l := range c.post.Letters() {
		all = append(all, l.Raw)
	}
	if n := count(all, s3test.Secret); n > 0 {
		t.Errorf("the secret is there %d times", n)
	}
	if planted := append(all, []byte("a planted "+s3test.Secret)); count(planted, s3test.Secret) != 1 {
		t.Error("a planted one is not found")
	}
}

// The commands of the manual that bring a fleet back are run as they stand there, in both languages.
func TestAFleetsManualBringsItBack(t *testing.T) {
	for _, lang := range []string{"en", "de"} {
		t.Run(lang, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "fleet."+lang+".md"))
			if err != nil {
				t.Fatal(err)
			}
			var lines []string
			title := map[string]string{"en": "\n## The archive\n", "de": "\n## Das Archiv\n"}[lang]
			_, section, _ := strings.Cut(string(raw), title)
			section, _, _ = strings.Cut(section, "\n## ")
			for line := range strings.Lines(section) {
				if args, is := strings.CutPrefix(line, "weltentor --fleet fleet.toml "); is {
					lines = append(lines, strings.TrimSpace(args))
				}
			}
			if len(lines) != 4 {
				t.Fatalf("%q", lines)
			}
			c, _ := stored(t, "folder", "bovistan")
			c.embark().start("shore")
			c.quiet(1)
			c.copied(1)
			c.mail("bovistan", 1)
			c.quiet(1)
			c.end("shore")
			c.lose()
			for _, command := range lines[:2] {
				c.done(strings.Fields(command)...)
			}
			code, out := c.fleet(strings.Fields(lines[2])...)
			if code != fault.ExitNo || !strings.Contains(out, "No host is at work") ||
				!strings.Contains(out, "bovistan: turn 1") {
				t.Errorf("exit %d, want 1 as long as no host is started:\n%s", code, out)
			}
			c.start("shore")
			c.quiet(1)
			c.stop()
			kept, err := filepath.Glob(filepath.Join(c.home, "shore", "cache", "bovistan", "backups", "replaced-*.db"))
			if err != nil || len(kept) != 1 {
				t.Fatal(kept, err)
			}
			args := strings.Fields(lines[3])
			args[2] = kept[0]
			c.done(append(args, "--yes")...)
			if out := c.done("orders", "bovistan", "1"); !strings.Contains(out, "K.M 1 1001") {
				t.Error(out)
			}
			c.done("fleet", "verify")
		})
	}
}
