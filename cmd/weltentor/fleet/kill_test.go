//go:build fleet

package fleet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// errand is what a process is told that is a host or a command: where its settings are, what clocks it goes by, and at
// which step it is to be killed.
type errand struct {
	File   string   // fleet.toml
	Clocks []string // files that say how far the clocks are put forward: of all, and of a command its own
	Step   string   // see dying; "": it is not killed
	Nth    int      // time that it comes to the step
	After  bool     // when the step is done; otherwise before
}

// asHost makes a process a host, until it is killed, or a command.
var asHost = func(orders string) int {
	var e errand
	if err := json.Unmarshal([]byte(orders), &e); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if len(e.Clocks) > 1 {
		return e.command()
	}
	return e.host()
}

// host is a host until it is killed.
func (e errand) host() int {
	ctx := context.Background()
	h, leave, err := hostOf(ctx, e.File, func() time.Time { return time.Now().Add(forward(e.Clocks[0])) })
	if err == nil {
		defer leave()
		h.Tell = func(world string, err error) { fmt.Fprintln(os.Stderr, world, err) }
		h.Worker = &dying{Worker: h.Worker, errand: e}
		err = h.Run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// die is SIGKILL: nothing is put in order.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// process starts a process that is a host.
func (c *convoy) process(host string, e errand) *exec.Cmd {
	c.Helper()
	e.File, e.Clocks = c.config(host), []string{c.clock}
	orders, err := json.Marshal(e)
	if err != nil {
		c.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		c.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), hostVar+"="+string(orders))
	cmd.Stderr = &prefixed{c, host}
	if err := cmd.Start(); err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { _ = cmd.Process.Kill(); _, _ = cmd.Process.Wait() })
	return cmd
}

// prefixed writes a process's complaints down.
type prefixed struct {
	c    *convoy
	host string
}

func (p *prefixed) Write(b []byte) (int, error) {
	p.c.told.add(p.host + ": " + strings.TrimSpace(string(b)))
	return len(b), nil
}

// ended reports whether a process was killed within a time.
func ended(cmd *exec.Cmd, within time.Duration) bool {
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	select {
	case <-done:
		return true
	case <-time.After(within):
		_ = cmd.Process.Kill()
		<-done
		return false
	}
}

// TestAFleetWithoutHolds: the holds protect nothing. All are taken away again and again, so three hosts at once do
// everything several times, and still nothing happens twice.
func TestAFleetWithoutHolds(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	for _, host := range []string{"one", "two", "three"} {
		c.start(host)
	}
	stop, taken := make(chan struct{}), 0
	var thief sync.WaitGroup
	thief.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(3 * time.Millisecond):
				if did, err := c.pool.Exec(t.Context(), "delete from weltentor.hold"); err == nil {
					taken += int(did.RowsAffected())
				}
			}
		}
	})
	for turn := 1; turn <= 3; turn++ {
		for _, name := range c.worlds {
			c.mail(name, 1)
			c.mail(name, 2)
		}
		c.quiet(turn)
		c.jump(25 * time.Hour)
	}
	c.quiet(4)
	close(stop)
	thief.Wait()
	c.stop()
	if t.Logf("%d holds were taken away", taken); taken < 100 {
		t.Error("that is too few")
	}
	c.holds()
}

// hostVar has a process be a host of a fleet's test, see asHost.
const hostVar = "WELTENTOR_TEST_HOST"
