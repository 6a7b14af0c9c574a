//go:build fleet

package main

import (
	"context"
	"iter"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/mailer/imap"
)

// swollen is an engine in whose heads some worlds have stores of 65 MB.
type swollen struct {
	engine.Engine
	large func(world string) bool
}

var sizeOf = regexp.MustCompile(`"size":\d+`)

func (e swollen) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range e.Engine.Heads(ctx, prefix) {
			if world, is := strings.CutPrefix(x.Log, "world/"); is && e.large(world) {
				x.Head = sizeOf.ReplaceAll(x.Head, []byte(`"size":68157440`))
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// turnstile is a worker that lets some worlds wait at one kind of work until it is opened, and the others until one
// of these does.
type turnstile struct {
	fleet.Worker
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

func (g *turnstile) Take(ctx context.Context, s fleet.Stay, mails []post.Placed) (bool, error) {
	g.pass("mail", s.World)
	return g.Worker.Take(ctx, s, mails)
}

func (g *turnstile) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	g.pass("turn", s.World)
	return g.Worker.Advance(ctx, s)
}

// Large worlds do not delay small ones. More large worlds than there are hands wait for their mail and their turns,
// and a small world's mail is taken and its turn resolved.
func TestTheFleetsLargeWorldsHoldUpNone(t *testing.T) {
	large := []string{"large-1", "large-2", "large-3", "large-4", "large-5"}
	isLarge := func(world string) bool { return strings.HasPrefix(world, "large-") }
	c := newConvoy(t, append(large, "small")...).embark()
	c.around = func(_ string, e engine.Engine) engine.Engine { return swollen{e, isLarge} }
	h := c.make("one")
	h.Config.Turns = 1
	g := &turnstile{Worker: h.Worker, held: isLarge}
	h.Worker = g
	t.Cleanup(g.open)
	c.launch("one", h)
	c.quiet(1)
	if n := c.received("small"); n != 1 {
		t.Fatalf("%d letters, want the first report", n)
	}
	g.close("mail")
	for _, world := range c.worlds {
		c.mail(world, 1)
	}
	view := c.views()
	waiting := func(turn, mails int) {
		t.Helper()
		for _, world := range large {
			if w := view().Worlds[world]; w.Turn != turn || w.Mails != mails {
				t.Errorf("%s: %+v", world, w)
			}
		}
	}
	c.eventually("the small world's receipt comes", func() bool { return c.received("small") == 2 })
	waiting(1, 1)
	g.open()
	c.quiet(1)
	g.close("turn")
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the small world's turn is resolved", func() bool { return view().Worlds["small"].Turn == 2 })
	waiting(1, 0)
	g.open()
	c.quiet(2)
	c.stop()
	c.done("fleet", "verify")
}

// received are a world's letters to its first player.
func (c *convoy) received(world string) (n int) {
	for _, l := range c.to("anna@demo.test") {
		if strings.HasPrefix(l.Subject, "["+world+" ") {
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
	c.jumped.Add(int64(25 * time.Hour))
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
	fleet.Worker
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
	c.jumped.Add(int64(25 * time.Hour))
	view := c.views()
	c.eventually("the other world's turn is resolved", func() bool { return view().Worlds["south"].Turn == 2 })
	c.eventually("the fault is told", func() bool {
		return c.says("one: north: a fault of the program: a fault in north")
	})
	c.done("status", "north")
	k.deaf.Store(true)
	c.eventually("the other is told", func() bool {
		return c.says("one: : poll, main: a fault of the program: a fault in the mailbox")
	})
	c.done("status", "south")
	c.stop()
}

// says reports whether hosts have complained with these words.
func (c *convoy) says(line string) bool {
	c.told.Lock()
	defer c.told.Unlock()
	return slices.Contains(c.told.lines, line)
}

// garbled is an engine in which a world's head and a mailbox's rows are invalid.
type garbled struct{ engine.Engine }

func (e garbled) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return garble(e.Engine.Heads(ctx, prefix), "world/north")
}

func (e garbled) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return garble(e.Engine.Read(ctx, log, from), "mail/main")
}

func garble(entries iter.Seq2[engine.Entry, error], log string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range entries {
			if x.Log == log {
				x.Head = []byte("{")
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// A world's head, or a mailbox's row, that cannot be read delays no other world. status shows it, and a host can still
// be drained.
func TestTheFleetsDamageIsOfOneWorld(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	if err := post.Open(c.reach("shore").Engine, "main").Bar(t.Context(), c.now()); err != nil {
		t.Fatal(err)
	}
	c.around = func(_ string, e engine.Engine) engine.Engine { return garbled{e} }
	one := c.start("one")
	c.eventually("it is told", func() bool {
		c.told.Lock()
		defer c.told.Unlock()
		text := strings.Join(c.told.lines, "\n")
		return strings.Contains(text, "one: north: ") && strings.Contains(text, "mail/main, row 1: this is no row")
	})
	v := c.view()
	if w := v.Worlds["north"]; w.State != "unreadable" || w.Why == "" {
		t.Errorf("%+v", w)
	}
	if w := v.Worlds["south"]; w.State == "unreadable" {
		t.Errorf("%+v", w)
	}
	if v.Well() || !strings.Contains(v.Deaf["main"].Why, "row 1") {
		t.Errorf("%+v", v.Deaf)
	}
	c.eventually("the other's first report leaves", func() bool { return c.received("south") == 1 })
	if n := c.received("north"); n != 0 {
		t.Errorf("%d letters of a world that cannot be read", n)
	}
	c.done("fleet", "drain", "one")
	if err := <-one.done; err != nil {
		t.Error(err)
	}
	delete(c.hosts, "one")
}
