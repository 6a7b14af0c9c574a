//go:build fleet

package fleet_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/mailer/mailertest"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// dying is a worker whose process dies at a step.
type dying struct {
	hosts.Worker
	errand
	steps atomic.Int64
}

// step dies if it is time: before the step is done, or after it.
func (d *dying) step(name string) (done func()) {
	dies := d.Step == name && d.steps.Add(1) == int64(d.Nth)
	if dies && !d.After {
		die()
	}
	return func() {
		if dies {
			die()
		}
	}
}

func (d *dying) Take(ctx context.Context, s fleet.Stay, mails map[fleet.Mail]string) (bool, error) {
	defer d.step("take")()
	return d.Worker.Take(ctx, s, mails)
}

func (d *dying) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	defer d.step("advance")()
	return d.Worker.Advance(ctx, s)
}

func (d *dying) Outlook(s fleet.Stay) (g world.Gist, next time.Time, due bool, err error) {
	defer d.step("outlook")()
	return d.Worker.Outlook(s)
}

func (d *dying) Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (int, error) {
	defer d.step("send")()
	return d.Worker.Send(ctx, s, func(ctx context.Context) error {
		defer d.step("letter")()
		return permit(ctx)
	})
}

// armada is a fleet over tables, and for each of its worlds the same one in a folder.
type armada struct {
	*convoy
	wrote []written
	again *mailertest.Server // of the folders
}

// written is a mail of a player, or the jump over a deadline.
type written struct {
	world string
	raw   []byte
	at    time.Time
}

func newArmada(t *testing.T, names ...string) *armada {
	t.Helper()
	a := &armada{convoy: newConvoy(t, names...)}
	var err error
	a.again, err = mailertest.Start(mailertest.Options{Time: a.now})
	needs(t, err)
	t.Cleanup(func() { a.again.Close() })
	for _, user := range []string{stage.GameAddress, "anna@demo.test", "bob@demo.test"} {
		needs(t, a.again.AddUser(user, stage.Password))
	}
	for _, name := range names {
		dir := filepath.Join(a.home, name)
		needs(t, os.CopyFS(dir+"-folder", os.DirFS(dir)))
		needs(t, os.Chmod(dir+"-folder", 0o700))
		for _, file := range []string{"world.db", "world.toml", "lock"} {
			_ = os.Chmod(filepath.Join(dir+"-folder", file), 0o600)
		}
		a.join(name, dir)
		a.reaches(dir + "-folder")
	}
	return a
}

// join gives the world of a folder to the fleet.
func (a *armada) join(name, dir string) {
	a.Helper()
	book := ""
	needs(a, (&store.Store{Dir: dir}).View(func(tx *store.Tx) error {
		book = store.RulebookOf(tx)
		return a.host.Worlds.Add(a.Context(), name, tx)
	}))
	toml, err := os.ReadFile(filepath.Join(dir, "world.toml"))
	needs(a, err)
	e, err := worker.Enter(a.host.Config, name, toml, nil)
	needs(a, err)
	e.Rulebook, e.Rules = book, a.host.Worker.Rules()[book]
	needs(a, a.host.Tables.Enter(a.Context(), tables.World{Name: name, Settings: string(toml), About: e}))
}

// passes puts all clocks forward.
func (a *armada) passes(by time.Duration) {
	a.Helper()
	a.jump(by)
	a.wrote = append(a.wrote, written{at: a.now()})
}

// reaches makes the world of a folder use the other mail server.
func (a *armada) reaches(dir string) {
	a.Helper()
	file := filepath.Join(dir, "world.toml")
	toml, err := os.ReadFile(file)
	needs(a, err)
	port := func(addr string) string { return addr[strings.LastIndex(addr, ":")+1:] }
	text := strings.NewReplacer(port(a.imap), port(a.again.IMAP()), port(a.smtp), port(a.again.SMTP())).
		Replace(string(toml))
	needs(a, os.WriteFile(file, []byte(text), 0o600))
}

// writes puts a player's orders into the mailbox.
func (a *armada) writes(world string, realm int) {
	a.Helper()
	raw := a.letter(world, realm)
	needs(a, a.post.Deliver(stage.GameAddress, []byte(raw)))
	a.wrote = append(a.wrote, written{world, []byte(raw), a.now()})
}

// still waits until every world is in a turn, and nothing is under way.
func (a *armada) still(turn int) (took time.Duration) {
	a.Helper()
	began, why := time.Now(), ""
	for time.Since(began) < 3*time.Minute {
		if why = a.stirs(turn); why == "" {
			return time.Since(began)
		}
		time.Sleep(50 * time.Millisecond)
	}
	a.told.Lock()
	defer a.told.Unlock()
	a.Fatalf("no end of turn %d: %s\n%s", turn, why, strings.Join(a.told.lines, "\n"))
	return 0
}

// stirs says what is still under way; "": nothing.
func (a *armada) stirs(turn int) string {
	a.Helper()
	if n := left(a.post.Count(stage.GameAddress, "INBOX")); n > 0 {
		return fmt.Sprint(n, " mails in the inbox")
	}
	mails, err := a.host.Tables.Mails(a.Context(), "main")
	needs(a, err)
	if i := slices.IndexFunc(mails, func(m tables.Mail) bool { return !m.Taken }); i >= 0 {
		return fmt.Sprintf("the mail %+v", mails[i])
	}
	all, err := a.host.Tables.Worlds(a.Context())
	needs(a, err)
	for _, w := range all {
		if w.Changed || w.Gist.Waiting > 0 || w.Gist.Turn != turn {
			return fmt.Sprintf("%s: %+v, changed %v", w.Name, w.Gist, w.Changed)
		}
	}
	return ""
}

// turnHash is the hash of a turn.
func turnHash(t testing.TB, view func(func(*store.Tx) error) error, turn int) (hash string) {
	t.Helper()
	needs(t, view(func(tx *store.Tx) error {
		r, found := chronicle.Record(tx, turn)
		if !found {
			return fmt.Errorf("no turn %d", turn)
		}
		hash = r.Hash
		return nil
	}))
	return hash
}

// compares plays the worlds of the folders with the same mails, and compares all turns and letters.
func (a *armada) compares(turns int) {
	a.Helper()
	for _, name := range a.worlds {
		dir := filepath.Join(a.home, name+"-folder")
		a.sh("adopt", dir)
		for _, w := range a.wrote {
			switch {
			case w.raw != nil && w.world == name:
				needs(a, a.again.Deliver(stage.GameAddress, w.raw))
			case w.raw == nil:
				for _, at := range []time.Duration{-25 * time.Hour, 0, time.Minute} {
					if code, out := a.sh("--at", w.at.Add(at).Format(time.RFC3339), "cron", dir); code != 0 && code != 75 {
						a.Fatalf("cron of the folder: exit %d, %s", code, out)
					}
				}
			}
		}
		inRows := func(f func(*store.Tx) error) error {
			_, err := store.OpenOn(a.host.Worlds.World(a.Context(), name), dir, f)
			return err
		}
		for turn := 1; turn <= turns; turn++ {
			want := turnHash(a, (&store.Store{Dir: dir}).View, turn)
			if got := turnHash(a, inRows, turn); got != want {
				a.Errorf("%s: turn %d has the hash %s, in the folder %s", name, turn, got, want)
			}
		}
	}
	came, want := arrived(a, a.post), arrived(a, a.again)
	for to, n := range want {
		if came[to] != n {
			a.Errorf("%s got %d letters, and from the folders %d", to, came[to], n)
		}
	}
}

// arrived counts the letters that came to each player. One that came twice has the same bytes.
func arrived(a *armada, post *mailertest.Server) map[string]int {
	a.Helper()
	n, bodies := map[string]int{}, map[string]string{}
	for _, one := range post.Letters() {
		id := stage.OpenLetter(a, one.Raw).ID
		if was, is := bodies[id]; !is {
			n[one.To]++
		} else if was != string(one.Raw) {
			a.Errorf("the letter %s came with other bytes", id)
		}
		bodies[id] = string(one.Raw)
	}
	return n
}

// starts starts a host that works until it is killed.
func (a *armada) starts(name string) (kill func()) {
	a.Helper()
	cmd := a.process(name, errand{})
	return func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
}

// TestAFleetIsKilled: worlds that three hosts play, of which two are killed again and again, are what they
// are in folders.
func TestAFleetIsKilled(t *testing.T) {
	a := newArmada(t, "north", "south", "west", "east")
	a.starts("one")
	stop := make(chan struct{})
	var killers sync.WaitGroup
	kills := make(chan int, 2)
	for _, name := range []string{"two", "three"} {
		killers.Go(func() {
			for n := 0; ; n++ {
				kill := a.starts(name)
				select {
				case <-time.After(400*time.Millisecond + rand.N(1200*time.Millisecond)):
					kill()
				case <-stop:
					kill()
					kills <- n
					return
				}
			}
		})
	}
	const turns = 6
	for turn := 1; turn <= turns; turn++ {
		for _, name := range a.worlds {
			a.writes(name, 1)
			a.writes(name, 2)
		}
		took := a.still(turn)
		a.passes(25 * time.Hour)
		t.Logf("turn %d: mails after %s, turn and letters after %s", turn, took, a.still(turn+1))
	}
	close(stop)
	killers.Wait()
	if n := <-kills + <-kills; n < turns {
		t.Errorf("only %d hosts were killed", n)
	} else {
		t.Logf("%d hosts were killed", n)
	}
	a.compares(turns)
}

// TestAFleetTakesCommandsAsItPlays: worlds join, are played by two hosts that run the command, and go on in folders. The
// commands of a fleet and those of worlds work meanwhile.
func TestAFleetTakesCommandsAsItPlays(t *testing.T) {
	a := newArmada(t)
	a.worlds = []string{"north", "south"}
	for _, name := range a.worlds {
		a.found(name)
		a.done("fleet", "add", filepath.Join(a.home, name))
	}
	if code, out := a.sh("cron", filepath.Join(a.home, "north")); code != 2 || !strings.Contains(out, "weltentor fleet run") {
		t.Errorf("cron: exit %d, %s", code, out)
	}
	a.starts("one")
	a.starts("two")
	for _, name := range a.worlds {
		a.writes(name, 1)
	}
	a.still(1)
	out := a.done("fleet", "status")
	for _, want := range []string{"one: at work", "two: at work", "north: turn 1"} {
		if !strings.Contains(out, want) {
			t.Errorf("status does not say %q:\n%s", want, out)
		}
	}
	if out := a.done("realm", "list", "north"); !strings.Contains(out, "Moorland") {
		t.Errorf("realm list: %s", out)
	}
	a.passes(25 * time.Hour)
	a.still(2)
	if out := a.done("fleet", "verify"); !strings.Contains(out, "north") {
		t.Errorf("verify: %s", out)
	}
	a.done("fleet", "drain", "two")
	dir := filepath.Join(a.home, "north-again")
	a.done("fleet", "export", "north", dir)
	if code, out := a.sh("verify", dir); code != 0 {
		t.Errorf("verify in the folder: exit %d, %s", code, out)
	}
	a.onward("north")
	a.done("fleet", "remove", "south", "--yes")
	if out := a.done("fleet", "status"); strings.Contains(out, "south") {
		t.Errorf("south is still there: %s", out)
	}
}

// TestAFleetIsKilledAtEachStep: whatever a host has done when it is killed, the next one goes on from there.
func TestAFleetIsKilledAtEachStep(t *testing.T) {
	a := newArmada(t, "north", "south")
	turn := 1
	for _, e := range []errand{{Step: "take", Nth: 1}, {Step: "take", Nth: 2, After: true}, {Step: "advance", Nth: 1},
		{Step: "advance", Nth: 2, After: true}, {Step: "outlook", Nth: 2, After: true}, {Step: "send", Nth: 1},
		{Step: "letter", Nth: 2}, {Step: "letter", Nth: 2, After: true}, {Step: "send", Nth: 1, After: true}} {
		for _, name := range a.worlds {
			a.writes(name, 1)
			a.writes(name, 2)
		}
		doomed := a.process("doomed", e)
		if !ended(doomed, 30*time.Second) {
			t.Errorf("%s, %d: the host lives", e.Step, e.Nth)
		}
		next := a.starts("next")
		a.still(turn)
		a.passes(25 * time.Hour)
		turn++
		a.still(turn)
		next()
	}
	a.compares(turn - 1)
}

// TestAFleetIsTakenOver: if the host dies that waits for mail, or that is stopped, another one takes the next
// mail within 15 s. The stopped one goes on when it wakes, and harms nothing.
func TestAFleetIsTakenOver(t *testing.T) {
	a := newArmada(t, "north")
	running := map[string]*exec.Cmd{}
	for _, name := range []string{"one", "two"} {
		running[name] = a.process(name, errand{})
	}
	a.writes("north", 1)
	a.still(1)
	for n, how := range []syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGKILL} {
		hosts, err := a.host.Tables.Holders(t.Context(), tables.OfMailbox)
		needs(t, err)
		name := hosts["main"]
		needs(t, running[name].Process.Signal(how))
		time.Sleep(100 * time.Millisecond)
		began := time.Now()
		a.writes("north", 1+n%2)
		a.still(1)
		took := time.Since(began)
		if t.Logf("%s after %s: taken over within %s", name, how, took); took > 15*time.Second {
			t.Error("that is too long")
		}
		if how == syscall.SIGSTOP {
			needs(t, running[name].Process.Signal(syscall.SIGCONT))
		} else {
			_ = running[name].Wait()
			running[name] = a.process(name, errand{})
		}
		time.Sleep(time.Second)
	}
	a.passes(25 * time.Hour)
	a.still(2)
	a.compares(1)
}
