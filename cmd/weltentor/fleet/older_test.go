//go:build fleet

package fleet_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/worlds"
)

// afloatOn is a fleet over tables whose worlds were added by the command.
func afloatOn(t *testing.T, names ...string) *armada {
	t.Helper()
	a := newArmada(t)
	a.worlds = names
	for _, name := range names {
		a.found(name)
		a.done("fleet", "add", filepath.Join(a.home, name))
	}
	return a
}

// commands runs `fleet run` in this process, until it is told to end. It returns what the host has said.
func (a *armada) commands(host string) (end func() (code int, said string)) {
	a.Helper()
	file := a.config(host)
	ctx, stop := context.WithCancel(a.Context())
	var said bytes.Buffer
	done := make(chan int, 1)
	p := cli.Outside{In: strings.NewReader(""), Out: &said, Errs: &said, Env: clitest.NoEnv, Books: worlds.Rulebooks(),
		Clock: a.now}
	go func() { done <- p.Run(ctx, &cli.Grammar{}, []string{"--lang", "en", "--fleet", file, "fleet", "run"}) }()
	return func() (int, string) { stop(); return <-done, said.String() }
}

// from runs a command with the settings of a host.
func (a *armada) from(host string, args ...string) (code int, out string) {
	a.Helper()
	return a.sh(append([]string{"--fleet", a.config(host)}, args...)...)
}

// program runs a program of PostgreSQL on the database.
func (a *armada) program(name string, args ...string) {
	a.Helper()
	cmd := exec.Command(filepath.Join(a.db.Binaries, name), append([]string{"-d", a.db.URL()}, args...)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		a.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// taken is how many letters with orders the log of a world has.
func (a *armada) taken(host, world string) int {
	_, out := a.from(host, "log", world)
	return strings.Count(out, "a letter with orders is taken")
}

// An old dump comes back while a host runs. The host has seen more, and so has the mailbox: nothing is taken, resolved
// or mailed, whether a host remembers or not, and whoever asks is told what to do. Adopted, the game goes on from what
// the database has, and letters that it lacks are read again.
func TestAFleetStopsAtAnOldDatabase(t *testing.T) {
	a := afloatOn(t, "north")
	dump := filepath.Join(a.home, "dump")
	end := a.commands("one")
	a.writes("north", 1)
	a.still(1)
	a.program("pg_dump", "--clean", "--if-exists", "-f", dump)
	a.writes("north", 2)
	a.still(1)
	letters := len(a.post.Letters())
	a.program("psql", "-q", "-f", dump)
	a.passes(25 * time.Hour)

	// A host that remembers.
	a.writes("north", 1)
	time.Sleep(3 * time.Second)
	if code, said := end(); code != complaint.ExitDone || !strings.Contains(said, "all worlds stand still on this host") {
		t.Errorf("the host that runs: exit %d\n%s", code, said)
	}
	for _, args := range [][]string{{"fleet", "run"}, {"fleet", "status"}, {"realm", "list", "north"}} {
		if code, out := a.from("one", args...); code != complaint.ExitUsage || !strings.Contains(out, "`weltentor fleet adopt`") {
			t.Errorf("%v: exit %d\n%s", args, code, out)
		}
	}

	// One that does not, and a command.
	if code, out := a.from("two", "turn", "north", "--force", "--yes"); code != complaint.ExitUsage ||
		!strings.Contains(out, "north: the mailbox has seen a later state of this world") {
		t.Errorf("a command: exit %d\n%s", code, out)
	}
	end = a.commands("three")
	a.eventually("it stands still", func() bool {
		code, out := a.from("two", "fleet", "status")
		return code == complaint.ExitUsage && strings.Contains(out, "north: stands still on all hosts: this is an older state")
	})
	a.eventually("the operator knows", func() bool { return len(a.to(operator)) == 1 })
	if w, err := a.host.Tables.World(t.Context(), "north"); err != nil || w.Gist.Turn != 1 ||
		len(a.post.Letters()) != letters+1 || left(a.post.Count(stage.GameAddress, "INBOX")) != 1 {
		t.Errorf("%+v, %d letters, want %d (%v)", w.Gist, len(a.post.Letters()), letters+1, err)
	}

	if code, out := a.from("one", "fleet", "adopt"); code != complaint.ExitUsage || !strings.Contains(out, "adopt --yes") {
		t.Errorf("adopted without a yes: exit %d\n%s", code, out)
	}
	if code, out := a.from("one", "fleet", "adopt", "--yes"); code != complaint.ExitDone ||
		!strings.Contains(out, "north: the game goes on") {
		t.Fatalf("adopt: exit %d\n%s", code, out)
	}
	other := a.commands("one")
	a.eventually("the letters are read again", func() bool { return a.taken("one", "north") == 3 })
	a.passes(3 * time.Hour)
	a.still(2)
	_, said := end()
	if !strings.Contains(said, "north: the mailbox has seen a later state of this world") ||
		!strings.Contains(said, "`weltentor fleet adopt`") || strings.Contains(said, "`weltentor adopt") {
		t.Errorf("a host without memory says\n%s", said)
	}
	other()
	if out := a.done("fleet", "verify"); !strings.Contains(out, "north: 1 turn verified") {
		t.Error(out)
	}
}

// An old dump comes back, and no host remembers. Status tells it before any letter comes or leaves, since the marks in
// the mailbox are compared by the host that begins to read it.
func TestAFleetTellsAnOldDatabaseBeforeALetterComes(t *testing.T) {
	a := afloatOn(t, "north", "south")
	dump := filepath.Join(a.home, "dump")
	end := a.commands("one")
	a.writes("north", 1)
	a.still(1)
	a.program("pg_dump", "--clean", "--if-exists", "-f", dump)
	a.writes("north", 2)
	a.still(1)
	end()
	letters := len(a.post.Letters())
	a.program("psql", "-q", "-f", dump)
	end = a.commands("two")
	a.eventually("status tells it", func() bool {
		code, out := a.from("three", "fleet", "status")
		return code == complaint.ExitUsage && strings.Contains(out, "north: stands still on all hosts: this is an older state") &&
			!strings.Contains(out, "south: stands still")
	})
	a.eventually("the operator knows", func() bool { return len(a.to(operator)) == 1 })
	if n := len(a.post.Letters()) - letters; n != 1 {
		t.Errorf("%d letters left, want that to the operator", n)
	}
	end()
}

// The worlds of a mailbox are adopted by one login, and the folder of their marks is listed once, however many they are.
func TestTheFleetsWorldsOfAMailboxAreAdoptedTogether(t *testing.T) {
	a := afloatOn(t, "north", "south", "west")
	logins := a.post.Logins()
	a.done("fleet", "adopt", "--yes")
	if n := a.post.Logins() - logins; n != 1 {
		t.Errorf("%d logins for 3 worlds", n)
	}
}

// A host that is started without its database says so once, and works when the database comes.
func TestAFleetsHostWaitsForItsDatabaseAtTheStart(t *testing.T) {
	a := afloatOn(t, "north")
	a.db.Kill()
	end := a.commands("one")
	time.Sleep(7 * time.Second)
	if code, said := end(); code != complaint.ExitDone ||
		strings.Count(said, "the host waits for its database") != 1 {
		t.Errorf("told to end while it waits: exit %d\n%s", code, said)
	}
	end = a.commands("one")
	time.Sleep(time.Second)
	a.db.Up(t)
	a.writes("north", 1)
	a.still(1)
	if code, said := end(); code != complaint.ExitDone || !strings.Contains(said, "one is at work") {
		t.Errorf("the database came: exit %d\n%s", code, said)
	}
}

// A command whose answer was lost counts once, whether it is given again by its key or not.
func TestACommandCountsOnce(t *testing.T) {
	a := afloatOn(t, "north")
	p := &teller{convoy: a.convoy, between: server.NewProxy(t, a.db.Address), file: a.config("teller")}
	raw, err := os.ReadFile(p.file)
	needs(t, err)
	needs(t, os.WriteFile(p.file, []byte(strings.Replace(string(raw), a.db.Address+"/postgres",
		p.between.Address+"/postgres?sslmode=disable", 1)), 0o600))
	before := p.gold()
	gift := []string{"edit", "north", "give", "gold", "100", "to", "1", "--why", "a gift"}
	p.between.Swallow("a gift", false, time.Hour)
	code, out := p.says(true, gift...)
	p.between.Admit()
	found := regexp.MustCompile("--again ([A-Z2-7]{4}-[A-Z2-7]{4}-[A-Z2-7]{4})").FindStringSubmatch(out)
	if code != complaint.ExitLater || found == nil || p.between.Lost() != 1 {
		t.Fatalf("exit %d, %d answers lost\n%s", code, p.between.Lost(), out)
	}
	p.wants(complaint.ExitUsage, "--again "+found[1], gift...)
	p.wants(complaint.ExitUsage, "is not the key of", "--again", found[1], "pause", "north")
	p.wants(complaint.ExitDone, "counts already", append([]string{"--again", found[1]}, gift...)...)
	if is := p.gold(); is != before+100 {
		t.Errorf("the realm has %d, want %d", is, before+100)
	}
	p.wants(complaint.ExitDone, "Done. ", gift...)
	if is := p.gold(); is != before+200 {
		t.Errorf("the realm has %d after a second gift, want %d", is, before+200)
	}
}

// A realm that joins after the mailbox was listed keeps nobody from the world: its mailbox is listed again at once.
func TestTheFleetsRealmJoinsAfterTheBarrier(t *testing.T) {
	a := afloatOn(t, "north")
	a.start("one")
	a.still(1)
	a.passes(13 * time.Hour) // its deadline is moved: players who join have half a day at least
	a.done("realm", "add", "--by-hand", "north", "--name", "Third", "--player", "Carl", "--mail", "bob@demo.test")
	began := time.Now()
	a.still(1)
	if took := time.Since(began); took > 15*time.Second {
		t.Errorf("it took %s", took)
	}
	a.stop()
	if len(a.told.lines) > 0 {
		t.Errorf("the host complains:\n%s", strings.Join(a.told.lines, "\n"))
	}
}

// Hosts log in to a mailbox once, however many worlds take mail from it, and for how long.
func TestTheFleetsWorldsOfAMailboxLogInOnce(t *testing.T) {
	a := afloatOn(t, "north", "south")
	a.start("one")
	a.still(1)
	for range 3 {
		for _, name := range a.worlds {
			a.writes(name, 1)
			a.still(1)
		}
	}
	logins := a.post.Logins()
	for range 3 {
		for _, name := range a.worlds {
			a.writes(name, 2)
			a.still(1)
		}
	}
	if n := a.post.Logins() - logins; n > 0 {
		t.Errorf("%d logins for 6 mails", n)
	}
	a.stop()
}

// A mail whose number the server has changed is not taken for taken.
func TestTheFleetsNumberThatIsNoMoreIsNotTaken(t *testing.T) {
	a := afloatOn(t, "north")
	a.writes("north", 1)
	w, err := a.host.Tables.World(t.Context(), "north")
	needs(t, err)
	var all bool
	needs(t, a.host.Tables.Hold(t.Context(), tables.Thing{Kind: tables.OfWorld, Name: "north"}, func(ctx context.Context) error {
		all, err = a.host.Worker.Take(ctx, fleet.Stay{World: "north", Dir: filepath.Join(a.home, "none"), Mailbox: w.About.Mailbox,
			Account: w.About.Account, Now: a.now(), Engine: a.host.Worlds.World(ctx, "north"), Settings: w.Settings},
			map[fleet.Mail]string{{Validity: 4711, UID: 1}: "00"})
		return err
	}))
	if all {
		t.Error("it was taken")
	}
}

// A world goes back to a copy of itself, and the one that it was is kept in the database.
func TestTheFleetsWorldIsRestored(t *testing.T) {
	a := afloatOn(t, "north")
	a.start("one")
	copied := filepath.Join(a.home, "copy.db")
	a.writes("north", 1)
	a.still(1)
	a.done("backup", "north", copied)
	a.writes("north", 2)
	a.still(1)
	a.passes(25 * time.Hour)
	a.still(2)
	if out := a.done("restore", "north", copied, "--yes"); !strings.Contains(out, "in the database, as north replaced ") {
		t.Error(out)
	}
	a.eventually("the letters are read again", func() bool { return a.taken("shore", "north") == 2 })
	a.passes(3 * time.Hour)
	a.still(2)
	a.stop()
	if out := a.done("fleet", "verify"); !strings.Contains(out, "north: 1 turn verified") {
		t.Error(out)
	}
}
