//go:build fleet && servers

package postgres

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// sailors are processes that change two worlds while servers are lost. Each change adds a key with the world's next
// number, so that a lost change, or one that did not see the one before it, shows in the end.
type sailors struct {
	*testing.T
	cluster *server.Cluster
	url     string

	mu    sync.Mutex
	done  map[string]bool // by world and key: it was confirmed; false: nobody knows
	never map[string]bool // it was refused
	last  time.Time       // when a change was confirmed last
	steps map[string][]step
	later map[string]step // changes of which nobody knows, by world and key
}

func newSailors(t *testing.T, c *server.Cluster, url string) *sailors {
	return &sailors{T: t, cluster: c, url: url, done: map[string]bool{}, never: map[string]bool{}, steps: map[string][]step{},
		later: map[string]step{}}
}

// harbours are the worlds that they change.
var harbours = []string{"east", "west"}

// TestFailover: while primaries of a synchronous cluster are killed at random, nothing that was confirmed is lost, and
// what processes remember stays true.
func TestFailover(t *testing.T) {
	c := server.Patroni(t)
	s := newSailors(t, c, c.URL())
	w := s.found()
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for n := range 3 {
		own := s.process(t)
		all.Go(func() { s.sail(ctx, own, n) })
	}
	longest, began := time.Duration(0), time.Now()
	kills := 20
	if os.Getenv("KILLS") != "full" {
		kills = 5
	}
	for n := range kills {
		time.Sleep(rand.N(1500 * time.Millisecond))
		p := c.Primary()
		if p == nil {
			t.Fatal("there is no primary")
		}
		p.Kill()
		killed := time.Now()
		s.survives(p, killed)
		longest = max(longest, time.Since(killed))
		c.Whole(t)
		t.Logf("kill %d at %v", n+1, time.Since(began).Round(time.Second))
	}
	s.confirms(time.Now())
	stop()
	all.Wait()
	t.Logf("%d changes; after a kill the next one was confirmed within %v", len(s.done), longest)
	s.judge(w)
}

// process is a process of its own, as far as memory and connections go.
func (s *sailors) process(t testing.TB) *Worlds {
	t.Helper()
	p, err := pgxpool.New(t.Context(), s.url)
	must(t, err)
	t.Cleanup(p.Close)
	for end := time.Now().Add(time.Minute); ; time.Sleep(200 * time.Millisecond) {
		w, err := Open(t.Context(), p, 0)
		if err == nil {
			return w
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// sail changes the worlds until the context ends.
func (s *sailors) sail(ctx context.Context, w *Worlds, n int) {
	for i := 0; ctx.Err() == nil; i++ {
		world, key := harbours[rand.IntN(2)], fmt.Sprintf("%d-%05d", n, i)
		each, done := context.WithTimeout(ctx, 5*time.Second)
		if i%4 == 3 {
			s.look(each, w, world)
		}
		did := step{from: time.Now()}
		err := w.World(each, world).Update(func(k store.Keys) (err error) {
			did.n, err = s.change(k, key)
			return err
		})
		done()
		s.mu.Lock()
		switch did.to = time.Now(); {
		case err == nil:
			s.done[world+" "+key], s.last = true, did.to
			s.steps[world] = append(s.steps[world], did)
		case errors.Is(err, faults.ErrUnconfirmed):
			s.done[world+" "+key], s.later[world+" "+key] = false, did
		default:
			s.never[world+" "+key] = true
		}
		s.mu.Unlock()
		if err != nil {
			time.Sleep(rand.N(50 * time.Millisecond))
		}
	}
}

// look reads a world's number, if the database answers.
func (s *sailors) look(ctx context.Context, w *Worlds, world string) {
	did := step{from: time.Now(), read: true}
	err := w.World(ctx, world).View(func(k store.Keys) (err error) {
		did.n, err = strconv.Atoi(string(k.In([]byte("b")).Get([]byte("n"))))
		return err
	})
	if did.to = time.Now(); err == nil {
		s.mu.Lock()
		s.steps[world] = append(s.steps[world], did)
		s.mu.Unlock()
	}
}

// change adds a key with the next number, and returns that.
func (s *sailors) change(k store.Keys, key string) (next int, err error) {
	b := k.In([]byte("b"))
	n, err := strconv.Atoi(string(b.Get([]byte("n"))))
	if err != nil {
		return 0, err
	}
	text := []byte(strconv.Itoa(n + 1))
	return n + 1, errors.Join(b.Put([]byte(key), text), b.Put([]byte("n"), text))
}

// confirms waits until a change that came after a time is confirmed.
func (s *sailors) confirms(after time.Time) {
	s.Helper()
	if !s.confirmed(after, 2*time.Minute) {
		s.Fatalf("nothing is confirmed any more:\n%s", s.cluster.Says())
	}
}

// confirmed reports whether a change that came after a time is confirmed within so long.
func (s *sailors) confirmed(after time.Time, within time.Duration) bool {
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		s.mu.Lock()
		is := s.last.After(after)
		s.mu.Unlock()
		if is {
			return true
		}
	}
	return false
}

// survives waits until changes are confirmed after a node was killed, and starts it again. On a busy machine Patroni may
// have lost the synchronous standby just before. Then no other node may lead, and the killed one comes back first.
func (s *sailors) survives(p *server.Node, killed time.Time) {
	s.Helper()
	is := s.confirmed(killed, 20*time.Second)
	for end := time.Now().Add(2 * time.Minute); !is && s.cluster.Heir(p) && time.Now().Before(end); {
		is = s.confirmed(killed, time.Second)
	}
	if !is {
		s.Logf("no node leads before the killed one is back:\n%s", s.cluster.Says())
	}
	p.Up(s)
	s.confirms(killed)
}

// judge compares what the worlds have with what was said. w has been there all the time, and remembers.
func (s *sailors) judge(w *Worlds) {
	s.Helper()
	for _, world := range harbours {
		has, remembered := s.list(s.process(s), world), s.list(w, world)
		if !maps.Equal(has, remembered) {
			s.Errorf("%s: %d keys are remembered, and the database has %d", world, len(remembered), len(has))
		}
		numbers := map[string]bool{}
		for key, n := range has {
			if numbers[n] = true; s.never[world+" "+key] {
				s.Errorf("%s: %s is there, and was refused", world, key)
			}
		}
		for n := range len(has) {
			if !numbers[strconv.Itoa(n+1)] {
				s.Errorf("%s: of %d changes none is number %d: two had the same", world, len(has), n+1)
			}
		}
		for at, did := range s.later { // it may have ended at any time
			if key, is := strings.CutPrefix(at, world+" "); is && has[key] != "" {
				did.to = time.Now()
				s.steps[world] = append(s.steps[world], did)
			}
		}
		for _, wrong := range contradictions(s.steps[world]) {
			s.Errorf("%s: %s", world, wrong)
		}
		for at, confirmed := range s.done {
			if key, is := strings.CutPrefix(at, world+" "); is && confirmed && has[key] == "" {
				s.Errorf("%s: %s was confirmed, and is lost", world, key)
			}
		}
	}
}

// list is which number each key of a world has.
func (s *sailors) list(w *Worlds, world string) (numbers map[string]string) {
	s.Helper()
	must(s, w.World(s.Context(), world).View(func(k store.Keys) error {
		numbers = map[string]string{}
		r := k.In([]byte("b")).Range()
		for key, v := r.First(); key != nil; key, v = r.Next() {
			if string(key) != "n" {
				numbers[string(key)] = string(v)
			}
		}
		return nil
	}))
	return numbers
}
