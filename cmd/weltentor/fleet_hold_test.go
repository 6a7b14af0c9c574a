//go:build fleet

package main

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/resolve/store/disk"
)

// mute is an engine that does not answer when a lease is renewed, until it is told to.
type mute struct {
	engine.Engine
	speaks <-chan struct{}
}

type muteLease struct {
	engine.Lease
	speaks <-chan struct{}
}

func (e mute) Take(ctx context.Context, name, holder string, ttl time.Duration) (engine.Lease, error) {
	l, err := e.Engine.Take(ctx, name, holder, ttl)
	return muteLease{l, e.speaks}, err
}

func (l muteLease) Renew(ctx context.Context, ttl time.Duration) error {
	select {
	case <-l.speaks:
	case <-ctx.Done():
		return ctx.Err()
	}
	return l.Lease.Renew(ctx, ttl)
}

// Work under a lease is stopped when the lease ends, even if the engine does not answer the renewal.
func TestAFleetsRightEnds(t *testing.T) {
	c := newConvoy(t)
	speaks := make(chan struct{})
	c.around = func(_ string, e engine.Engine) engine.Engine { return mute{e, speaks} }
	err := c.reach("one").Hold(t.Context(), "post", func(ctx context.Context) error {
		select {
		case <-ctx.Done():
		case <-time.After(30 * time.Second):
			close(speaks)
			t.Error("it goes on though the right has ended")
		}
		return ctx.Err()
	})
	if !errors.Is(err, engine.ErrLost) {
		t.Error(err)
	}
}

// After a panic under a lease, the lease is given back.
func TestAFleetsRightIsGivenBack(t *testing.T) {
	c := newConvoy(t)
	one, two := c.reach("one"), c.reach("two")
	func() {
		defer func() {
			if r := recover(); r != "a fault of ours" {
				t.Error(r)
			}
		}()
		_ = one.Hold(t.Context(), "post", func(context.Context) error { panic("a fault of ours") })
	}()
	if err := two.Hold(t.Context(), "post", func(context.Context) error { return nil }); err != nil {
		t.Error(err)
	}
}

// The settings of a world are written into its folder, not to where a link of the same name leads.
func TestAFleetFollowsNoLink(t *testing.T) {
	c := newConvoy(t, "north").embark()
	dir := c.reach("shore").Folder("north")
	outside := filepath.Join(c.home, "outside")
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(outside, []byte("mine"), 0o600),
		os.Symlink(outside, filepath.Join(dir, "world.toml.next"))); err != nil {
		t.Fatal(err)
	}
	c.done("status", "north")
	if raw, err := os.ReadFile(outside); string(raw) != "mine" {
		t.Errorf("%v\n%s", err, raw)
	}
}

// The operator's mail is of the account by which it leaves: a provider refuses others.
func TestAFleetWritesByItsAccount(t *testing.T) {
	c := newConvoy(t)
	h := c.make("one")
	if err := h.Worker.Alarm(t.Context(), "north", fleet.Stopped{At: c.now(), Host: "one", Why: "lost"}); err != nil {
		t.Fatal(err)
	}
	letters := c.post.Letters()
	if len(letters) != 1 {
		t.Fatalf("%d letters, want one", len(letters))
	}
	m, err := mail.ReadMessage(bytes.NewReader(letters[0].Raw))
	if err != nil {
		t.Fatal(err)
	}
	if from, to := m.Header.Get("From"), m.Header.Get("To"); !strings.Contains(from, stage.GameAddress) ||
		!strings.Contains(to, "ops@demo.test") {
		t.Errorf("from %s to %s", from, to)
	}
}

// hanging is a worker that is at one world's mail until it is told to end.
type hanging struct {
	fleet.Worker
	at chan struct{}
}

func (h hanging) Take(ctx context.Context, _ fleet.Stay, _ []post.Placed) (bool, error) {
	close(h.at)
	<-ctx.Done()
	return false, ctx.Err()
}

// A host that is drained finishes what it has begun, and still ends when it is told to.
func TestTheFleetsDrainedHostEnds(t *testing.T) {
	c := newConvoy(t, "north").embark()
	h := c.make("one")
	at := make(chan struct{})
	h.Worker, h.End = hanging{h.Worker, at}, 100*time.Millisecond
	c.mail("north", 1)
	c.launch("one", h)
	<-at
	c.done("fleet", "drain", "one")
	time.Sleep(20 * h.Every) // the host has seen that
	h.end()
	select {
	case err := <-h.done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	delete(c.hosts, "one")
}

// If another process has locked a world's folder, the host reports it.
func TestTheFleetsLockedFolderIsTold(t *testing.T) {
	c := newConvoy(t, "north").embark()
	c.start("one")
	c.quiet(1)
	c.stop()
	lock, err := disk.LockOfFleet(c.reach("one").Folder("north"))
	if err != nil {
		t.Fatal(err)
	}
	c.mail("north", 1)
	c.start("one")
	c.eventually("it is told", func() bool {
		c.told.Lock()
		defer c.told.Unlock()
		return slices.ContainsFunc(c.told.lines, func(l string) bool { return strings.HasPrefix(l, "one: north: ") })
	})
	lock.Unlock()
	c.quiet(1)
	c.stop()
}

// frozen is an engine by which a host sees worlds and mailboxes as they were, up to these numbers of their logs.
type frozen struct {
	engine.Engine
	upto map[string]uint64
}

func (e frozen) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range e.Engine.Heads(ctx, prefix) {
			if upto, is := e.upto[x.Log]; is && err == nil {
				for x, err = range e.Engine.Read(ctx, x.Log, upto) {
					break
				}
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

func (e frozen) Read(ctx context.Context, log string, from uint64) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for x, err := range e.Engine.Read(ctx, log, from) {
			if err == nil && log == "mail/main" && x.Number > e.upto[log] || !yield(x, err) {
				return
			}
		}
	}
}

// tried counts how often a world is asked for its turn.
type tried struct {
	fleet.Worker
	times *atomic.Int64
}

func (a tried) Advance(ctx context.Context, s fleet.Stay) (bool, error) {
	defer a.times.Add(1)
	return a.Worker.Advance(ctx, s)
}

// A host takes a turn for due that another has resolved since, when the mailbox had been read once more: the turn is
// over, and no clock is wrong.
func TestTheFleetsTurnThatAnotherHasResolved(t *testing.T) {
	c := newConvoy(t, "north").embark()
	off := c.make("reader") // which resolves no turns
	off.Clock = func() time.Time { return c.now().Add(2 * time.Minute) }
	c.launch("reader", off)
	c.quiet(1)
	shore := c.reach("shore")
	book := post.Open(shore.Engine, "main")
	read := func() time.Time {
		if err := book.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		return book.ReadFor("north", c.now().Add(time.Hour))
	}
	c.jumped.Add(int64(25 * time.Hour))
	c.eventually("the mailbox is read to its end", func() bool { return !read().Before(c.now().Add(-time.Hour)) })
	was, first := map[string]uint64{"mail/main": book.Last(), "world/north": c.head("north")}, read()
	c.jumped.Add(int64(10 * time.Minute))
	c.eventually("it is read again", func() bool { return read().After(first) })
	c.start("two")
	c.quiet(2)
	c.around = func(host string, e engine.Engine) engine.Engine {
		if host == "one" {
			return frozen{e, was}
		}
		return e
	}
	one, times := c.make("one"), new(atomic.Int64)
	one.Worker = tried{one.Worker, times}
	c.launch("one", one)
	c.eventually("it asks for the turn", func() bool { return times.Load() > 0 })
	c.stop()
	for _, line := range c.told.lines {
		if strings.Contains(line, "clock") {
			t.Error(line)
		}
	}
	if w := c.view().Worlds["north"]; w.Turn != 2 {
		t.Errorf("%+v", w)
	}
}
