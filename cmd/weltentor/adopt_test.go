package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/mailer/mailertest"
	"weltentor/worlds"
)

// onMachine is the program on a machine of a name.
func onMachine(name string) stage.Program {
	return func(ctx context.Context, args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		env := func(key string) string {
			if key == machineVar {
				return name
			}
			return noEnv(key)
		}
		code = run(ctx, args, strings.NewReader(""), &o, &e, env, worlds.Rulebooks())
		return code, o.String(), e.String()
	}
}

const (
	hereMachine  = "3d1219c7c4c5404aaa1f6d2a48adfda4"
	thereMachine = "77d9a1b0e2f84c6c9a55d3c1f00b2a61"
)

// mailing is a world with a realm that mails from a machine, and has; one mail waits for it.
func mailing(t *testing.T) *table {
	t.Helper()
	d := newTable(t)
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte(stage.Password), 0o600); err != nil {
		t.Fatal(err)
	}
	d.settle(d.post.IMAP(), d.post.SMTP(), map[string]string{"imap.password_file": tomlString(secret),
		"smtp.password_file": tomlString(secret)})
	d.move("", onMachine(hereMachine))
	identity := d.join()
	d.cronSays(exitDone, "")
	d.mail("orders", identity+someOrders)
	return d
}

// move goes on with the world in another folder and on another machine; "": in the same.
func (d *table) move(dir string, on stage.Program) {
	p := stage.NewProbe(d.T, d.Now, on)
	if p.Dir = d.Dir; dir != "" {
		p.Dir = dir
	}
	d.Probe = p
}

// copied is the world's folder, copied by a program as game masters do it.
func (d *table) copied(program ...string) (dir string) {
	d.T.Helper()
	dir = filepath.Join(d.T.TempDir(), "copied")
	out, err := exec.Command(program[0], append(program[1:], d.Dir+"/.", dir)...).CombinedOutput()
	if err != nil {
		d.T.Fatalf("%v: %v\n%s", program, err, out)
	}
	return dir
}

// standsStill holds that the world neither takes in nor sends a mail, whatever is asked of
// it, and says why once a day; whoever only looks sees it.
func (d *table) standsStill(what string) {
	d.T.Helper()
	inbox, _ := d.post.Count(deskAddress, "INBOX")
	put, _ := d.post.Count(deskAddress, "Weltentor")
	sent := len(d.post.Letters())
	says := "`weltentor adopt " + d.Dir + "`"
	d.cronSays(exitUsage, says)
	for range 3 {
		d.Now = d.Now.Add(5 * time.Minute)
		d.cronSays(exitUsage, "")
	}
	d.Now = d.Now.Add(24 * time.Hour)
	d.cronSays(exitUsage, says)
	for _, command := range []string{"poll", "send"} {
		if code, out, errs := d.Run(command, d.Dir); code != exitUsage || out != "" || !strings.Contains(errs, says) {
			d.T.Errorf("%s: %s: exit %d, %q %q", what, command, code, out, errs)
		}
	}
	if code, out, _ := d.Run("status", d.Dir); code != exitUsage || !strings.HasPrefix(out, d.Dir+": this is a") ||
		!strings.Contains(strings.SplitN(out, "\n", 2)[0], says) || !strings.Contains(out, "Probe: Turn 1") {
		d.T.Errorf("%s: status: exit %d,\n%s", what, code, out)
	}
	var s statusJSON
	code, out, _ := d.Run("status", d.Dir, "--json")
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != exitUsage || s.Still == nil ||
		!strings.HasPrefix(s.Still.Code, "is-") || !strings.Contains(s.Still.Text, says) || s.Turn != 1 {
		d.T.Errorf("%s: status --json: exit %d, %v,\n%s", what, code, err, out)
	}
	d.doctorSees(what)
	d.Done("verify", d.Dir)
	d.Done("turn", d.Dir, "--dry-run")
	in, _ := d.post.Count(deskAddress, "INBOX")
	aside, _ := d.post.Count(deskAddress, "Weltentor")
	if in != inbox || aside != put || len(d.post.Letters()) != sent {
		d.T.Errorf("%s: %d mails in the inbox, %d put away, %d letters sent, before %d, %d, %d", what, in, aside,
			len(d.post.Letters()), inbox, put, sent)
	}
}

// doctorSees holds that the doctor says first of all that the world stands still, and mails nothing.
func (d *table) doctorSees(what string) {
	d.T.Helper()
	code, out, _ := d.Run("doctor", d.Dir, "--wait", "1")
	if code != exitNo || !strings.HasPrefix(out, "WRONG     place: "+d.Dir+": this is a") ||
		!strings.Contains(strings.SplitN(out, "\n", 2)[0], "`weltentor adopt "+d.Dir+"`") ||
		!strings.Contains(out, "skipped   letter to oneself: not looked at, because of \"place\"") {
		d.T.Errorf("%s: doctor: exit %d,\n%s", what, code, out)
	}
}

// goesOn holds that the world takes the mail that waits for it, and answers.
func (d *table) goesOn(what string) {
	d.T.Helper()
	sent := len(d.post.Letters())
	if out := d.Done("status", d.Dir) + d.Done("status", d.Dir, "--json"); strings.Contains(out, "adopt") {
		d.T.Errorf("%s: status says\n%s", what, out)
	}
	d.cronSays(exitDone, "")
	if inbox, _ := d.post.Count(deskAddress, "INBOX"); inbox != 0 || len(d.post.Letters()) <= sent {
		d.T.Errorf("%s: %d mails in the inbox, %d letters sent, %d before", what, inbox, len(d.post.Letters()), sent)
	}
}

// What is still the world, and what is a copy of it, by how it came to where it is.
func TestWhatIsACopyOfAWorld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		moved func(d *table) (dir string)
		on    string
		goes  bool
	}{
		{"nothing", func(d *table) string { return d.Dir }, hereMachine, true},
		{"mv", func(d *table) string {
			dir := filepath.Join(filepath.Dir(d.Dir), "moved")
			if out, err := exec.Command("mv", d.Dir, dir).CombinedOutput(); err != nil {
				d.T.Fatal(string(out))
			}
			return dir
		}, hereMachine, true},
		{"a link", func(d *table) string {
			link := filepath.Join(d.T.TempDir(), "link")
			if err := os.Symlink(d.Dir, link); err != nil {
				d.T.Fatal(err)
			}
			return link
		}, hereMachine, true},
		{"cp", func(d *table) string { return d.copied("cp", "-a") }, hereMachine, false},
		{"tar to another host", func(d *table) string {
			return d.copied("sh", "-c", `mkdir -m 700 "$1" && tar -C "$0" -c . | tar -C "$1" -xp`)
		}, thereMachine, false},
		{"rsync to another host", func(d *table) string {
			if _, err := exec.LookPath("rsync"); err != nil && os.Getenv("CI") == "" {
				d.T.Skip("rsync is not installed")
			}
			return d.copied("rsync", "-a")
		}, thereMachine, false},
		{"a clone with a name of its own", func(d *table) string { return d.Dir }, thereMachine, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := mailing(t)
			d.move(c.moved(d), onMachine(c.on))
			if c.goes {
				d.goesOn(c.name)
				return
			}
			d.standsStill(c.name)
			if log := d.Done("log", d.Dir); strings.Contains(log, "for the true one") {
				t.Errorf("the log says\n%s", log)
			}
			said := d.Done("adopt", d.Dir, "--why", "the old machine is dead")
			want := d.Dir + ": from now on the game goes on here. Copies of this world mail nothing.\n"
			if said != want {
				t.Errorf("adopt says %q, want %q", said, want)
			}
			d.goesOn("adopted")
			if log := d.Done("log", d.Dir); !strings.Contains(log, "taken for the true one") ||
				!strings.Contains(log, "the old machine is dead") {
				t.Errorf("the log says\n%s", log)
			}
		})
	}
}

// cloned is a whole machine's copy of the world: inode, birth time and the machine's name are the
// same. A test has one file system, so it is the store alone that is put back and forth.
type cloned struct {
	*table
	store, place []byte
}

func (d *table) cloned() cloned {
	d.T.Helper()
	c := cloned{table: d}
	c.keep()
	return c
}

func (c *cloned) keep() {
	c.T.Helper()
	var err error
	if c.store, err = os.ReadFile(filepath.Join(c.Dir, "world.db")); err != nil {
		c.T.Fatal(err)
	}
	c.place, _ = os.ReadFile(filepath.Join(c.Dir, "place"))
}

// there does something on the cloned machine.
func (c *cloned) there(do func()) {
	c.T.Helper()
	here := c.table.cloned()
	c.lay()
	do()
	c.keep()
	here.lay()
}

func (c *cloned) lay() {
	c.T.Helper()
	c.Write("world.db", string(c.store))
	c.Write("place", string(c.place))
}

// Two machines that nothing tells apart: whichever sends first goes on, and the other one
// stops when it looks next. Each says how the other is made to stop.
func TestACloneOfAMachine(t *testing.T) {
	t.Parallel()
	d := mailing(t)
	clone := d.cloned()
	clone.there(func() { d.Done("poll", d.Dir) }) // nobody can know yet
	d.mail("more", "help\n")
	d.goesOn("the world")
	clone.there(func() { // its folder does not know; the mailbox does
		d.Done("status", d.Dir)
		before := d.sums()
		d.doctorSees("the clone")
		if !slices.Equal(d.sums(), before) {
			t.Error("the doctor has changed something")
		}
		d.standsStill("the clone")
	})
	d.mail("still more", "help\n")
	clone.there(func() {
		d.Done("adopt", d.Dir)
		d.goesOn("the clone that was adopted")
	})
	d.standsStill("the world that was left")
	d.Done("adopt", d.Dir)
	d.mail("and more", "help\n")
	d.goesOn("the world")
	clone.there(func() { d.standsStill("the clone, after all") })
}

// An old backup in the place of the store is noticed without the mailbox, and with it alone.
func TestAnOldBackupStandsStill(t *testing.T) {
	t.Parallel()
	for _, without := range []string{"place", "the mailbox"} {
		d := mailing(t)
		copied := filepath.Join(t.TempDir(), "backup.db")
		d.Done("backup", d.Dir, copied)
		d.goesOn("the world")
		d.mail("more", "help\n")
		raw, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		d.Write("world.db", string(raw))
		if without == "place" {
			if err := os.Remove(filepath.Join(d.Dir, "place")); err != nil {
				t.Fatal(err)
			}
			d.standsStill("a backup")
			d.Done("adopt", d.Dir)
			d.goesOn("adopted")
			continue
		}
		d.settle("127.0.0.1:1", d.post.SMTP(), nil)
		d.standsStill("a backup, and no mailbox")
		code, _, errs := d.Run("adopt", d.Dir)
		if code != exitLater || !strings.Contains(errs, "the next `weltentor cron` tells it") {
			t.Errorf("adopt without a mailbox: exit %d, %q", code, errs)
		}
		d.settle(d.post.IMAP(), d.post.SMTP(), nil)
		d.goesOn("adopted")
		d.mail("still more", "help\n")
		d.goesOn("and on")
	}
}

// A mailbox on another server, where the folder of the marks is empty, stops nobody.
func TestAMailboxOnAnotherServer(t *testing.T) {
	t.Parallel()
	d := mailing(t)
	d.goesOn("the world")
	post, err := mailertest.Start(mailertest.Options{Time: func() time.Time { return d.Now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	for _, a := range []string{deskAddress, deskPlayer, deskMaster} {
		if err := post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	old := d.post
	d.post = post
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	d.mail("there", "help\n")
	d.goesOn("on the new server")
	d.post = old
	d.settle(d.post.IMAP(), d.post.SMTP(), nil)
	d.mail("back", "help\n")
	d.goesOn("on the old server again")
}
