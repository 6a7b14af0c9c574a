package fleet

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// loop is one kind of work. It has its own hands: goroutines that do it.
type loop struct {
	hands int
	due   func(*seen) []string // what needs doing, the most urgent first
	do    work

	share   func(name string) bool // reserves what the work needs beside a hand; false: leave it on the list
	unshare func(name string)      // gives that back

	mu    sync.Mutex
	busy  int
	seen  *seen    // the last look
	list  []string // what the last look found due and nobody has begun
	at    map[string]bool
	rest  map[string]time.Time
	ended map[string]time.Time // when it was done, by this machine's clock: a look that began earlier does not count
}

func newLoop(hands int, due func(*seen) []string, do work) *loop {
	return &loop{hands: hands, due: due, do: do, at: map[string]bool{}, rest: map[string]time.Time{},
		ended: map[string]time.Time{}}
}

// dispatch gives what a look has found due to the hands of a loop. Each hand takes one thing after the other without a
// new look in between: with a thousand worlds a look costs more than a small world's turn.
func (h *Host) dispatch(ctx context.Context, l *loop, s *seen, hands *sync.WaitGroup) {
	due := l.due(s)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen, l.list = s, due
	for name, ended := range l.ended {
		if ended.Before(s.began) {
			delete(l.ended, name)
		}
	}
	for n := min(l.hands-l.busy, len(due)); n > 0; n-- {
		l.busy++
		hands.Go(func() {
			did := false
			for s, name := l.next(); s != nil; s, name = l.next() {
				l.done(name, l.do(ctx, s, name))
				did = true
			}
			if did {
				h.nudge()
			}
		})
	}
}

// next returns what a hand is to do next, and nil if nothing is left.
func (l *loop) next() (*seen, string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := 0; i < len(l.list); {
		name := l.list[i]
		ready := !l.at[name] && !l.rest[name].After(time.Now()) && l.ended[name].Before(l.seen.began)
		if ready && l.share != nil && !l.share(name) {
			i++
			continue
		}
		l.list = slices.Delete(l.list, i, i+1)
		if ready {
			l.at[name] = true
			return l.seen, name
		}
	}
	l.busy--
	return nil, ""
}

func (l *loop) done(name string, rest time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.at, name)
	if l.unshare != nil {
		l.unshare(name)
	}
	l.ended[name] = time.Now()
	if l.rest[name] = l.ended[name].Add(rest); rest == 0 {
		delete(l.rest, name)
	}
}

// drop empties the list, so that the hands stop after what they are doing.
func (l *loop) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
}

// Stumbled is a fault of the program while it worked on one world or mailbox. The host goes on with the others.
type Stumbled struct{ What, Stack string }

// Error names what panicked.
func (s *Stumbled) Error() string { return "a fault of the program: " + s.What }

// catches turns a panic into an error.
func catches(err *error) {
	if r := recover(); r != nil {
		*err = &Stumbled{fmt.Sprint(r), string(debug.Stack())}
	}
}

// work does one thing that a look found due. It returns how long to wait before that thing is done again.
type work func(context.Context, *seen, string) time.Duration

// careful wraps work so that a panic becomes a logged error, and that thing is left alone for a while.
func (h *Host) careful(what string, do work) work {
	return func(ctx context.Context, s *seen, name string) (rest time.Duration) {
		var err error
		defer func() {
			if err != nil {
				h.tell("", fmt.Errorf("%s, %s: %w", what, name, err))
				rest = retryTime
			}
		}()
		defer catches(&err)
		return do(ctx, s, name)
	}
}

// nudge makes the host look again soon.
func (h *Host) nudge() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// lookShare is how many times longer the pause between looks is than a look, up to 5 s.
const lookShare = 10

// pause waits until the next look: h.Every, or less if something was done.
func (h *Host) pause(ctx context.Context, took time.Duration) {
	select {
	case <-ctx.Done():
	case <-h.wake:
		select {
		case <-ctx.Done():
		case <-time.After(min(lookShare*took, 5*time.Second)):
		}
	case <-time.After(max(h.Every, min(lookShare*took, 5*time.Second))):
	}
}

// spread puts worlds in this host's order. It begins with those that fall to it, and goes on with the others from the
// end of the list. So hosts seldom meet, and any host may do any world.
func (h *Host) spread(s *seen, names []string) []string {
	var own, others []string
	for _, name := range names {
		if h.falls(s, name) {
			own = append(own, name)
		} else {
			others = append(others, name)
		}
	}
	slices.Reverse(others)
	return append(own, others...)
}

// failedLast moves what has failed on this host to the end. A server that never answers takes a hand for a minute, and
// a few of them would block all hands.
func failedLast(names []string, failed map[string]error) []string {
	slices.SortStableFunc(names, func(a, b string) int {
		one := func(name string) int {
			if failed[name] != nil {
				return 1
			}
			return 0
		}
		return one(a) - one(b)
	})
	return names
}

// falls reports whether a world falls to this host: its hash with the world's name is the highest among all active
// hosts.
func (h *Host) falls(s *seen, name string) bool {
	mine := lot(h.Config.Host, name)
	for host, b := range s.hosts {
		if host != h.Config.Host && !b.Drained && b.age(s.now) < h.leaseTime() && lot(host, name) > mine {
			return false
		}
	}
	return true
}

func lot(host, world string) uint64 {
	sum := fnv.New64a()
	sum.Write([]byte(world + "\x00" + host))
	n := sum.Sum64() // the last letters hardly change the high bits
	return (n ^ n>>29) * 0x9e3779b97f4a7c15
}

// byDeadline sorts worlds by their deadlines, to the minute. Within a minute each host has its own order.
func (h *Host) byDeadline(s *seen, names []string) []string {
	names = h.spread(s, names)
	at := func(name string) time.Time { return s.worlds[name].gist.Deadline.Truncate(time.Minute) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(at(a).Unix(), at(b).Unix()) })
	return names
}
