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

// loop is one kind of work, that has hands of its own.
type loop struct {
	hands int
	due   func(*seen) []string // what is to be done, the most urgent first
	do    work

	share   func(name string) bool // takes what it needs beside a hand; false: it waits on the list. Nil: nothing
	unshare func(name string)      // gives that back

	mu    sync.Mutex
	busy  int
	seen  *seen    // the last look
	list  []string // what it has shown to be due, and nobody has begun
	at    map[string]bool
	rest  map[string]time.Time
	ended map[string]time.Time // what was done, by this machine's clock: an older look shows nothing of it
}

func newLoop(hands int, due func(*seen) []string, do work) *loop {
	return &loop{hands: hands, due: due, do: do, at: map[string]bool{}, rest: map[string]time.Time{},
		ended: map[string]time.Time{}}
}

// dispatch gives what a look has shown to the hands of a loop. Each takes one thing after the other, without
// another look between: with a thousand worlds that would cost more than a small world's turn.
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

// next is what a hand takes from the list; nil: it has nothing more to do.
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

// drop has the hands end with what they are at.
func (l *loop) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = nil
}

// Stumbled is a fault of ours in what was done with one world, or one mailbox: the host goes on with the others.
type Stumbled struct{ What, Stack string }

func (s *Stumbled) Error() string { return "a fault of the program: " + s.What }

// catches gives what panics as an error.
func catches(err *error) {
	if r := recover(); r != nil {
		*err = &Stumbled{fmt.Sprint(r), string(debug.Stack())}
	}
}

// work is done with one thing of a look; it says how long that is to rest then.
type work func(context.Context, *seen, string) time.Duration

// careful is work after whose faults there is a rest.
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

// nudge has the host look soon.
func (h *Host) nudge() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// lookShare is how many times longer than a look the time to the next one is, where that is not more than 5 s.
const lookShare = 10

// pause waits for what is next: a while, or less if something was done.
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

// spread puts worlds in this host's order: each begins with those that fall to it among the hosts that are there,
// so that hosts seldom meet, and goes on with the others from their end. Any host may do any of them.
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

// failedLast puts what has failed on this host behind all else: a server that never answers keeps a hand for a minute,
// and a few of them would keep all.
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

// falls tells whether a world falls to this host: of all hosts it has the highest number for it.
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
	n := sum.Sum64() // whose high bits hardly know the last letters
	return (n ^ n>>29) * 0x9e3779b97f4a7c15
}

// byDeadline puts worlds in the order of their deadlines, to the minute; within one each host has its own order.
func (h *Host) byDeadline(s *seen, names []string) []string {
	names = h.spread(s, names)
	at := func(name string) time.Time { return s.worlds[name].gist.Deadline.Truncate(time.Minute) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(at(a).Unix(), at(b).Unix()) })
	return names
}
