//go:build fleet

// Package hosts is a host of a fleet: it claims what there is to do, does it with the packages that serve every world,
// and leaves it. A host keeps nothing. Tables, records of worlds and worker are handed in.
//
//   - A looker claims worlds that have changed, have mail, or whose time has come, and accounts whose letters may
//     leave. It is woken by whoever makes something to do. It sleeps until something is due, and 30 s at most.
//   - A hand takes a world's mails, looks at its turn, and writes when there is something to do again. The clock of a
//     turn is the last barrier whose mails the world has all taken.
//   - A sender empties the outboxes of the worlds of an account, those that have waited longest first.
//   - A poller waits in one mailbox for mail. It lists the mails, and then that all mail up to this time was listed.
//
// Each mailbox, account and world is in the hands of one host at a time. If a host is killed, its holds end after 10 s.
// What it had committed counts, and marks the world as changed, so the next host looks at it. Begin with Host.
package hosts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/mailer/imap"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/postgres"
	"weltentor/resolve/world"
)

// Worker does what a host does with one world.
type Worker interface {
	Rules() map[string]int
	Take(ctx context.Context, s fleet.Stay, mails map[fleet.Mail]string) (all bool, err error)
	Advance(ctx context.Context, s fleet.Stay) (resolved bool, err error)
	Send(ctx context.Context, s fleet.Stay, permit func(context.Context) error) (sent int, err error)
	Outlook(s fleet.Stay) (g world.Gist, next time.Time, due bool, err error)
	Met(ctx context.Context, s fleet.Stay, generation uint64) error
	Inbox(ctx context.Context, mailbox string) (imap.Config, error)
	MailboxUnread(ctx context.Context, mailbox string, t fleet.Trouble, why error) error
	Unread(ctx context.Context, s fleet.Stay, since time.Time, why error) error
	Stuck(ctx context.Context, s fleet.Stay, t fleet.Trouble, why error) error
	Astray(ctx context.Context, mailbox, folder string, a fleet.Astray) error
	Alarm(ctx context.Context, world string, why fleet.Stopped) error
}

// Host is one machine of a fleet at work.
type Host struct {
	Config  *config.Config
	Tables  *tables.Tables
	Worlds  *postgres.Worlds
	Worker  Worker
	Program string
	Clock   func() time.Time            // this machine's clock
	End     time.Duration               // how long begun work may take once the host is told to end; 0: 30 s
	Tell    func(world string, _ error) // reports what goes wrong; the world is "" if it concerns none
	Waits   func(waits bool)            // called with true once the drained host waits, with false when it may work

	Count Counts

	since time.Time
	turns places   // of turns that are resolved
	slow  places   // of those of slow worlds
	wakes sync.Map // of chan struct{}: those who wait for something to do
	mu    sync.Mutex
	clubs map[string]int // worlds in hand, by club
	met   met
	lines lines

	// Of the goroutine that says that the host is there.
	beaten bool                 // it has said so
	heard  map[string]time.Time // by world: the hour of its mailbox's trouble up to which it was told
}

// How many worlds a host has in hand at once beside those whose turns it resolves, how many slow ones and how many of
// their turns, and how many accounts.
const (
	mailHands = 4
	slowHands = 4
	slowTurns = 1
	sendHands = 8
)

// Connections is how many a host of so many turns and mailboxes needs at once: one for each world and account in hand
// and for each mailbox that it waits in, and some for its looks, its signs of life and its metrics.
func Connections(c *config.Config) int {
	return turnsOf(c) + mailHands + slowHands + sendHands + len(c.Mailboxes) + 6
}

func turnsOf(c *config.Config) int { return cmp.Or(c.Turns, 2) }

// retryTime is how long hosts leave something alone after it went wrong.
const retryTime = 20 * time.Second

// againTime is how long a turn that is due and waits for something else is left alone.
const againTime = time.Minute

// Run works until the context ends or the host is drained, and then finishes what it has begun. A drained host that a
// supervisor starts again waits until it may work.
func (h *Host) Run(ctx context.Context) error {
	now, err := h.Tables.Now(ctx)
	switch {
	case ctx.Err() != nil: // it was told to end before it had begun
		return nil
	case err != nil:
		return fmt.Errorf("the database does not answer: %w", err)
	}
	h.since, h.clubs, h.heard = now, map[string]int{}, map[string]time.Time{}
	h.met.all, h.met.well = map[tables.Thing]error{}, map[tables.Thing]time.Time{}
	h.lines.free = map[string][]*imap.Line{}
	h.turns, h.slow = make(places, turnsOf(h.Config)), make(places, slowTurns)
	h.End = cmp.Or(h.End, 30*time.Second)
	if !h.await(ctx) {
		return nil
	}
	ctx, drained := context.WithCancel(ctx)
	defer drained()
	// When the host is told to end, it finishes what was begun within h.End.
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	late := context.AfterFunc(ctx, func() { time.AfterFunc(h.End, end) })
	defer late()
	var busy sync.WaitGroup
	busy.Go(func() { h.listen(ctx) })
	busy.Go(func() { h.beats(ctx, drained) })
	for _, m := range h.Config.Mailboxes {
		busy.Go(func() { h.poll(ctx, work, m.Name) })
	}
	quick, slow := make(places, mailHands+cap(h.turns)), make(places, slowHands)
	busy.Go(func() { h.look(ctx, work, quick, slow, h.claim(false)) })
	busy.Go(func() { h.look(ctx, work, slow, nil, h.claim(true)) })
	busy.Go(func() { h.look(ctx, work, make(places, sendHands), nil, h.claimAccount) })
	<-ctx.Done()
	busy.Wait()
	h.lines.close(work)
	h.leave(work)
	return nil
}

// listen wakes whoever waits when the database says so. While it does not answer, they look by themselves.
func (h *Host) listen(ctx context.Context) {
	for ctx.Err() == nil {
		_ = h.Tables.Listen(ctx, h.wake)
		pause(ctx, nil, retryTime/4)
	}
}

// wake makes all of this host look.
func (h *Host) wake() {
	h.wakes.Range(func(c, _ any) bool {
		select {
		case c.(chan struct{}) <- struct{}{}:
		default:
		}
		return true
	})
}

// waker is woken by wake, until it is called off.
func (h *Host) waker() (woken chan struct{}, off func()) {
	woken = make(chan struct{}, 1)
	h.wakes.Store(woken, nil)
	return woken, func() { h.wakes.Delete(woken) }
}

// pause waits until somebody wakes it, a time is over, or the context ends.
func pause(ctx context.Context, woken <-chan struct{}, long time.Duration) {
	t := time.NewTimer(long)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-woken:
	case <-t.C:
	}
}

// breath is how much time passes at least between two looks that found nothing.
const breath = 50 * time.Millisecond

// claims takes something in hand that is to be done; nil: there is nothing.
type claims func(context.Context) (do func(context.Context), err error)

// look claims things as long as there are any, as many at once as there are places. Between, it sleeps.
func (h *Host) look(ctx, work context.Context, hands, slow places, claim claims) {
	woken, off := h.waker()
	defer off()
	var busy sync.WaitGroup
	defer busy.Wait()
	for ctx.Err() == nil {
		back := hands.take(ctx, slow)
		if back == nil {
			return
		}
		do, err := claim(ctx)
		if h.Count.look(err == nil); do != nil {
			busy.Go(func() {
				defer back()
				do(work)
			})
			continue
		}
		back()
		long, unknown := h.Tables.Sleep(ctx)
		if err = cmp.Or(err, unknown); err != nil {
			h.tell("", err)
			long = retryTime / 10
		}
		pause(ctx, nil, breath)
		pause(ctx, woken, long)
	}
}

// can is what this host can do now with worlds that are slow, or not.
func (h *Host) can(slow bool) tables.Can {
	return tables.Can{Rules: h.Worker.Rules(), Not: h.full(), Off: h.Count.off.Load(), Slow: slow, Turns: cap(h.turns)}
}

// claim takes a world in hand, slow or not, if one has something to do.
func (h *Host) claim(slow bool) claims {
	return func(ctx context.Context) (do func(context.Context), err error) {
		w, g, err := h.Tables.Claim(ctx, h.can(slow))
		if w == nil {
			return nil, err
		}
		off := h.share(w.Name)
		return func(ctx context.Context) {
			defer off()
			h.serve(ctx, w, g, h.visit)
		}, nil
	}
}

// work is something to do with a world in hand.
type work func(context.Context, *tables.World, fleet.Stay) (tables.Plan, error)

// serve does something with a world in hand, and leaves it by its plan. If that fails, hosts leave the world alone for a
// while.
func (h *Host) serve(ctx context.Context, w *tables.World, g *tables.Grip, do work) {
	plan, failed := tables.Plan{}, error(nil)
	err := h.Tables.Within(ctx, g, func(ctx context.Context) error {
		plan, failed = h.carefully(ctx, w, do)
		return nil
	}, func(ctx context.Context, g *tables.Grip) error {
		if failed != nil {
			return h.Tables.Rest(ctx, g, retryTime)
		}
		return h.Tables.Plan(ctx, w, g, plan)
	})
	if stands(failed) {
		h.tell("", h.halt(ctx, w.Name, failed))
	}
	h.tell(w.Name, cmp.Or(h.passed(failed), err))
}

// stands reports whether a world must not go on: the database may have an older state of it than the one that last
// mailed, or it is a copy.
func stands(err error) bool { return errors.Is(err, faults.ErrOld) || errors.Is(err, faults.ErrCopy) }

// halt makes a world stand still on all hosts. Whoever does so first tells the operator.
func (h *Host) halt(ctx context.Context, world string, why error) error {
	now, err := h.Tables.Now(ctx)
	if err != nil {
		return err
	}
	s := fleet.Stopped{At: now, Host: h.Config.Host, Why: faults.ErrOld.Error()}
	if errors.Is(why, faults.ErrCopy) {
		s.Why = faults.ErrCopy.Error()
	}
	first, err := h.Tables.Stop(ctx, world, s)
	if first && err == nil {
		err = h.Worker.Alarm(ctx, world, s)
	}
	return err
}

// passed counts an error that is fenced, and drops it.
func (h *Host) passed(err error) error {
	if !fenced(err) {
		return err
	}
	h.Count.fenced.Add(1)
	return nil
}

// fenced reports whether an error needs nobody: another host or a command was first, and the world is looked at again.
func fenced(err error) bool {
	return errors.Is(err, faults.ErrFenced) || errors.Is(err, tables.ErrLost)
}

// carefully makes a panic an error, so that it troubles one world. The work has a connection to the world's mailbox.
func (h *Host) carefully(ctx context.Context, w *tables.World, do work) (plan tables.Plan, err error) {
	if w.Odd != nil {
		return plan, w.Odd
	}
	now, err := h.Tables.Now(ctx)
	if err != nil {
		return plan, err
	}
	s := h.stay(ctx, w, now)
	s.Line = h.lines.take(w.About.Mailbox)
	defer func() { h.lines.give(context.WithoutCancel(ctx), w.About.Mailbox, s.Line) }()
	defer fleet.Catches(&err)
	return do(ctx, w, s)
}

// stay is a world in hand as the worker gets it.
func (h *Host) stay(ctx context.Context, w *tables.World, now time.Time) fleet.Stay {
	return fleet.Stay{World: w.Name, Dir: filepath.Join(h.Config.Cache, w.Name), Mailbox: w.About.Mailbox, Account: w.About.Account,
		Now: now, Engine: h.Worlds.World(ctx, w.Name), Settings: w.Settings}
}

// visit takes the mails of a world and looks at its turn, until nothing is left to do.
func (h *Host) visit(ctx context.Context, w *tables.World, s fleet.Stay) (plan tables.Plan, err error) {
	for round := 0; ; round++ {
		now, err := h.Tables.Now(ctx)
		if err != nil {
			return plan, err
		}
		h.isAhead(h.Clock().Sub(now))
		s.Now = now
		mails, until, err := h.Tables.For(ctx, w)
		if err != nil {
			return plan, err
		}
		if len(mails) > 0 {
			all, err := h.take(ctx, w, s, mails)
			if err != nil {
				return plan, err
			}
			if all && round < 8 {
				continue // others may have come, and a barrier
			}
			plan.Rest = retryTime
		}
		if w.About.Mailbox == "" {
			until = now
		}
		resolved, unlisted := false, until.IsZero()
		if s.Now = until; !unlisted && !h.Count.off.Load() {
			resolved, err = h.advance(ctx, w, s)
			// A command has changed the world since its mailbox was listed, for example with a new realm.
			if late := (*world.ClockError)(nil); errors.As(err, &late) && !late.Then.After(now) {
				unlisted, err = true, nil
			}
			if err != nil {
				return plan, err
			}
		}
		if resolved && round < 8 {
			continue
		}
		if unlisted {
			s.Now = now
		}
		if plan, err = h.outlook(ctx, w, s, plan); unlisted {
			plan.Next = now // which its mailbox is listed for
		}
		return plan, err
	}
}

// outlook adds to a plan when there is something to do in the world, as seen at s.Now.
func (h *Host) outlook(ctx context.Context, w *tables.World, s fleet.Stay, plan tables.Plan) (tables.Plan, error) {
	now, err := h.Tables.World(ctx, w.Name)
	if err != nil {
		return plan, err
	}
	g, next, due, err := h.Worker.Outlook(s)
	if err != nil {
		return plan, err
	}
	if due && h.Count.off.Load() {
		next = s.Now // for a host whose clock is right
	} else if due {
		next = s.Now.Add(againTime)
	}
	plan.Next = next
	if now.Settings == w.Settings && now.About.Mailbox == w.About.Mailbox && now.About.Account == w.About.Account {
		plan.Row = now.Row
	} // otherwise it was looked at with other settings, and is looked at again
	plan.Gist = GistOf(g)
	plan.Gist.Slow = w.Gist.Slow
	if g.Waiting > 0 && w.About.Account != "" && g.Held == 0 {
		plan.Letters = g.Due
	}
	return plan, nil
}

// GistOf is what a look at a world has shown, as the tables have it.
func GistOf(g world.Gist) tables.Gist {
	return tables.Gist{Turn: g.Turn, Deadline: g.Deadline, Held: g.Held, Paused: g.Paused, Resumes: g.Resumes,
		Waiting: g.Waiting, Oldest: g.Oldest, Due: g.Due}
}

// take makes a world take its mails.
func (h *Host) take(ctx context.Context, w *tables.World, s fleet.Stay, mails []tables.Mail) (all bool, err error) {
	sums := map[fleet.Mail]string{}
	for _, m := range mails {
		sums[m.Mail] = m.Sum
	}
	began := time.Now()
	all, err = h.Worker.Take(ctx, s, sums)
	w.Gist.Slow = w.Gist.Slow || time.Since(began) > slowTime
	if ctx.Err() == nil {
		h.trouble(ctx, stuckKind, w.Name, err)
	}
	if err == nil && all {
		err = h.Tables.Take(ctx, w, mails)
		h.Count.mails.Add(uint64(len(mails)))
	}
	if err != nil && !fenced(err) && !stands(err) {
		h.tell(w.Name, err)
		return false, nil // its turn goes by the mails that it has
	}
	return all, err
}

// advance looks at the turn of a world, as one of those that this host may resolve at once. A world is slow until a turn
// of it was quick.
func (h *Host) advance(ctx context.Context, w *tables.World, s fleet.Stay) (resolved bool, err error) {
	at, over := h.turns, h.slow
	if w.Gist.Slow {
		at, over = h.slow, nil
	}
	back := at.take(ctx, over)
	if back == nil {
		return false, context.Cause(ctx)
	}
	defer back()
	began := time.Now()
	if resolved, err = h.Worker.Advance(ctx, s); resolved {
		h.Count.turns.Add(1)
	}
	if long := time.Since(began) > slowTime; long || resolved {
		w.Gist.Slow = long
	}
	return resolved, err
}

// full returns the patterns of worlds of whose clubs this host has as many in hand as may be.
func (h *Host) full() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	not := []string{}
	for _, club := range h.Config.Clubs {
		if h.clubs[club.Name] >= club.Turns {
			not = append(not, patterns(club.Worlds)...)
		}
	}
	return not
}

// share counts a world in hand of a club, until it is called off. Then others may be taken.
func (h *Host) share(world string) (off func()) {
	club, _ := h.Config.ClubOf(world)
	add := func(n int) {
		h.mu.Lock()
		h.clubs[club] += n
		h.mu.Unlock()
	}
	add(1)
	return func() {
		if add(-1); club != "" {
			h.wake()
		}
	}
}

// tell reports what went wrong.
func (h *Host) tell(name string, err error) {
	if err != nil && h.Tell != nil && !errors.Is(err, context.Canceled) {
		h.Tell(name, err)
	}
}

// EnteredOf is what the fleet knows about worlds, by name.
func EnteredOf(worlds []*tables.World) map[string]fleet.Entered {
	all := map[string]fleet.Entered{}
	for _, w := range worlds {
		all[w.Name] = w.About
	}
	return all
}
