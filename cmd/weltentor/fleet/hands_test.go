//go:build fleet

package fleet_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/hosts"
	"weltentor/mailer/imap"
)

// turnstile is a worker that lets some worlds wait at one kind of work until it is opened, and the others until one
// of these does.
type turnstile struct {
	hosts.Worker
	held func(world string) bool

	mu     sync.Mutex
	what   string        // the work; "": all come through
	at     chan struct{} // the first waits
	opened chan struct{}
	inside map[string]bool
	most   int // that waited inside at once
}

// close has worlds wait at some work from now on.
func (g *turnstile) close(what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.what, g.at, g.opened, g.inside = what, make(chan struct{}), make(chan struct{}), map[string]bool{}
}

func (g *turnstile) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.what != "" {
		close(g.opened)
	}
	g.what = ""
}

// pass is how a world comes through.
func (g *turnstile) pass(what, world string) {
	g.mu.Lock()
	if g.what != what {
		g.mu.Unlock()
		return
	}
	at, opened := g.at, g.opened
	if held := g.held(world); !held {
		g.mu.Unlock()
		<-at
		return
	}
	if len(g.inside) == 0 {
		close(at)
	}
	g.inside[world] = true
	g.most = max(g.most, len(g.inside))
	g.mu.Unlock()
	<-opened
}

func (g *turnstile) Take(ctx context.Context, s fleet.Stay, mails map[fleet.Mail]string) (bool, error) {
	g.pass("mail", s.World)
	return g.Worker.Take(ctx, s, mails)
}

func (g *turnstile) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	g.pass("turn", s.World)
	return g.Worker.Advance(ctx, s)
}

// received are a world's letters to its first player.
func (c *convoy) received(world string) (n int) {
	for _, l := range c.to("anna@demo.test") {
		if rest, is := strings.CutPrefix(l.Subject, "["+world); is && strings.ContainsAny(rest[:1], " ]") {
			n++
		}
	}
	return n
}

// While a club has as many turns under way as it may, its other worlds wait, and worlds of no club go through.
func TestTheFleetsClubsWaitAlone(t *testing.T) {
	c := newConvoy(t, "club-1", "club-2", "club-3", "north", "south").embark()
	path := c.config("one")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\n[[club]]\nname = \"club\"\nworlds = [\"club-*\"]\nturns = 2\n"...),
		0o600); err != nil {
		t.Fatal(err)
	}
	h := c.make("one")
	h.Config.Turns = 4
	g := &turnstile{Worker: h.Worker, held: func(world string) bool { return strings.HasPrefix(world, "club-") }}
	h.Worker = g
	t.Cleanup(g.open)
	c.launch("one", h)
	c.quiet(1)
	g.close("turn")
	view := c.views()
	c.jump(25 * time.Hour)
	c.eventually("the others' turns are resolved", func() bool {
		v := view()
		return v.Worlds["north"].Turn == 2 && v.Worlds["south"].Turn == 2
	})
	c.eventually("two of the club are under way", func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.inside) == 2
	})
	g.open()
	c.quiet(2)
	c.stop()
	if g.most != 2 {
		t.Errorf("%d of the club's turns at once, want two", g.most)
	}
	c.done("fleet", "verify")
}

// stumbler is a worker with a fault in one world's turns, and then one in reading mailboxes.
type stumbler struct {
	hosts.Worker
	deaf atomic.Bool
}

func (k *stumbler) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	if s.World == "north" && s.Now.After(time.Now().Add(time.Hour)) {
		panic("a fault in north")
	}
	return k.Worker.Advance(ctx, s)
}

func (k *stumbler) Inbox(ctx context.Context, mailbox string) (imap.Config, error) {
	if k.deaf.Load() {
		panic("a fault in the mailbox")
	}
	return k.Worker.Inbox(ctx, mailbox)
}

// A fault of the program in one world or mailbox does not end the host, and is reported. The other worlds are served,
// and the world is free again.
func TestTheFleetsHostSurvivesAFault(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	h := c.make("one")
	k := &stumbler{Worker: h.Worker}
	h.Worker = k
	c.launch("one", h)
	c.quiet(1)
	c.jump(25 * time.Hour)
	view := c.views()
	c.eventually("the other world's turn is resolved", func() bool { return view().Worlds["south"].Turn == 2 })
	c.eventually("the fault is told", func() bool {
		return c.says("one: north: a fault of the program: a fault in north")
	})
	if code, out := c.fleet("status", "north"); code > complaint.ExitNo {
		t.Errorf("north: exit %d, %s", code, out)
	}
	k.deaf.Store(true)
	c.mail("south", 1)
	c.eventually("the other is told", func() bool {
		return c.says("one: : mailbox main: a fault of the program: a fault in the mailbox")
	})
	if code, out := c.fleet("status", "south"); code > complaint.ExitNo {
		t.Errorf("south: exit %d, %s", code, out)
	}
	c.stop()
}

// says reports whether hosts have complained with these words.
func (c *convoy) says(line string) bool {
	c.told.Lock()
	defer c.told.Unlock()
	return slices.Contains(c.told.lines, line)
}
