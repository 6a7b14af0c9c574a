//go:build linux

package e2e

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
)

// trap waits for a step of a command.
type trap struct {
	blow
	nth   int
	count int    // how many of the steps, or of those before them, have come
	last  string // the step that was seen
	armed bool   // a command is running
	held  bool   // the store is held, and the step has passed
	shut  bool   // killed
	began time.Time
	delay time.Duration // until the kill, if no step is waited for; 0: none
	timer *time.Timer
	cmd   *exec.Cmd
}

// wire is told about steps of a connection before the line is passed on. After a kill at a step nothing is passed on of
// what lies in the buffers of other connections.
func (s *siege) wire(steps []string, pass func() error) error {
	if s.struck() {
		return errCut
	}
	for _, step := range steps {
		switch s.spring(step) {
		case true:
			return errCut
		default:
			if s.holds() {
				s.watch.hold()
				return pass()
			}
		}
	}
	return pass()
}

// struck reports whether the command was killed at a step.
func (s *siege) struck() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trap != nil && s.trap.shut && s.trap.step != ""
}

// spring kills the command if this is the step that it waits for.
func (s *siege) spring(step string) (killed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.trap
	if k == nil || !k.armed || k.shut {
		return false
	}
	if k.began.IsZero() && step == "open" {
		s.begin(k)
	}
	if k.held {
		if step == "open" {
			k.kill()
		}
		return k.shut
	}
	if step != "open" {
		k.last = step
	}
	switch {
	case k.after != "" && step == k.after:
		k.count++
		return false
	case step != k.step || k.after != "" && k.count < k.nth:
		return false
	case k.after == "":
		if k.count++; k.count < k.nth {
			return false
		}
	}
	if k.hold {
		k.held = true
		return false
	}
	k.kill()
	return true
}

// begin is called when a command first opens the store: from then on there is something to lose.
func (s *siege) begin(k *trap) {
	k.began = time.Now()
	if k.delay > 0 {
		k.timer = time.AfterFunc(k.delay, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if k.armed {
				k.kill()
			}
		})
	}
}

func (k *trap) kill() {
	k.shut = true
	_ = k.cmd.Process.Kill()
}

// holds reports that the step that just came is the one that may pass.
func (s *siege) holds() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trap != nil && s.trap.armed && s.trap.held && !s.trap.shut
}

// blows kills a command that many times at each of its steps, and then lets it finish its work.
func (s *siege) blows(command string, times int, list []blow, ready func(blow),
	fate func(before, after standing, n int) string) {
	s.T.Helper()
	for _, b := range list {
		for hit, tries := 0, 0; hit < times; tries++ {
			ready(b)
			if s.strike(command, b, fate) {
				hit++
			} else if !b.seen || tries > 20+10*times {
				s.T.Fatalf("%s ended before %s was seen", command, b.name)
			}
			s.Done(command, s.Dir)
		}
	}
}

// strike runs a command, kills it at a step, and compares what was left with what must be. It returns whether the step
// came.
func (s *siege) strike(command string, b blow, fate func(before, after standing, n int) string) bool {
	s.T.Helper()
	before := s.standing()
	k := &trap{blow: b, nth: 1 + s.dice.IntN(b.most)}
	if !s.execute(k, command, s.Dir) {
		return false
	}
	after := s.standing()
	got := fate(before, after, k.nth+b.overtaken)
	if !strings.HasPrefix(got, b.want) {
		if b.seen { // the kernel had reported one of several pages: the step was still to come
			s.accountFor(before, after)
			s.tally.add(command+" just before "+b.name, got)
			return false
		}
		s.T.Errorf("%s killed at %s: %s, want %s (before %+v, after %+v)", command, b.name, got, b.want, before, after)
	}
	s.accountFor(before, after)
	s.tally.add(command+" at "+b.name, got)
	return true
}

// accountFor finds the letter that the server took and the store did not record, and counts the mails that are in both
// folders. If the server has no MOVE, they are copied once more.
func (s *siege) accountFor(before, after standing) {
	s.T.Helper()
	s.twice = after.inbox + after.put - len(s.orders)
	if s.twice > 0 && s.moves {
		s.T.Errorf("%d mails lie in both folders", s.twice)
	}
	again := s.sentAgain()
	if more := (after.taken - before.taken) - (after.noted - before.noted); again != more {
		s.T.Errorf("%d letters will leave again, by the counts before %+v, after %+v", again, before, after)
	}
}

// instants kills a command that many times, at random instants between its first look at the store and its end.
func (s *siege) instants(command string, n int, ready func()) {
	s.T.Helper()
	ready()
	whole := &trap{}
	if s.execute(whole, command, s.Dir) {
		s.T.Fatal("nobody killed it")
	}
	takes := time.Since(whole.began)
	for hit, tries := 0, 0; hit < n; tries++ {
		if tries > 20*n {
			s.T.Fatalf("of %d runs of %s only %d could be killed", tries, command, hit)
		}
		ready()
		before, k := s.standing(), &trap{last: "start", delay: 1 + time.Duration(s.dice.Int64N(int64(takes)))}
		if !s.execute(k, command, s.Dir) {
			continue
		}
		hit++
		after := s.standing()
		s.accountFor(before, after)
		s.tally.add(command+" at random, after "+k.last, progress(before, after))
	}
}

// progress is how much of its work a command had done.
func progress(before, after standing) string {
	switch {
	case after.turn > before.turn:
		return resolved
	case after.taken-before.taken > after.noted-before.noted:
		return notNoted
	case after.letters > before.letters || after.noted > before.noted || after.put > before.put:
		return "a part done"
	}
	return asBefore
}

// execute runs a command until the trap springs or its time is up. It returns whether the command was killed;
// otherwise it has done its work.
func (s *siege) execute(k *trap, args ...string) (killed bool) {
	s.T.Helper()
	path := stage.Built(s.T)
	if k.told {
		path = stage.Insider(s.T)
	}
	k.cmd = exec.Command(path, s.Args(args...)...)
	var said bytes.Buffer
	k.cmd.Stdout, k.cmd.Stderr = &said, &said
	told := s.listen(k)
	s.watch = newWatch(s.T, s.Dir, func(step string) { s.spring(step) })
	s.mu.Lock()
	err := k.cmd.Start()
	s.trap, k.armed = k, err == nil
	s.mu.Unlock()
	if err != nil {
		s.T.Fatal(err)
	}
	told()
	err = k.cmd.Wait()
	s.mu.Lock()
	k.armed, s.trap = false, nil
	if k.timer != nil {
		k.timer.Stop()
	}
	s.mu.Unlock()
	s.watch.release()
	s.watch.close()
	s.quiet()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == -1 && k.shut {
		return true
	}
	if err != nil {
		s.T.Fatalf("%v: %v\n%s", args, err, &said)
	}
	return false
}

// quiet waits until the servers have seen everything that was said to them.
func (s *siege) quiet() {
	s.T.Helper()
	for end := time.Now().Add(time.Minute); s.imap.open.Load()+s.smtp.open.Load() > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			s.T.Fatal("a mail server does not hang up")
		}
	}
}

// listen receives the steps that a telling program reports.
func (s *siege) listen(k *trap) (start func()) {
	if !k.told {
		return func() {}
	}
	said, theirs, err := os.Pipe()
	if err != nil {
		s.T.Fatal(err)
	}
	heard, ours, err := os.Pipe()
	if err != nil {
		s.T.Fatal(err)
	}
	k.cmd.Env = append(os.Environ(), stage.RulesVar+"=telling")
	k.cmd.ExtraFiles = []*os.File{theirs, heard}
	var ended sync.WaitGroup
	s.T.Cleanup(ended.Wait)
	return func() {
		theirs.Close()
		heard.Close()
		ended.Go(func() {
			defer said.Close()
			defer ours.Close()
			for lines := bufio.NewScanner(said); lines.Scan() && !s.spring(lines.Text()); {
				time.Sleep(k.slow)
				fmt.Fprint(ours, ".")
			}
		})
	}
}

// tally is a histogram: where commands were killed, and what was left.
type tally map[string]map[string]int

func (h tally) add(where, what string) {
	if h[where] == nil {
		h[where] = map[string]int{}
	}
	h[where][what]++
}

func (h tally) log(t *testing.T) {
	var b strings.Builder
	sum := 0
	for _, where := range slices.Sorted(maps.Keys(h)) {
		n, parts := 0, []string{}
		for _, what := range slices.SortedFunc(maps.Keys(h[where]),
			func(x, y string) int { return cmp.Compare(h[where][y], h[where][x]) }) {
			n += h[where][what]
			parts = append(parts, fmt.Sprintf("%d %s", h[where][what], what))
		}
		sum += n
		fmt.Fprintf(&b, "\n%4d  %-45s %s", n, where, strings.Join(parts, " · "))
	}
	t.Logf("%d kills%s", sum, &b)
}
