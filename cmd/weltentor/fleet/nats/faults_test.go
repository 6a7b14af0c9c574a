//go:build fleet

package nats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/engine/suite"
)

// TestKilledAlone: a server alone is killed while clients work.
func TestKilledAlone(t *testing.T) {
	p := apart(t, 1, false).run(t)
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		p.kill(0)
		p.begin(t, 0)
	}))
}

// TestKilledOfThree: each of three servers is killed in turn, and comes back a moment later.
func TestKilledOfThree(t *testing.T) {
	p := apart(t, 3, false).run(t)
	next := 0
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		p.kill(next % 3)
		time.Sleep(500 * time.Millisecond)
		p.begin(t, next%3)
		next++
	}))
}

// TestLeaderKilled: it is the leader that is killed, each time.
func TestLeaderKilled(t *testing.T) {
	p := apart(t, 3, false).run(t)
	e := p.beside(t, 1, "", 0)
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		leader := p.leader(t, e)
		p.kill(leader)
		time.Sleep(time.Second)
		p.begin(t, leader)
	}))
}

// TestTwoKilled: two servers are killed at once, and come back.
func TestTwoKilled(t *testing.T) {
	p := apart(t, 3, false).run(t)
	next := 0
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		one, other := next%3, (next+1)%3
		next++
		p.kill(one)
		p.kill(other)
		time.Sleep(300 * time.Millisecond)
		p.begin(t, one)
		p.begin(t, other)
	}))
}

// TestAllKilled: so do three.
func TestAllKilled(t *testing.T) {
	p := apart(t, 3, false).run(t)
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		for i := range 3 {
			p.kill(i)
		}
		for i := range 3 {
			p.begin(t, i)
		}
	}))
}

// TestPaused: the leader does nothing for longer than the others wait for it, and goes on as
// if it still were the leader.
func TestPaused(t *testing.T) {
	p := apart(t, 3, false).run(t)
	e := p.beside(t, 1, "", 0)
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) { p.pause(p.leader(t, e), 6*time.Second) }))
}

// TestCutOff: the leader's network is cut for a while; clients at its side are still there.
func TestCutOff(t *testing.T) {
	p := apart(t, 3, true).run(t)
	e := p.beside(t, 1, "", 0)
	suite.Only(t, "HistoriesKilled", p.place(func(t testing.TB) {
		leader := p.leader(t, e)
		p.cut(leader, true)
		time.Sleep(6 * time.Second)
		p.cut(leader, false)
	}))
}

// TestOldLeader: who is at the side of a leader that was cut off reads nothing that is old, and
// confirms nothing, while the others go on.
func TestOldLeader(t *testing.T) {
	p := apart(t, 3, true).run(t)
	e := p.beside(t, 0, "", 0)
	old := filled(t, e, "world/a", 3)[2]
	settled(t, e, 3)
	leader := p.leader(t, e)
	at := p.beside(t, leader, p.configs[leader].Hosts[leader].Clients, 0)
	others := p.beside(t, (leader+1)%3, p.configs[leader].Hosts[(leader+1)%3].Clients, 0)
	p.cut(leader, true)
	newer := old
	for end := time.Now().Add(3 * patience); newer == old; {
		if n, err := others.Append(t.Context(), "world/a", old, []byte("new"), nil); err == nil {
			newer = n
		} else if h, err := others.Head(t.Context(), "world/a"); err == nil && h.Number != old {
			newer = h.Number
		} else if time.Now().After(end) {
			t.Fatalf("the two that are left take nothing: %v", err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if h, err := at.Head(ctx, "world/a"); err == nil {
		t.Errorf("a leader that was cut off says that the head is %d; it is %d", h.Number, newer)
	}
	ctx, cancel = context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if n, err := at.Append(ctx, "world/a", old, []byte("old"), nil); err == nil || errors.Is(err, engine.ErrFenced) {
		t.Errorf("a leader that was cut off has appended %d, or knows of the other one: %v", n, err)
	}
	p.cut(leader, false)
	if h, err := at.Head(t.Context(), "world/a"); err != nil || h.Number != newer {
		t.Errorf("afterwards the head is %d, want %d: %v", h.Number, newer, err)
	}
	if got, want := numbers(t, at, "world/a"), 4; len(got) != want || got[3] != newer {
		t.Errorf("afterwards there are %v, want %d entries up to %d", got, want, newer)
	}
}

// TestMajorityLost: with one server of three nothing is confirmed, and the error says later;
// when one comes back, all that was confirmed is there.
func TestMajorityLost(t *testing.T) {
	p := apart(t, 3, false).run(t)
	e := p.beside(t, 0, "", 0)
	want := filled(t, e, "world/a", 5)
	settled(t, e, 3)
	p.kill(1)
	p.kill(2)
	asks := map[string]func(context.Context) error{
		"append": func(ctx context.Context) error {
			_, err := e.Append(ctx, "world/a", want[4], []byte("lonely"), nil)
			return err
		},
		"head": func(ctx context.Context) error { _, err := e.Head(ctx, "world/a"); return err },
		"take": func(ctx context.Context) error {
			_, err := e.Take(ctx, "world/a", "one", time.Minute)
			return err
		},
		"now": func(ctx context.Context) error { _, err := e.Now(ctx); return err },
	}
	errs := make(chan error, len(asks))
	for what, ask := range asks {
		go func() { errs <- fmt.Errorf("%s with one server of three: %w", what, ask(t.Context())) }()
	}
	for range asks {
		// One that still takes itself for the leader takes the entry, and never answers.
		if err := <-errs; !errors.Is(err, ErrLater) && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v; want %v", err, ErrLater)
		}
	}
	p.begin(t, 1)
	got := numbers(t, e, "world/a")
	if len(got) > len(want) {
		got = got[:len(want)] // the lonely one may be there now: it was told nothing
	}
	if !slices.Equal(got, want) {
		t.Errorf("entries %v, want %v", got, want)
	}
}

// TestReplaced: a server comes back with an empty folder. Once it is current, another may be
// lost.
func TestReplaced(t *testing.T) {
	p := apart(t, 3, false).run(t)
	e := p.beside(t, 0, "", 0)
	want := filled(t, e, "world/a", 40)
	if err := e.Trim(t.Context(), "world/a", want[10]); err != nil {
		t.Fatal(err)
	}
	want = want[10:]
	settled(t, e, 3)
	p.kill(2)
	if err := os.RemoveAll(p.configs[2].Folder); err != nil {
		t.Fatal(err)
	}
	p.begin(t, 2)
	settled(t, e, 3)
	p.kill(1)
	if got := numbers(t, e, "world/a"); !slices.Equal(got, want) {
		t.Errorf("with the new server, entries %v, want %v", got, want)
	}
	if _, err := e.Append(t.Context(), "world/a", want[29], []byte("more"), nil); err != nil {
		t.Errorf("with the new server: %v", err)
	}
}

// TestGone: servers that have lost all they kept do not begin anew as if nothing had been there,
// as long as a host knows better.
func TestGone(t *testing.T) {
	f := founded(t, 1)
	filled(t, f.engine(0), "world/a", 1)
	f.stop(0)
	if err := os.RemoveAll(f.configs[0].Folder + "/jetstream"); err != nil {
		t.Fatal(err)
	}
	f.start(0)
	if e, err := f.servers[0].Engine(t.Context()); !errors.Is(err, ErrGone) {
		if e != nil {
			e.Close()
		}
		t.Errorf("a server without its data: %v, want %v", err, ErrGone)
	}
}
