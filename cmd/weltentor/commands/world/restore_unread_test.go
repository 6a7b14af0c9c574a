package world_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
)

// ruins are what may be left of a store that cannot be read.
var ruins = map[string]func(path string) error{
	"truncated": func(path string) error { return os.Truncate(path, 20_000) },
	"cut off":   func(path string) error { return os.Truncate(path, 5_000) },
	"empty":     func(path string) error { return os.Truncate(path, 0) },
	"missing":   os.Remove,
	"a text":    func(path string) error { return os.WriteFile(path, []byte("damaged"), 0o600) },
}

// Where the present store cannot be read, all letters are read again that the backup does not know: each once,
// and no mark of the world, nor what is known.
func TestRestoreOfWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	for name, ruin := range ruins {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := clitest.NewTable(t)
			identity := d.Join()
			d.Mail("zero", identity+clitest.SomeOrders)
			d.CronSays(complaint.ExitDone, "")
			backup := filepath.Join(t.TempDir(), "backup.db")
			d.Done("backup", d.Dir, backup)
			d.Now = d.Now.Add(time.Hour)
			d.Mail("one", identity+strings.Replace(clitest.SomeOrders, "Ist hier jemand?", "Eins.", 1))
			d.Mail("two", identity+clitest.LaterOrders)
			d.CronSays(complaint.ExitDone, "")
			d.Run("doctor", d.Dir, "--wait", "5") // its letter is put away, too
			force := d.Done("orders", d.Dir, "1")
			letters, put := len(d.Post.Letters()), aside(d)
			if err := ruin(filepath.Join(d.Dir, "world.db")); err != nil {
				t.Fatal(err)
			}
			before := d.Sums()
			if code, _, errs := d.Run("restore", d.Dir, backup); code != complaint.ExitUsage ||
				!strings.Contains(errs, "nothing has changed") || !slices.Equal(d.Sums(), before) {
				t.Fatalf("without a yes: exit %d, %q", code, errs)
			}
			d.Says("restore", d.Done("restore", d.Dir, backup, "--yes"),
				"The store in its place cannot be read, so nobody can say what is lost.\n",
				"The next poll reads again all letters in Weltentor that the backup does not know.",
				"Turn 1 awaits orders.")
			if code, out, _ := d.Run("turn", d.Dir); code != complaint.ExitDone || !strings.Contains(d.Stands(),
				"have not been read again") {
				t.Errorf("the turn does not wait for the letters: exit %d, %s", code, out)
			}
			d.CronSays(complaint.ExitDone, "")
			if again := d.Done("orders", d.Dir, "1"); d.Bare(again) != d.Bare(force) {
				t.Errorf("in force is\n%swas\n%s", again, force)
			}
			d.Says("the log", d.Done("log", d.Dir), "3 letters are read again after the backup was restored")
			got := d.Post.Letters()[letters:]
			if len(got) != 4 { // two receipts, and their messages to the game master
				t.Errorf("%d letters have left again", len(got))
			}
			for _, l := range got {
				if l.To == clitest.Player && !strings.Contains(string(l.Raw), "aus einer Sicherung wiederhergestellt") {
					t.Errorf("a receipt says\n%s", l.Raw)
				}
			}
			d.Now = d.Now.Add(5 * time.Minute)
			d.CronSays(complaint.ExitDone, "")
			if n := len(d.Post.Letters()); n != letters+4 || aside(d) != put {
				t.Errorf("%d letters in the end, %d mails put away, %d before", n, aside(d), put)
			}
			if out := d.Stands(); strings.Contains(out, "read again") {
				t.Errorf("status:\n%s", out)
			}
			d.Done("verify", d.Dir)
		})
	}
}

// aside is how many mails are in the folder for those that were read, without marks.
func aside(d *clitest.Table) int {
	n, _ := d.Post.Count(clitest.Address, "Weltentor")
	return n - d.Post.CountWith(clitest.Address, "Weltentor", "X-Weltentor-World")
}

// If a turn is lost with a store that cannot be read, what came after its deadline is for the next one. The turn
// ends as it did.
func TestRestoreOfWhatCannotBeReadBeforeATurn(t *testing.T) {
	t.Parallel()
	for _, early := range []string{"false", "true"} {
		d := clitest.NewTable(t)
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"early": early})
		identity := d.Join()
		d.CronSays(complaint.ExitDone, "")
		d.Mail("one", identity+clitest.Recruits+clitest.SomeOrders)
		d.CronSays(complaint.ExitDone, "")
		if early == "false" {
			d.Now = clitest.Friday.Add(time.Minute)
			d.CronSays(complaint.ExitDone, "")
		}
		d.Turn(2)
		first := d.Done("verify", d.Dir)
		d.Now = d.Now.Add(time.Hour)
		d.Mail("two", identity+clitest.LaterOrders)
		backup := filepath.Join(t.TempDir(), "before.db.zst")
		raw, err := os.ReadFile(filepath.Join(d.Dir, "backups", "before-turn-00001.db.zst"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(backup, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		d.Done("poll", d.Dir)
		force := d.Done("orders", d.Dir, "1")
		if err := os.Remove(filepath.Join(d.Dir, "world.db")); err != nil {
			t.Fatal(err)
		}
		d.Done("restore", d.Dir, backup, "--yes")
		d.Turn(1)
		d.CronSays(complaint.ExitDone, "")
		d.Turn(2)
		if again := d.Done("verify", d.Dir); again != first {
			t.Errorf("early %s: turn 1 is\n%swas\n%s", early, again, first)
		}
		d.Now = d.Now.Add(5 * time.Minute)
		d.Done("poll", d.Dir)
		again := d.Done("orders", d.Dir, "1")
		if d.Bare(again) != d.Bare(force) || !strings.Contains(force, "wer seid") {
			t.Errorf("early %s: in force is\n%swas\n%s", early, again, force)
		}
	}
}

// Two backups are restored, the second before letters were read again. No letters are lost.
func TestRestoreAfterARestore(t *testing.T) {
	t.Parallel()
	for _, ruined := range []bool{false, true} {
		d := clitest.NewTable(t)
		identity := d.Join()
		d.CronSays(complaint.ExitDone, "")
		first, second := filepath.Join(t.TempDir(), "first.db"), filepath.Join(t.TempDir(), "second.db")
		d.Done("backup", d.Dir, first)
		d.Mail("one", identity+clitest.SomeOrders)
		d.CronSays(complaint.ExitDone, "")
		d.Done("backup", d.Dir, second)
		d.Mail("two", identity+clitest.LaterOrders)
		d.CronSays(complaint.ExitDone, "")
		force := d.Done("orders", d.Dir, "1")
		if ruined {
			d.Write("world.db", "damaged")
		}
		d.Done("restore", d.Dir, first, "--yes")
		d.Done("restore", d.Dir, second, "--yes")
		d.CronSays(complaint.ExitDone, "")
		if again := d.Done("orders", d.Dir, "1"); d.Bare(again) != d.Bare(force) {
			t.Errorf("ruined %t: in force is\n%swas\n%s", ruined, again, force)
		}
		d.Done("verify", d.Dir)
	}
}

// A store that is a link is not one that cannot be read: nothing is replaced, and what came since stays known.
func TestRestoreOfALink(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.CronSays(complaint.ExitDone, "")
	backup, elsewhere := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "elsewhere.db")
	d.Done("backup", d.Dir, backup)
	path := filepath.Join(d.Dir, "world.db")
	if err := os.Rename(path, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, path); err != nil {
		t.Fatal(err)
	}
	code, _, errs := d.Run("restore", d.Dir, backup, "--yes")
	if code != complaint.ExitUsage || !strings.Contains(errs, d.Dir+": other users can read this world: "+path+" is a link") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if to, err := os.Readlink(path); to != elsewhere || err != nil {
		t.Errorf("the link is %q, %v", to, err)
	}
	if err := os.Rename(elsewhere, path); err != nil {
		t.Fatal(err)
	}
	d.Says("restore", d.Done("restore", d.Dir, backup, "--yes"), "The world awaits the same turn.")
	d.CronSays(complaint.ExitDone, "")
}
