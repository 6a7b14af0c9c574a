//go:build fleet

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
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

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/journal"
	"weltentor/cmd/weltentor/fleet/postgres"
	"weltentor/cmd/weltentor/fleet/postgres/server"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/worlds"
)

// errand is what a host's process is told: where its settings are, how far the clock is put forward,
// and at which step it is to be killed.
type errand struct {
	File   string // fleet.toml
	Jumped int64
	Log    string // the beginning of the names of logs whose appends count; "": it is not killed
	Nth    int    // append
	After  bool   // after it was stored; otherwise before
	Early  bool   // with the fault of sending before the append: the append is reported at once

	Rows bool // it is a host over tables, by the clock of a file

	Clocks []string // files that say how far the clocks are put forward, those of all hosts and its own, for a command
}

// asHost makes a process a host, until it is killed.
var asHost = func(orders string) int {
	var e errand
	if err := json.Unmarshal([]byte(orders), &e); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	if e.Rows {
		return e.overTables()
	}
	if len(e.Clocks) > 0 {
		return e.command()
	}
	ch, err := config.Read(e.File)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx := context.Background()
	of, err := postgres.Open(ctx, postgres.Settings{URL: ch.Postgres.URL, Password: server.Password})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var over engine.Engine = &doomed{Engine: of, errand: e}
	if e.Early {
		over = &hasty{Engine: over, told: map[string]engine.Entry{}}
	}
	j := journal.Journal{Engine: over}
	kept, err := commands.ArchiveOf(ch, noEnv)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	f := &fleet.Fleet{Config: ch, Engine: over, Journal: j, Trim: j.Trim, Lease: 3 * time.Second, Archive: kept}
	var said bytes.Buffer
	own := &call.Call{Ctx: ctx, In: strings.NewReader(""), Out: &said, Raw: &said, Env: noEnv, Books: worlds.Rulebooks(),
		Voice: call.NewVoice("en", &said, &said)}
	h := &fleet.Host{Fleet: f, Worker: worker.Of(own, f), Every: 50 * time.Millisecond,
		Clock: func() time.Time { return time.Now().Add(time.Duration(e.Jumped)) },
		Tell:  func(world string, err error) { fmt.Fprintln(os.Stderr, world, err) }}
	if err := h.Run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// doomed is an engine whose process dies at an append.
type doomed struct {
	engine.Engine
	errand
	appends atomic.Int64
}

func (d *doomed) Now(ctx context.Context) (time.Time, error) {
	now, err := d.Engine.Now(ctx)
	return now.Add(time.Duration(d.Jumped)), err
}

func (d *doomed) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	dies := d.Log != "" && strings.HasPrefix(log, d.Log) && d.appends.Add(1) == int64(d.Nth)
	if dies && !d.After {
		die()
	}
	n, err := d.Engine.Append(ctx, log, prev, head, data)
	if dies {
		die()
	}
	return n, err
}

// hasty is an engine that confirms what it has not stored, and whose process is killed before it does.
type hasty struct {
	engine.Engine
	mu   sync.Mutex
	told map[string]engine.Entry
}

func (e *hasty) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	if !strings.HasPrefix(log, journal.Prefix) {
		return e.Engine.Append(ctx, log, prev, head, data)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.told[log] = engine.Entry{Log: log, Number: prev + 1, Head: head}
	return prev + 1, nil
}

func (e *hasty) last(is engine.Entry) engine.Entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	if told, has := e.told[is.Log]; has {
		return told
	}
	return is
}

func (e *hasty) Head(ctx context.Context, log string) (engine.Entry, error) {
	is, err := e.Engine.Head(ctx, log)
	return e.last(is), err
}

func (e *hasty) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for is, err := range e.Engine.Heads(ctx, prefix) {
			if !yield(e.last(is), err) {
				return
			}
		}
	}
}

// die is SIGKILL: nothing is put in order.
func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// process starts a process that is a host.
func (c *convoy) process(host string, e errand) *exec.Cmd {
	c.Helper()
	e.File, e.Jumped = c.config(host), c.jumped.Load()
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

// steps are the places where a host is killed: see "A fleet" in docs/flow.md. In a round with mails
// and a turn a world has an entry for each mail and for the turn. Whenever letters leave, it has two: for their
// addresses, and for all that have left.
var steps = []errand{
	{Log: "mail/", Nth: 1},               // a mail was fetched
	{Log: "mail/", Nth: 1, After: true},  // it is in the log of the mailbox
	{Log: "world/", Nth: 1},              // it was accepted
	{Log: "world/", Nth: 1, After: true}, // the answer is lost
	{Log: "world/", Nth: 2, After: true},
	{Log: "world/", Nth: 3}, // sending
	{Log: "world/", Nth: 3, After: true},
	{Log: "world/", Nth: 4}, // a letter may have left, and that was not recorded
	{Log: "world/", Nth: 4, After: true},
	{Log: "world/", Nth: 5},
	{Log: "world/", Nth: 5, After: true},
	{Log: "world/", Nth: 6, After: true},
}

func TestAFleetIsKilledAtEachStep(t *testing.T) {
	c := newConvoy(t, "north", "south")
	for _, name := range c.worlds {
		c.done("fleet", "add", filepath.Join(c.home, name))
	}
	turn, killed := 1, 0
	for i, step := range steps {
		c.mail(c.worlds[i%2], 1+i/2%2)
		if i%2 == 1 {
			c.jumped.Add(int64(25 * time.Hour))
			turn++
		}
		if c.fell(c.process(fmt.Sprintf("doomed-%d", i), step), turn) {
			killed++
		} else {
			t.Logf("it did not come to %+v", step)
		}
		h := c.start(fmt.Sprintf("heir-%d", i%2))
		c.quiet(turn)
		h.end()
		if err := <-h.done; err != nil {
			t.Fatal(err)
		}
		delete(c.hosts, fmt.Sprintf("heir-%d", i%2))
	}
	if killed < len(steps)*3/4 {
		t.Errorf("only %d of %d hosts met the step at which they were to be killed", killed, len(steps))
	}
	c.holds()
}

// fell reports whether a process was killed before it had done everything in a turn.
func (c *convoy) fell(cmd *exec.Cmd, turn int) bool {
	c.Helper()
	view, done := c.views(), make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); {
		select {
		case <-done:
			return true
		case <-time.After(100 * time.Millisecond):
		}
		if c.rests(view, func(w fleet.WorldView) bool { return w.Turn == turn }) {
			break
		}
	}
	_ = cmd.Process.Kill()
	<-done
	return false
}

// lacks waits until a world has come to a turn, and returns false. It returns true if the world was stopped because its
// journal lacks what a host has marked.
func (c *convoy) lacks(world string, turn int) bool {
	c.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		v, err := c.reach("shore").View(c.Context())
		if err != nil {
			continue
		}
		switch w := v.Worlds[world]; {
		case w.Turn == turn:
			return false
		case strings.Contains(w.Why, "the journal has lost entries"):
			return true
		}
	}
	return false
}

// A control: a host that sends before it appends leaves letters of a turn that no world knows. Or it has put its mark
// into the mailbox before it was killed, and the next host stops the world.
func TestSendingBeforeAppendingIsNoticed(t *testing.T) {
	c := newConvoy(t, "north")
	c.done("fleet", "add", filepath.Join(c.home, "north"))
	h := c.start("heir")
	c.quiet(1)
	h.end()
	if err := <-h.done; err != nil {
		t.Fatal(err)
	}
	c.jumped.Add(int64(25 * time.Hour))
	before := len(c.post.Letters())
	cmd := c.process("hasty", errand{Early: true})
	for end := time.Now().Add(time.Minute); len(c.post.Letters()) < before+2; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("nothing was sent:", c.told.lines)
		}
	}
	ended(cmd, 0)
	// Orders that came meanwhile make it another turn. The log of the mailbox begins anew, so that they count.
	c.mail("north", 1)
	if err := c.reach("shore").Engine.Drop(t.Context(), "mail/main"); err != nil {
		t.Fatal(err)
	}
	c.start("heir")
	if c.lacks("north", 2) { // the mark in the mailbox has shown it before any letter could
		c.stop()
		return
	}
	c.quiet(2)
	c.stop()
	faults := c.faults()
	alien := func(f string) bool {
		return strings.HasSuffix(f, "came, and no world knows of it") || strings.HasSuffix(f, "came with 2 contents")
	}
	if !slices.ContainsFunc(faults, alien) {
		t.Errorf("only this was noticed: %q", faults)
	}
}

// careless is an engine without leases and optionally without the fence: everybody gets every lease, and an append
// goes after whatever is there.
type careless struct {
	engine.Engine
	unfenced bool
}

// right is a lease that everybody has.
type right struct{}

func (right) Renew(context.Context, time.Duration) error { return nil }
func (right) Release(context.Context) error              { return nil }

func (careless) Take(context.Context, string, string, time.Duration) (engine.Lease, error) {
	return right{}, nil
}

func (e careless) Append(ctx context.Context, log string, prev uint64, head, data []byte) (uint64, error) {
	for {
		n, err := e.Engine.Append(ctx, log, prev, head, data)
		if !e.unfenced || !errors.Is(err, engine.ErrFenced) || !strings.HasPrefix(log, "world/") {
			return n, err
		}
		last, err := e.Engine.Head(ctx, log)
		if err != nil {
			return 0, err
		}
		prev = last.Number
	}
}

// The leases protect nothing: without any, three hosts at once do everything several times, and still
// nothing happens twice.
func TestAFleetWithoutLeases(t *testing.T) {
	c := newConvoy(t, "north", "south")
	c.around = func(_ string, e engine.Engine) engine.Engine { return careless{e, false} }
	c.rushes()
	c.holds()
}

// A control: without the fence the same goes wrong.
func TestAFleetWithoutTheFenceIsNoticed(t *testing.T) {
	c := newConvoy(t, "north", "south")
	c.around = func(_ string, e engine.Engine) engine.Engine { return careless{e, true} }
	if !c.rushed(15 * time.Second) {
		t.Log(c.told.lines)
		return // the worlds stand still, which is noticed indeed
	}
	if faults := c.faults(); len(faults) == 0 {
		t.Error("nothing was noticed")
	}
}

// rushes lets three hosts play two turns at once.
func (c *convoy) rushes() {
	c.Helper()
	if !c.rushed(3 * time.Minute) {
		c.Fatalf("the worlds do not go on:\n%s", strings.Join(c.told.lines, "\n"))
	}
}

// rushed reports whether they came to an end.
func (c *convoy) rushed(patience time.Duration) bool {
	c.Helper()
	for _, name := range c.worlds {
		c.done("fleet", "add", filepath.Join(c.home, name))
	}
	for _, host := range []string{"one", "two", "three"} {
		c.start(host)
	}
	defer c.stop()
	for turn := 1; turn <= 3; turn++ {
		for _, name := range c.worlds {
			c.mail(name, 1)
			c.mail(name, 2)
		}
		if !c.comes(patience, turn) {
			return false
		}
		c.jumped.Add(int64(25 * time.Hour))
	}
	return c.comes(patience, 4)
}
