package mailing_test

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

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// onMachine is the program on a machine of a name.
func onMachine(name string) stage.Program {
	return func(ctx context.Context, args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		env := func(key string) string {
			if key == "WELTENTOR_MACHINE" {
				return name
			}
			return clitest.NoEnv(key)
		}
		code = cli.Run(ctx, args, strings.NewReader(""), &o, &e, env, worlds.Rulebooks())
		return code, o.String(), e.String()
	}
}

const (
	hereMachine  = "3d1219c7c4c5404aaa1f6d2a48adfda4"
	thereMachine = "77d9a1b0e2f84c6c9a55d3c1f00b2a61"
)

// mailedFrom is a world with a realm that mails from a machine, and has; one mail waits for it.
func mailedFrom(t *testing.T) *clitest.Table {
	t.Helper()
	d := clitest.NewTable(t)
	secret := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(secret, []byte(stage.Password), 0o600); err != nil {
		t.Fatal(err)
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), map[string]string{"imap.password_file": settings.Quoted(secret),
		"smtp.password_file": settings.Quoted(secret)})
	move(d, "", onMachine(hereMachine))
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	d.Mail("orders", identity+clitest.SomeOrders)
	return d
}

// move goes on with the world in another folder and on another machine; "": in the same.
func move(d *clitest.Table, dir string, on stage.Program) {
	p := stage.NewProbe(d.T, d.Now, on)
	if p.Dir = d.Dir; dir != "" {
		p.Dir = dir
	}
	d.Probe = p
}

// copyOf is the world's folder, copied by a program as game masters do it.
func copyOf(d *clitest.Table, program ...string) (dir string) {
	d.T.Helper()
	dir = filepath.Join(d.T.TempDir(), "copied")
	out, err := exec.Command(program[0], append(program[1:], d.Dir+"/.", dir)...).CombinedOutput()
	if err != nil {
		d.T.Fatalf("%v: %v\n%s", program, err, out)
	}
	return dir
}

// standsStill checks that the world neither takes in nor sends mail, whatever is asked of it. It says why once a day,
// and always to commands that only look.
func standsStill(d *clitest.Table, what string) {
	d.T.Helper()
	inbox, _ := d.Post.Count(clitest.Address, "INBOX")
	put, _ := d.Post.Count(clitest.Address, "Weltentor")
	sent := len(d.Post.Letters())
	says := "`weltentor adopt " + d.Dir + "`"
	d.CronSays(complaint.ExitUsage, says)
	for range 3 {
		d.Now = d.Now.Add(5 * time.Minute)
		d.CronSays(complaint.ExitUsage, "")
	}
	d.Now = d.Now.Add(24 * time.Hour)
	d.CronSays(complaint.ExitUsage, says)
	for _, command := range []string{"poll", "send"} {
		if code, out, errs := d.Run(command, d.Dir); code != complaint.ExitUsage || out != "" || !strings.Contains(errs, says) {
			d.T.Errorf("%s: %s: exit %d, %q %q", what, command, code, out, errs)
		}
	}
	if code, out, _ := d.Run("status", d.Dir); code != complaint.ExitUsage || !strings.HasPrefix(out, d.Dir+": this is a") ||
		!strings.Contains(strings.SplitN(out, "\n", 2)[0], says) || !strings.Contains(out, "Probe: Turn 1") {
		d.T.Errorf("%s: status: exit %d,\n%s", what, code, out)
	}
	var s statusJSON
	code, out, _ := d.Run("status", d.Dir, "--json")
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != complaint.ExitUsage || s.Still == nil ||
		!strings.HasPrefix(s.Still.Code, "is-") || !strings.Contains(s.Still.Text, says) || s.Turn != 1 {
		d.T.Errorf("%s: status --json: exit %d, %v,\n%s", what, code, err, out)
	}
	doctorSees(d, what)
	d.Done("verify", d.Dir)
	d.Done("turn", d.Dir, "--dry-run")
	in, _ := d.Post.Count(clitest.Address, "INBOX")
	aside, _ := d.Post.Count(clitest.Address, "Weltentor")
	if in != inbox || aside != put || len(d.Post.Letters()) != sent {
		d.T.Errorf("%s: %d mails in the inbox, %d put away, %d letters sent, before %d, %d, %d", what, in, aside,
			len(d.Post.Letters()), inbox, put, sent)
	}
}

// doctorSees checks that the doctor says first that the world stands still, and mails nothing.
func doctorSees(d *clitest.Table, what string) {
	d.T.Helper()
	code, out, _ := d.Run("doctor", d.Dir, "--wait", "1")
	if code != complaint.ExitNo || !strings.HasPrefix(out, "WRONG     place: "+d.Dir+": this is a") ||
		!strings.Contains(strings.SplitN(out, "\n", 2)[0], "`weltentor adopt "+d.Dir+"`") ||
		!strings.Contains(out, "skipped   letter to oneself: not looked at, because of \"place\"") {
		d.T.Errorf("%s: doctor: exit %d,\n%s", what, code, out)
	}
}

// goesOn checks that the world takes the mail that waits for it, and answers.
func goesOn(d *clitest.Table, what string) {
	d.T.Helper()
	sent := len(d.Post.Letters())
	if out := d.Stands() + d.Stands("--json"); strings.Contains(out, "weltentor adopt") {
		d.T.Errorf("%s: status says\n%s", what, out)
	}
	d.CronSays(complaint.ExitDone, "")
	if inbox, _ := d.Post.Count(clitest.Address, "INBOX"); inbox != 0 || len(d.Post.Letters()) <= sent {
		d.T.Errorf("%s: %d mails in the inbox, %d letters sent, %d before", what, inbox, len(d.Post.Letters()), sent)
	}
}

// What is still the world, and what is a copy of it, by how it came to where it is.
func TestWhatIsACopyOfAWorld(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		moved func(d *clitest.Table) (dir string)
		on    string
		goes  bool
	}{
		{"nothing", func(d *clitest.Table) string { return d.Dir }, hereMachine, true},
		{"mv", func(d *clitest.Table) string {
			dir := filepath.Join(filepath.Dir(d.Dir), "moved")
			if out, err := exec.Command("mv", d.Dir, dir).CombinedOutput(); err != nil {
				d.T.Fatal(string(out))
			}
			return dir
		}, hereMachine, true},
		{"a link", func(d *clitest.Table) string {
			link := filepath.Join(d.T.TempDir(), "link")
			if err := os.Symlink(d.Dir, link); err != nil {
				d.T.Fatal(err)
			}
			return link
		}, hereMachine, true},
		{"cp", func(d *clitest.Table) string { return copyOf(d, "cp", "-a") }, hereMachine, false},
		{"tar to another host", func(d *clitest.Table) string {
			return copyOf(d, "sh", "-c", `mkdir -m 700 "$1" && tar -C "$0" -c . | tar -C "$1" -xp`)
		}, thereMachine, false},
		{"rsync to another host", func(d *clitest.Table) string {
			if _, err := exec.LookPath("rsync"); err != nil && os.Getenv("CI") == "" {
				d.T.Skip("rsync is not installed")
			}
			return copyOf(d, "rsync", "-a")
		}, thereMachine, false},
		{"a clone with a name of its own", func(d *clitest.Table) string { return d.Dir }, thereMachine, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := mailedFrom(t)
			move(d, c.moved(d), onMachine(c.on))
			if c.goes {
				goesOn(d, c.name)
				return
			}
			standsStill(d, c.name)
			if log := d.Done("log", d.Dir); strings.Contains(log, "for the true one") {
				t.Errorf("the log says\n%s", log)
			}
			said := d.Done("adopt", d.Dir, "--why", "the old machine is dead")
			want := d.Dir + ": from now on the game goes on here. Copies of this world mail nothing.\n"
			if said != want {
				t.Errorf("adopt says %q, want %q", said, want)
			}
			goesOn(d, "adopted")
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
	*clitest.Table
	store, place []byte
}

func cloneOf(d *clitest.Table) cloned {
	d.T.Helper()
	c := cloned{Table: d}
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
	here := cloneOf(c.Table)
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

// Nothing tells two machines apart. Whichever sends first goes on, and the other stops when it looks next. Each says
// how to stop the other.
func TestACloneOfAMachine(t *testing.T) {
	t.Parallel()
	d := mailedFrom(t)
	clone := cloneOf(d)
	clone.there(func() { d.Done("poll", d.Dir) }) // it cannot be known yet
	d.Mail("more", "help\n")
	goesOn(d, "the world")
	clone.there(func() { // its folder does not know, but the mailbox does
		d.Stands()
		before := d.Sums()
		doctorSees(d, "the clone")
		if !slices.Equal(d.Sums(), before) {
			t.Error("the doctor has changed something")
		}
		standsStill(d, "the clone")
	})
	d.Mail("still more", "help\n")
	clone.there(func() {
		d.Done("adopt", d.Dir, "--yes")
		goesOn(d, "the clone that was adopted")
	})
	standsStill(d, "the world that was left")
	d.Done("adopt", d.Dir, "--yes")
	d.Mail("and more", "help\n")
	goesOn(d, "the world")
	clone.there(func() { standsStill(d, "the clone, after all") })
}

// An old backup in place of the store is noticed even without the mailbox, and by the mailbox alone.
func TestAnOldBackupStandsStill(t *testing.T) {
	t.Parallel()
	for _, without := range []string{"place", "the mailbox"} {
		d := mailedFrom(t)
		copied := filepath.Join(t.TempDir(), "backup.db")
		d.Done("backup", d.Dir, copied)
		goesOn(d, "the world")
		d.Mail("more", "help\n")
		raw, err := os.ReadFile(copied)
		if err != nil {
			t.Fatal(err)
		}
		d.Write("world.db", string(raw))
		if without == "place" {
			if err := os.Remove(filepath.Join(d.Dir, "place")); err != nil {
				t.Fatal(err)
			}
			standsStill(d, "a backup")
			d.Done("adopt", d.Dir, "--yes")
			goesOn(d, "adopted")
			continue
		}
		d.SettleAt("127.0.0.1:1", d.Post.SMTP(), nil)
		standsStill(d, "a backup, and no mailbox")
		code, _, errs := d.Run("adopt", d.Dir, "--yes")
		if code != complaint.ExitLater || !strings.Contains(errs, "the next `weltentor cron` will mark it") {
			t.Errorf("adopt without a mailbox: exit %d, %q", code, errs)
		}
		d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
		goesOn(d, "adopted")
		d.Mail("still more", "help\n")
		goesOn(d, "and on")
	}
}

// A mailbox on another server, where the folder of the marks is empty, stops no world.
func TestAMailboxOnAnotherServer(t *testing.T) {
	t.Parallel()
	d := mailedFrom(t)
	goesOn(d, "the world")
	post, err := mailertest.Start(mailertest.Options{Time: func() time.Time { return d.Now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { post.Close() })
	for _, a := range []string{clitest.Address, clitest.Player, clitest.Master} {
		if err := post.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	old := d.Post
	d.Post = post
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.Mail("there", "help\n")
	goesOn(d, "on the new server")
	d.Post = old
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.Mail("back", "help\n")
	goesOn(d, "on the old server again")
}

// A folder that was copied before orders came replaces a lost disk. The command says how far the copy is behind and
// which letters would leave. Nothing changes without a yes, and what has a receipt is read again.
func TestAdoptOfAnOlderCopyLosesNothing(t *testing.T) {
	t.Parallel()
	for _, letters := range []bool{false, true} {
		d := clitest.NewTable(t)
		identity := d.Join()
		d.CronSays(complaint.ExitDone, "")
		copied := copyOf(d, "cp", "-a")
		d.Mail("one", identity+clitest.SomeOrders)
		d.Mail("two", identity+clitest.LaterOrders)
		d.Mail("three", "help\n")
		d.CronSays(complaint.ExitDone, "")
		d.Run("doctor", d.Dir, "--wait", "5") // its letter is put away too, and does not count as missing
		force := d.Done("orders", d.Dir, "1")

		move(d, copied, clitest.InProcess(worlds.Rulebooks()...))
		d.Write("news.txt", "Die Platte ist kaputt.\n")
		says := d.Dir + ": this is a copy of the world, or an older state. Nothing leaves from here before `weltentor adopt " +
			d.Dir + "`"
		code, out, errs := d.Run("tell", d.Dir, "all", "--file", filepath.Join(d.Dir, "news.txt"))
		if code != complaint.ExitDone || !strings.Contains(errs, says) || strings.Contains(out, "cron") {
			t.Errorf("tell in a copy: exit %d, %q %q", code, out, errs)
		}
		before := d.Sums()
		code, out, errs = d.Run("adopt", d.Dir)
		if code != complaint.ExitUsage || !strings.Contains(errs, "nothing has changed. If the game goes on from this copy: "+
			"`weltentor adopt "+d.Dir+" --yes`") || !slices.Equal(d.Sums(), before) {
			t.Errorf("without a yes: exit %d, %q", code, errs)
		}
		d.Says("adopt", out, "The game went on elsewhere after this copy: 1 round of letters left there. "+
			"The copy awaits the orders of turn 1.\n",
			"3 letters in Weltentor are unknown to this copy. The next poll reads them again",
			"1 letter was made in the copy and is held, unless you adopt with `--letters`:\n", clitest.Player)
		sent := len(d.Letters(clitest.Player))
		args := []string{"adopt", d.Dir, "--yes", "--why", "the disk is gone"}
		if letters {
			out = d.Done(append(args, "--letters")...)
			d.Says("adopt", out, "1 letter waits here and leaves with the next `send` or `cron`:\n", clitest.Player)
		} else {
			d.Done(args...)
		}
		if code, out, _ := d.Run("turn", d.Dir); code != complaint.ExitDone || !strings.Contains(d.Stands(),
			"the game goes on from an older copy") {
			t.Errorf("the turn does not wait for the letters: exit %d, %s", code, out)
		}
		d.CronSays(complaint.ExitDone, "")
		if again := d.Done("orders", d.Dir, "1"); d.Bare(again) != d.Bare(force) || !strings.Contains(force, "wer seid") {
			t.Errorf("in force is\n%swas\n%s", again, force)
		}
		want := 3 // two receipts, and the help
		if letters {
			want++
		}
		got := d.Letters(clitest.Player)[sent:]
		if told := strings.Contains(got[len(got)-1].Text+got[0].Text, "Platte"); len(got) != want || told != letters {
			t.Errorf("--letters %t: %d letters left, want %d; told: %t", letters, len(got), want, told)
		}
		held := 0
		for _, r := range rowsOf(d) {
			if r.State == outbox.OnHold {
				held++
			}
		}
		if held != 4-want {
			t.Errorf("--letters %t: %d letters are held", letters, held)
		}
		d.Now = d.Now.Add(5 * time.Minute)
		d.CronSays(complaint.ExitDone, "")
		if n := len(d.Letters(clitest.Player)); n != sent+want {
			t.Errorf("%d letters in the end", n-sent)
		}
		d.Done("verify", d.Dir)
	}
}

// In a copy, resolving a turn or taking it back says that no letters leave. In the world itself it does not.
func TestNothingLeavesACopy(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.CronSays(complaint.ExitDone, "")
	world, copied := d.Dir, copyOf(d, "cp", "-a")
	for _, dir := range []string{copied, world} {
		move(d, dir, clitest.InProcess(worlds.Rulebooks()...))
		for _, command := range [][]string{{"turn", "--force", "--yes"}, {"undo", "--turn", "1", "--yes", "--why", "a test"},
			{"deadline", "2027-03-07T20:00"}, {"turn", "--dry-run"}} {
			code, out, errs := d.Run(append([]string{command[0], d.Dir}, command[1:]...)...)
			says := strings.Contains(errs, "Nothing leaves from here before `weltentor adopt "+d.Dir+"`")
			if code != complaint.ExitDone || says != (dir == copied && command[1] != "--dry-run") {
				t.Errorf("%v in %s: exit %d, %q %q", command, dir, code, out, errs)
			}
		}
	}
	d.CronSays(complaint.ExitDone, "")
	move(d, copied, clitest.InProcess(worlds.Rulebooks()...))
	made := 0
	d.Done("adopt", d.Dir, "--yes")
	for _, r := range rowsOf(d) {
		if r.State == outbox.Waiting {
			t.Errorf("letter %d, %q, leaves", r.ID, r.Subject)
		}
		if r.State == outbox.OnHold {
			made++
		}
	}
	if made == 0 {
		t.Error("no letter is held")
	}
}

// If the mailbox cannot be reached, how far the copy is behind is unknown. Its letters are read again before the turn
// ends all the same.
func TestAdoptWithoutAMailbox(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	identity := d.Join()
	d.CronSays(complaint.ExitDone, "")
	copied := copyOf(d, "cp", "-a")
	d.Mail("one", identity+clitest.SomeOrders)
	d.CronSays(complaint.ExitDone, "")
	d.Now = clitest.Friday.Add(time.Minute)
	d.CronSays(complaint.ExitDone, "")
	first := d.Done("verify", d.Dir)
	move(d, copied, clitest.InProcess(worlds.Rulebooks()...))
	d.SettleAt("127.0.0.1:1", d.Post.SMTP(), nil)
	code, out, errs := d.Run("adopt", d.Dir)
	if code != complaint.ExitLater || !strings.Contains(out, "nobody can say how far this copy is behind") ||
		!strings.Contains(errs, "the next `weltentor cron` will mark it") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
	d.SettleAt(d.Post.IMAP(), d.Post.SMTP(), nil)
	d.CronSays(complaint.ExitDone, "")
	d.Turn(2)
	if again := d.Done("verify", d.Dir); again != first {
		t.Errorf("turn 1 is\n%swas\n%s", again, first)
	}
}

// A world that only moved is adopted without a question, and nothing is read again.
func TestAdoptOfAMoveAsksNothing(t *testing.T) {
	t.Parallel()
	d := mailedFrom(t)
	goesOn(d, "the world")
	d.Run("doctor", d.Dir, "--wait", "5")
	d.Done("realm", "passwd", d.Dir, "1")
	move(d, copyOf(d, "cp", "-a"), onMachine(thereMachine))
	d.Says("adopt", d.Done("adopt", d.Dir), d.Dir+": from now on the game goes on here.")
	d.Mail("more", "help\n")
	goesOn(d, "moved")
	if log := d.Done("log", d.Dir); strings.Contains(log, "read again") && !strings.Contains(log, "1 letter is") {
		t.Errorf("the log says\n%s", log)
	}
}

// Answers to `--json` as scripts read them.

type statusJSON struct {
	Still *struct {
		Code string `json:"code"`
		Text string `json:"text"`
	} `json:"still"`
	gamemaster.Status
}
