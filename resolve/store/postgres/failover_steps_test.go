//go:build fleet && servers

package postgres

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
)

// TestFailoverAtEachStep: the primary of a synchronous cluster is killed just before a question of a change reaches it,
// just after, and just after the answer to a commit was lost. Nothing that was confirmed is lost.
func TestFailoverAtEachStep(t *testing.T) {
	c := server.Patroni(t)
	var wires []*server.Proxy
	var addresses []string
	for _, n := range c.Nodes {
		p := server.NewProxy(t, n.Address)
		wires, addresses = append(wires, p), append(addresses, p.Address)
	}
	s := newSailors(t, c, c.Nodes[0].Via(strings.Join(addresses, ","))+"?target_session_attrs=read-write&connect_timeout=2")
	w := s.found()
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for n := range 3 {
		own := s.process(t)
		all.Go(func() { s.sail(ctx, own, n) })
	}
	for _, step := range []struct {
		name, word string // the parameter by which the question is known
		when       server.When
	}{
		{"before a change begins", "east", server.Before},
		{"after a change has begun", "east", server.After},
		{"before a commit", "-0", server.Before},
		{"after a commit was sent", "-0", server.After},
		{"after the answer to a commit was lost", "-0", server.Answered},
	} {
		s.confirms(time.Now())
		p, met := c.Primary(), make(chan time.Time, 1)
		if p == nil {
			t.Fatal("there is no primary")
		}
		var once sync.Once
		for _, wire := range wires {
			wire.Strike(step.word, step.when, func() {
				once.Do(func() { p.Kill(); met <- time.Now() })
			})
		}
		select {
		case killed := <-met:
			s.survives(p, killed)
			t.Logf("%s: confirmed again after %v", step.name, time.Since(killed).Round(time.Millisecond))
		case <-time.After(time.Minute):
			t.Fatalf("%s: nobody came by\n%s", step.name, c.Says())
		}
		c.Whole(t)
	}
	s.confirms(time.Now())
	stop()
	all.Wait()
	s.judge(w)
}

// TestFailoverOfAliveNodes: the primary of a synchronous cluster is stopped until another node has its place, and goes
// on then; or it is cut off from the etcd. It takes itself for the primary meanwhile, and nothing that it confirms is
// lost.
func TestFailoverOfAliveNodes(t *testing.T) {
	c := server.Patroni(t)
	s := newSailors(t, c, c.URL())
	w := s.found()
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for n := range 3 {
		own := s.process(t)
		all.Go(func() { s.sail(ctx, own, n) })
	}
	for _, harm := range []struct {
		name        string
		begins, end func(*server.Node)
	}{
		{"stopped", (*server.Node).Stop, func(n *server.Node) { n.GoOn(t) }},
		{"cut off", (*server.Node).Cut, (*server.Node).Join},
	} {
		s.confirms(time.Now())
		p := c.Primary()
		if p == nil {
			t.Fatal("there is no primary")
		}
		harm.begins(p)
		begun := time.Now()
		for end := begun.Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
			if other := c.Primary(); other != nil && other != p {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("%s: nobody takes its place", harm.name)
			}
		}
		s.confirms(time.Now())
		harm.end(p)
		c.Whole(t)
		t.Logf("%s: whole again after %v", harm.name, time.Since(begun).Round(time.Second))
	}
	s.confirms(time.Now())
	stop()
	all.Wait()
	s.judge(w)
}

// found makes the worlds, by a process that remembers them.
func (s *sailors) found() *Worlds {
	s.Helper()
	w := s.process(s)
	for _, world := range harbours {
		made(s, w, world, func(k store.Keys) error {
			b, err := k.Make([]byte("b"))
			must(s, err)
			return b.Put([]byte("n"), []byte("0"))
		})
	}
	return w
}

// A history that cannot be is noticed.
func TestContradictions(t *testing.T) {
	at := func(from, to, n int, read bool) step {
		return step{time.Unix(int64(from), 0), time.Unix(int64(to), 0), n, read}
	}
	for name, c := range map[string]struct {
		all []step
		is  bool
	}{
		"one after the other":     {[]step{at(0, 1, 1, false), at(2, 3, 1, true), at(4, 5, 2, false)}, false},
		"side by side":            {[]step{at(0, 9, 2, false), at(1, 8, 1, false), at(2, 7, 2, true), at(3, 6, 1, true)}, false},
		"a lost change":           {[]step{at(0, 1, 1, false), at(2, 3, 0, true)}, true},
		"a number that went back": {[]step{at(0, 1, 1, false), at(0, 1, 2, false), at(2, 3, 2, true), at(4, 5, 1, true)}, true},
		"one number twice":        {[]step{at(0, 1, 1, false), at(2, 3, 1, false)}, true},
		"read before it was made": {[]step{at(0, 1, 1, true), at(2, 3, 1, false)}, true},
		"read and never made":     {[]step{at(0, 1, 1, true)}, true},
	} {
		if found := contradictions(c.all); len(found) > 0 != c.is {
			t.Errorf("%s: %v", name, found)
		}
	}
}
