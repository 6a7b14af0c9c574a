//go:build fleet

package fleet_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/cmd/weltentor/fleet/server"
)

// command is a process that is the command itself, by clocks that are handed in: what main is, but for these.
func (e errand) command() (code int) {
	return cli.Process(func() time.Time { return time.Now().Add(forward(e.Clocks[0]) + forward(e.Clocks[1])) })
}

// forward is how far a clock is put forward, as a file says.
func forward(file string) time.Duration {
	raw, err := os.ReadFile(file)
	n, wrong := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || wrong != nil {
		panic(fmt.Sprint(file, err, wrong))
	}
	return time.Duration(n)
}

// flotilla is a fleet whose hosts are processes that run `weltentor fleet run`, as a game master has them run:
// each with a folder, a file and a clock of its own, started again when it ends. Between them, and between them
// and the mail servers, are proxies, and no other way.
type flotilla struct {
	*convoy
	ships []*ship
	mail  []*server.Proxy
	two   bool // it may happen together with another fault
}

// ship is a host of the flotilla.
type ship struct {
	*convoy
	name, dir, clock string
	metrics          string
	wire             *server.Proxy // to the database
	disk             *stage.Disk   // that its folder is on, a small one; nil: a usual one

	mu     sync.Mutex
	cmd    *exec.Cmd
	wanted bool // to run: it is started again
	ended  chan struct{}
	codes  []int // by which it has ended by itself
	said   strings.Builder
}

// afloat makes a fleet of three hosts, whose worlds share one mailbox, but for one that has its own.
func afloat(t *testing.T) *flotilla {
	t.Helper()
	f := &flotilla{convoy: unfounded(t, "north", "south", "east", "west")}
	f.boxes["west"] = "west@demo.test"
	if err := f.post.AddUser(f.boxes["west"], stage.Password); err != nil {
		t.Fatal(err)
	}
	for _, at := range []*string{&f.imap, &f.smtp} {
		wire := server.NewProxy(t, *at)
		f.mail, *at = append(f.mail, wire), wire.Address
	}
	for _, name := range []string{"one", "two", "three"} {
		f.ships = append(f.ships, f.build(name))
	}
	return f
}

// build makes the folder of a host.
func (f *flotilla) build(name string) *ship {
	f.Helper()
	s := &ship{convoy: f.convoy, name: name, dir: filepath.Join(f.home, name),
		clock: filepath.Join(f.home, name+".clock"), metrics: ports.Address(f)}
	if err := os.Mkdir(s.dir, 0o700); err != nil {
		f.Fatal(err)
	}
	s.off(0)
	f.Cleanup(func() {
		s.halt(syscall.SIGKILL)
		if f.Failed() && s.ended != nil {
			f.Logf("%s ended with %v; it has said:\n%s", s.name, s.codes, s.words())
		}
	})
	return s
}

// shrink puts the folder of a host onto a small disk, if this user may.
func (s *ship) shrink() { s.disk = stage.NewDisk(s, s.dir, 96<<20, 0o700) }

// jump puts all clocks forward. The database may be away: then its own goes on later, see calm.
func (f *flotilla) jump(by time.Duration) { _ = f.jumps(by) }

// off puts the clock of one host forward.
func (s *ship) off(by time.Duration) { s.set(s.clock, by) }

func (c *convoy) set(file string, by time.Duration) {
	c.Helper()
	if err := os.WriteFile(file+".next", []byte(strconv.FormatInt(int64(by), 10)), 0o600); err != nil {
		c.Fatal(err)
	}
	if err := os.Rename(file+".next", file); err != nil {
		c.Fatal(err)
	}
}

// command is a process of the program with a host's clock.
func (s *ship) command(args ...string) *exec.Cmd {
	s.Helper()
	orders, err := json.Marshal(errand{Clocks: []string{s.convoy.clock, s.clock}})
	if err != nil {
		s.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		s.Fatal(err)
	}
	first := []string{"--lang", "en", "--fleet", filepath.Join(s.dir, "fleet.toml")}
	cmd := exec.Command(exe, append(first, args...)...)
	cmd.WaitDelay = time.Minute
	cmd.Env = append(os.Environ(), hostVar+"="+string(orders))
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd
}

// Write keeps what the host says.
func (s *ship) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.Write(b)
}

func (s *ship) words() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.said.String()
}

// sail has the host run, and starts it again when it ends, as a service manager does.
func (s *ship) sail() {
	s.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wanted {
		return
	}
	s.wanted, s.ended = true, make(chan struct{})
	if err := s.begin(); err != nil {
		s.Fatal(err)
	}
	go func() {
		defer close(s.ended)
		for s.again() {
			time.Sleep(300 * time.Millisecond)
		}
	}()
}

// begin starts the process. The caller must hold mu.
func (s *ship) begin() error {
	s.cmd = s.command("fleet", "run")
	s.cmd.Stdout, s.cmd.Stderr = s, s
	return s.cmd.Start()
}

// again waits for the end of the process and starts the next, if one is wanted.
func (s *ship) again() bool {
	s.mu.Lock()
	cmd := s.cmd
	s.mu.Unlock()
	_ = cmd.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes = append(s.codes, cmd.ProcessState.ExitCode())
	return s.wanted && s.begin() == nil
}

// halt ends the process for good, and returns its exit code.
func (s *ship) halt(by syscall.Signal) int {
	s.mu.Lock()
	if !s.wanted {
		s.mu.Unlock()
		return 0
	}
	s.wanted = false
	_ = s.cmd.Process.Signal(syscall.SIGCONT)
	_ = s.cmd.Process.Signal(by)
	s.mu.Unlock()
	<-s.ended
	return s.codes[len(s.codes)-1]
}

// signal is a signal to the process.
func (s *ship) signal(by syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.cmd.Process.Signal(by)
}

// scrape reads a host's metrics.
func (s *ship) scrape(path string) (code int, kind, text string) {
	answer, err := http.Get("http://" + s.metrics + path)
	if err != nil {
		return 0, "", err.Error()
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, "", err.Error()
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), string(raw)
}

// own is what only this host's file says.
func (s *ship) own() string { return fmt.Sprintf("host = %q\nmetrics = %q\n", s.name, s.metrics) }

// rig writes the files of all hosts, and those for commands.
func (f *flotilla) rig(section func(ship int) string) {
	f.Helper()
	for i, s := range f.ships {
		f.furnish(s.dir, s.own(), section(i))
	}
	shore := f.build("shore")
	f.furnish(shore.dir, "host = \"one\"\nmetrics = \"\"\n", section(-1))
	f.by = shore.runs
}

// runs is a command as a process of its own.
func (s *ship) runs(args ...string) (code int, out string) {
	s.Helper()
	cmd := s.command(args...)
	raw, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		s.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(raw)
}

// overDatabase has all come to a database, each host by a wire of its own.
func (f *flotilla) overDatabase(db *server.Server) {
	f.Helper()
	f.rig(func(i int) string {
		address := db.Address
		if i >= 0 {
			f.ships[i].wire = server.NewProxy(f, address)
			address = f.ships[i].wire.Address
		}
		return postgresAt(address)
	})
	f.shares(db)
}

// settle makes the worlds, adds them and waits until their first letters have left.
func (f *flotilla) settle() {
	f.Helper()
	for _, name := range f.worlds {
		f.found(name)
	}
	for _, s := range f.ships {
		s.sail()
	}
	f.eventually("an answer", func() bool {
		code, _ := f.fleet("fleet", "status")
		return code == complaint.ExitDone || code == complaint.ExitNo // which says that a person is needed
	})
	f.embark()
	f.calm()
}

// calm waits until no turn is due, no mail is in an inbox and no letter waits. A letter that could not be sent waits
// for a while in its world's time, so that time goes on.
func (f *flotilla) calm() {
	f.Helper()
	f.jump(0)
	var v *fleet.View
	var err error
	began := time.Now()
	for n := 1; time.Since(began) < 3*time.Minute; n++ {
		time.Sleep(200 * time.Millisecond)
		if n%25 == 0 {
			f.jump(20 * time.Minute)
		}
		look := func() *fleet.View {
			if v, err = hosts.View(f.Context(), f.host.Tables); err != nil {
				return nil
			}
			return v
		}
		waits := func(w fleet.WorldView) bool { return w.State == "well" && w.Deadline.After(v.Now) }
		if f.rests(look, waits) {
			return
		}
	}
	raw, _ := json.MarshalIndent(v, "", " ")
	f.Fatalf("it does not become calm: %v\n%s", err, raw)
}

// A host as a process: it says that it works, has metrics for Prometheus, and ends in order when it is told to.
func TestAFleetsHostIsAProcess(t *testing.T) {
	f := afloat(t)
	f.worlds, f.boxes = f.worlds[:2], nil
	f.overDatabase(server.Start(t))
	one := f.ships[0]
	f.ships = f.ships[:1]
	f.settle()
	f.eventually("it tells Prometheus what there is", func() bool {
		code, kind, text := one.scrape("/metrics")
		return code == http.StatusOK && kind == "text/plain; version=0.0.4; charset=utf-8" &&
			strings.Contains(text, "\nweltentor_worlds 2\n") &&
			strings.Contains(text, "\nweltentor_letters_sent_total 4\n") &&
			strings.Contains(text, "\nweltentor_clock_off 0\n")
	})
	if code, _, _ := one.scrape("/"); code != http.StatusNotFound {
		t.Errorf("beside the metrics: %d", code)
	}
	if code, out := one.runs("realm", "list", "north"); code != complaint.ExitDone || !strings.Contains(out, "Moorland") {
		t.Errorf("a command beside the host: exit %d, %s", code, out)
	}
	one.off(time.Hour)
	f.jump(25 * time.Hour)
	f.eventually("it says that its clock is off", func() bool {
		_, out := f.fleet("fleet", "status")
		return strings.Contains(out, "one: at work, but its clock is off by 3600 s; it resolves no turns\n")
	})
	last := ""
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(last)
		}
	})
	f.eventually("it sees what is due", func() bool {
		_, _, text := one.scrape("/metrics")
		last = text
		return strings.Contains(text, "\nweltentor_turns_due 2\n") &&
			strings.Contains(text, "\nweltentor_clock_off 1\n")
	})
	if w := f.view().Worlds["north"]; w.Turn != 1 {
		t.Errorf("%+v", w)
	}
	one.off(0)
	f.calm()
	f.holds()
	if code := one.halt(syscall.SIGTERM); code != complaint.ExitDone {
		t.Errorf("told to end: exit %d", code)
	}
	if said := one.words(); said != "one is at work; it ends with Ctrl-C, SIGTERM or `weltentor fleet drain one`.\n"+
		"one has ended.\n" {
		t.Errorf("it has said:\n%s", said)
	}
}
