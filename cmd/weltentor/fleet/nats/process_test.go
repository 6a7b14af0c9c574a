//go:build fleet

package nats

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
)

// hostOf is the variable by which this test's program is a host instead: a file with its Config.
const hostOf = "WELTENTOR_TEST_HOST"

// TestMain runs the tests, or a server that can be killed.
func TestMain(m *testing.M) {
	if file := os.Getenv(hostOf); file != "" {
		os.Exit(serve(file))
	}
	os.Exit(m.Run())
}

// serve is a server until it is told to end.
func serve(file string) int {
	raw, err := os.ReadFile(file)
	var c Config
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	if err != nil {
		fmt.Println(err)
		return 2
	}
	c.Log = saying(os.Stdout)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := Start(ctx, c)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	go func() { // as a host does
		if e, err := s.Engine(ctx); err != nil {
			fmt.Println(err)
		} else {
			defer e.Close()
			<-ctx.Done()
		}
	}()
	<-ctx.Done()
	if err := s.Close(); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

// processes are a fleet whose servers are processes of their own, which can be killed, stopped
// and cut off.
type processes struct {
	*fleet
	running []*exec.Cmd
	between map[[2]int]*suite.Proxy // from a host to another
}

// nobody listens here.
const nobody = "127.0.0.1:1"

// apart starts a fleet of processes. If cuts is set, there are proxies between them, and no other way: at the
// address that a host tells of itself there is nobody, or the others would come past their proxies.
func apart(t testing.TB, n int, cuts bool) *processes {
	t.Helper()
	p := &processes{fleet: laid(t, n), running: make([]*exec.Cmd, n), between: map[[2]int]*suite.Proxy{}}
	if cuts {
		for i := range n {
			defer func() {
				me := &p.configs[i].Hosts[i]
				me.Listen, me.Routes = me.Routes, nobody
			}()
			for j := range n {
				if i != j {
					between := suite.NewProxy(t, p.configs[j].Hosts[j].Routes)
					p.between[[2]int{i, j}] = between
					defer func() { p.configs[i].Hosts[j].Routes = between.Address }()
				}
			}
		}
	}
	t.Cleanup(func() {
		for i := range p.running {
			p.kill(i)
		}
	})
	return p
}

// run starts all that are not running, and waits until one can be asked.
func (p *processes) run(t testing.TB) *processes {
	t.Helper()
	for i := range p.running {
		p.begin(t, i)
	}
	p.beside(t, 0, "", 0)
	return p
}

func (p *processes) begin(t testing.TB, i int) {
	t.Helper()
	if p.running[i] != nil {
		return
	}
	c := p.configs[i]
	c.Log, c.Clock = nil, nil
	raw, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(filepath.Dir(c.Folder), c.Name+".json")
	if err := os.WriteFile(file, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), hostOf+"="+file)
	cmd.Stdout, cmd.Stderr = p.lines, p.lines
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p.running[i] = cmd
}

// kill ends a process at once, as a crash does.
func (p *processes) kill(i int) {
	if cmd := p.running[i]; cmd != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		p.running[i] = nil
	}
}

// end has a process close its files and stop.
func (p *processes) end(i int) {
	if cmd := p.running[i]; cmd != nil {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		p.running[i] = nil
	}
}

// pause stops a process for a while: it is there, and does nothing.
func (p *processes) pause(i int, long time.Duration) {
	p.stand(i)
	time.Sleep(long)
	p.walk(i)
}

func (p *processes) stand(i int) { _ = p.running[i].Process.Signal(syscall.SIGSTOP) }
func (p *processes) walk(i int)  { _ = p.running[i].Process.Signal(syscall.SIGCONT) }

// cut lets nothing through between a host and the others, or again. What was under way comes
// late, as it does in a network.
func (p *processes) cut(i int, still bool) {
	for ends, between := range p.between {
		if ends[0] == i || ends[1] == i {
			between.Still(still)
		}
	}
}

// place is where clients are at all hosts, each going to another if its own is gone.
func (p *processes) place(harm func(t testing.TB)) suite.Place {
	at := p.fleet.place()
	at.Restart = harm
	return at
}

// leader is the host that leads the logs.
func (p *processes) leader(t testing.TB, e *Engine) int {
	t.Helper()
	members, err := e.Members(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range members {
		if m.State == engine.Leader {
			return i
		}
	}
	t.Fatalf("no host leads the logs: %v", members)
	return 0
}

// settled waits until all servers have all there is.
func settled(t testing.TB, e *Engine, hosts int) {
	t.Helper()
	for end := time.Now().Add(3 * patience); ; time.Sleep(100 * time.Millisecond) {
		members, err := e.Members(t.Context())
		current := 0
		for _, m := range members {
			if m.Well() && m.Behind == 0 {
				current++
			}
		}
		if err == nil && current == hosts {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the servers are not current: %v, %v", members, err)
		}
	}
}

// numbers are those of a log's entries.
func numbers(t testing.TB, e *Engine, log string) (all []uint64) {
	t.Helper()
	for entry, err := range e.Read(t.Context(), log, 0) {
		if err != nil {
			t.Fatalf("read %s: %v", log, err)
		}
		all = append(all, entry.Number)
	}
	return all
}

// filled appends so many entries, with some data each, and gives their numbers.
func filled(t testing.TB, e *Engine, log string, n int) (all []uint64) {
	t.Helper()
	prev := uint64(0)
	for i := range n {
		number, err := e.Append(t.Context(), log, prev, []byte(fmt.Sprint(i)), []byte(strings.Repeat("data ", 2000)))
		if err != nil {
			t.Fatal(err)
		}
		prev = number
		all = append(all, number)
	}
	return all
}
