package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/store"
)

// great is the size from which a store has hands of its own, so that it does not hold up small ones.
const great = 64 << 20

// loops are the kinds of work of a host.
func (h *Host) loops() []*loop {
	made := func(name string, hands int, due func(*seen) []string, do work) *loop {
		return newLoop(hands, due, h.careful(name, do))
	}
	turned := func(name string, hands int, due func(*seen) []string) *loop {
		l := made(name, hands, due, h.turn)
		l.share, l.unshare = h.share, h.unshare
		return l
	}
	sized := func(due func(*seen) []string, small bool) func(*seen) []string {
		return func(s *seen) []string {
			some := *s
			some.order = slices.DeleteFunc(slices.Clone(s.order), func(name string) bool {
				return (s.worlds[name].entry.Size < great) != small
			})
			return due(&some)
		}
	}
	own, out := proofs{host: h, ended: map[string]uint64{}}, outgoing{h, map[string]time.Time{}}
	return []*loop{
		made("poll", 8, h.mailboxes, h.poll),
		made("mail", 4, sized(h.mailed, true), h.take),
		made("great mail", 1, sized(h.mailed, false), h.take),
		turned("turns", h.turners(), sized(h.turned, true)),
		turned("great turns", 1, sized(h.turned, false)),
		made("send", 8, out.accounts, out.send),
		made("keep", 1, h.kept, h.keep),
		made("archive", 2, h.unarchived, h.archive),
		made("prove", 1, own.due, own.prove),
		made("compare", 1, h.unheeded, h.compareMarked),
		made("mark", 2, h.unmarked, h.mark),
		made("tell", 1, h.untold, h.alarm),
		made("deaf", 1, h.deafened, h.lament),
		made("stuck", 1, h.stuck, h.appeal),
	}
}

// turners is how many hands of this host resolve turns of worlds that are not great.
func (h *Host) turners() int { return cmp.Or(h.Config.Turns, 2) }

// turned returns the worlds whose turn must be looked at: those whose deadline has passed, the oldest first, then
// those that a mail came for, then those not looked at for a while.
func (h *Host) turned(s *seen) []string {
	if ahead := h.Ahead(); ahead.Abs() > farOff {
		h.Count.off(true)
		return nil
	}
	h.Count.off(false)
	ready := map[string]bool{}
	for _, name := range s.order {
		_, ready[name] = h.ready(s, s.worlds[name])
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var due, nudged, others []string
	for _, name := range s.order {
		w := s.worlds[name]
		switch {
		case w.stopped != nil || !h.plays(w) || !ready[name]:
		case w.due(s):
			due = append(due, name)
		case h.nudged[name], w.looks(s, h.looked[name]):
			nudged = append(nudged, name)
		case s.now.Sub(h.looked[name]) >= h.Look:
			others = append(others, name)
		}
	}
	return slices.Concat(h.byDeadline(s, due), h.spread(s, nudged), h.spread(s, others))
}

// ready returns up to when a world's mail was taken, and whether that is as far as its turn needs it. So nobody takes
// a world in hand for nothing. The time is zero for a world that reads no mailbox.
func (h *Host) ready(s *seen, w *world) (until time.Time, is bool) {
	if w.Mailbox == "" {
		return time.Time{}, true
	}
	until = h.book(w.Mailbox).Until(w.name, w.taken, s.now)
	return until, !until.IsZero() && !(w.due(s) && until.Before(w.gist.Deadline))
}

// due reports whether the deadline of a world has passed.
func (w *world) due(s *seen) bool { return !w.gist.Deadline.IsZero() && !w.gist.Deadline.After(s.now) }

// paused reports whether a world is paused.
func (w *world) paused(s *seen) bool {
	return deadlines.Pause{From: w.gist.Paused, Until: w.gist.Resumes}.Holds(s.now)
}

// looks reports whether there may be something to do before the deadline, and nobody has looked since.
func (w *world) looks(s *seen, looked time.Time) bool {
	return !w.gist.Look.IsZero() && !w.gist.Look.After(s.now) && looked.Before(w.gist.Look)
}

// plays reports whether this program has the version of the rules that a world's turns are resolved with.
func (h *Host) plays(w *world) bool { return h.Worker.Rules()[w.Rulebook] == w.Rules }

// turn looks at the turn of a world, and resolves it if it is due. Its time is not the present, but the time up to
// which the world's mail was taken. So whatever came before a deadline is in the store when the turn is resolved.
func (h *Host) turn(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	due, early := w.due(s), false
	h.mu.Lock()
	mail := h.nudged[name]
	nudged := mail || w.looks(s, h.looked[name])
	delete(h.nudged, name)
	h.mu.Unlock()
	var right engine.Lease
	if !due && !nudged {
		var err error
		if right, err = h.mine(ctx, name); err != nil {
			h.tell(name, err)
			return retryTime
		} else if right == nil {
			h.lookedAt(name, s.now)
			return 0
		}
	}
	resolved, present := false, time.Time{}
	had, err := h.with(ctx, name, func(ctx context.Context, stay Stay) (err error) {
		until, ready := h.ready(s, w)
		if early = !ready; early {
			return nil
		}
		if w.Mailbox != "" {
			present, stay.Now = stay.Now, until
		}
		resolved, err = h.Worker.Advance(ctx, stay)
		if changed := (*store.ClockError)(nil); errors.As(err, &changed) && !changed.Then.After(present) {
			early, err = true, nil // changed by hand or by another host since the mailbox was read to its end
		}
		return err
	})
	if had && err == nil && !early {
		h.lookedAt(name, s.now)
	} else {
		h.unlooked(ctx, name, mail, right)
	}
	switch {
	case err != nil:
		h.tell(name, err)
		return retryTime
	case resolved:
		h.Count.turns.Add(1)
		return 0
	case !had || early:
		return h.Every // its mail is not taken yet
	case due:
		return retryTime // it waits for something else
	}
	return 0
}

func (h *Host) lookedAt(name string, now time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.looked[name] = now
}

// unlooked records that nobody has looked at a world's turn after all, though a mail may have come for it. The next
// look does.
func (h *Host) unlooked(ctx context.Context, name string, mail bool, right engine.Lease) {
	if right != nil {
		_ = right.Release(ctx)
	}
	if mail {
		h.mu.Lock()
		h.nudged[name] = true
		h.mu.Unlock()
	}
}

// mine gives this host the right to look at a world that has nothing due; one host does so every h.Look. It returns
// nil if another host has the right.
func (h *Host) mine(ctx context.Context, name string) (engine.Lease, error) {
	right, err := h.Engine.Take(ctx, "look/"+name, h.holder(), h.Look*9/10) // ends by itself
	if errors.Is(err, engine.ErrTaken) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the right to look: %w", err)
	}
	return right, nil
}

// share counts one more turn of a world's club, if the club may have one.
func (h *Host) share(name string) bool {
	club, most := h.Config.ClubOf(name)
	if club == "" {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shares[club] >= most {
		return false
	}
	h.shares[club]++
	return true
}

func (h *Host) unshare(name string) {
	if club, _ := h.Config.ClubOf(name); club != "" {
		h.mu.Lock()
		h.shares[club]--
		h.mu.Unlock()
	}
}

// kept returns the worlds that need keep. Either no host alive has their rules while this one has newer ones,
// or their journal has entries that are not needed any more.
func (h *Host) kept(s *seen) (out []string) {
	for _, name := range s.order {
		w := s.worlds[name]
		if h.outlived(s, w) || w.stopped == nil && h.untrimmed(s, w) {
			out = append(out, name)
		}
	}
	return out
}

// outlived reports whether a world waits for rules that no host alive has, while this one has newer ones.
func (h *Host) outlived(s *seen, w *world) bool {
	if own, has := h.Worker.Rules()[w.Rulebook]; !has || own <= w.Rules {
		return false
	}
	if s.now.Sub(h.since) < 4*h.leaseTime() {
		return false // the others may only have begun, too
	}
	if len(s.strange) > 0 {
		return false // they may have the rules
	}
	for _, b := range s.hosts {
		if b.Rules[w.Rulebook] == w.Rules && b.alive(s.now) && !b.Drained {
			return false
		}
	}
	return true
}

// keepTime is how long the journal keeps entries that a later whole entry has replaced.
const keepTime = 7 * 24 * time.Hour

// untrimmed reports whether a world has a new whole entry, or has forgotten something, since this host trimmed its
// journal. It is also true when parts that were too young then have become old enough.
func (h *Host) untrimmed(s *seen, w *world) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	again, young := h.again[w.name]
	return h.Trim != nil && (h.trimmed[w.name] < w.base() || young && !again.After(s.now))
}

// trim drops what a world's journal need not keep: one host does so.
func (h *Host) trim(ctx context.Context, s *seen, w *world) error {
	err := h.Hold(ctx, "trim/"+w.name, func(ctx context.Context) error {
		return h.Trim(ctx, w.name, s.now.Add(-keepTime))
	})
	if errors.Is(err, engine.ErrTaken) {
		return nil
	}
	if err != nil {
		return err // it is tried again
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if again, young := h.again[w.name]; h.trimmed[w.name] < w.base() {
		h.again[w.name] = s.now.Add(engine.Grace + time.Minute)
	} else if young && !again.After(s.now) {
		delete(h.again, w.name)
	}
	h.trimmed[w.name] = w.base()
	return nil
}

// keep raises the version of a world's rules if it is outlived, and otherwise trims its journal.
func (h *Host) keep(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	if h.outlived(s, w) {
		if err := h.Roll().Raise(ctx, name, h.Worker.Rules()[w.Rulebook]); err != nil {
			h.tell(name, err)
			return retryTime
		}
		return 0
	}
	if h.untrimmed(s, w) {
		if err := h.trim(ctx, s, w); err != nil {
			h.tell(name, err)
		}
	}
	return retryTime
}
