package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/fleet/archive"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/journal"
	"weltentor/cmd/weltentor/fleet/post"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// Host is one machine of a fleet at work.
type Host struct {
	*Fleet
	Worker  Worker
	Program string
	Clock   func() time.Time            // this machine's clock
	Every   time.Duration               // time between looks; 0: a second
	Look    time.Duration               // how often a world with nothing due is looked at; 0: five minutes
	End     time.Duration               // how long begun work may take once the host is told to end; 0: 30 s
	Tell    func(world string, _ error) // reports what goes wrong; the world is "" if it concerns none
	Waits   func(waits bool)            // called with true once the drained host waits, with false when it may work

	Count Counts

	mu       sync.Mutex
	busy     map[string]bool       // worlds in hand
	nudged   map[string]bool       // worlds whose turn is to be looked at now
	looked   map[string]time.Time  // by world: when its turn was looked at
	books    map[string]*post.Book // by mailbox
	full     map[string]time.Time  // by account: no letter may leave before this time
	shares   map[string]int        // turns being resolved, by club
	ahead    time.Duration         // how far this machine's clock is ahead of the engine's
	trimmed  map[string]uint64     // by world: the whole entry up to which this host has trimmed its journal
	again    map[string]time.Time  // by world: when parts that were too young can be dropped
	keeping  keeping
	remained remained
	wake     chan struct{}

	marks    *marks
	troubles troubles
	since    time.Time
	beaten   time.Time // when it last said that it is there
}

// farOff is how much a host's clock may differ from the engine's.
const farOff = time.Minute

// seen is what a host saw of the fleet at one moment.
type seen struct {
	began  time.Time // by this machine's clock
	now    time.Time
	worlds map[string]*world
	hosts  map[string]Beat
	order  []string // names of the worlds
	drain  bool

	leaving map[string]Entered // worlds that are being exported
	torn    map[string]error   // mailboxes whose log cannot be read any further, for a view
	strange Torn               // hosts whose value in the register cannot be read
}

// world is a world of the fleet as a look shows it.
type world struct {
	name string
	Entered
	gist    entry.Gist
	entry   entry.Entry
	at      uint64
	taken   uint64
	stopped *Stopped
	ill     error // its journal or its value in the register is damaged: it stands still for this reader
}

// Run works until the context ends or the host is drained, and then finishes what it has begun. A drained host that a
// supervisor starts again waits until it may work.
func (h *Host) Run(ctx context.Context) error {
	h.busy, h.nudged, h.looked = map[string]bool{}, map[string]bool{}, map[string]time.Time{}
	h.trimmed, h.shares, h.again = map[string]uint64{}, map[string]int{}, map[string]time.Time{}
	h.keeping = keeping{copies: map[string][]archive.Copy{}, wrong: map[string]error{}}
	h.books, h.full = map[string]*post.Book{}, map[string]time.Time{}
	h.marks = noMarks()
	h.troubles = noTroubles()
	h.wake = make(chan struct{}, 1)
	h.Every, h.Look = cmp.Or(h.Every, time.Second), cmp.Or(h.Look, 5*time.Minute)
	h.End = cmp.Or(h.End, 30*time.Second)
	now, err := h.Now(ctx)
	switch {
	case ctx.Err() != nil: // it was told to end before it had begun
		return nil
	case err != nil:
		return fmt.Errorf("the engine does not answer: %w", err)
	}
	h.since = now
	if !await(ctx, h) {
		return nil
	}
	// When the host is told to end, it finishes what was begun within h.End.
	work, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	late := context.AfterFunc(ctx, func() { time.AfterFunc(h.End, end) })
	defer late()
	var hands sync.WaitGroup
	loops := h.loops()
	finish := func() {
		for _, l := range loops {
			l.drop()
		}
		hands.Wait()
	}
	for {
		began := time.Now()
		s, err := h.look(work)
		switch {
		case err != nil:
			h.Count.look(false)
			h.tell("", err)
		case s.drain:
			finish()
			h.leave(work)
			return nil
		default:
			h.Count.look(true)
			for _, l := range loops {
				h.dispatch(work, l, s, &hands)
			}
		}
		if h.pause(ctx, time.Since(began)); ctx.Err() != nil {
			finish()
			h.leave(work)
			return nil
		}
	}
}

// leave says that the host is gone. If the engine does not get this, for example because all hosts end at once, the
// others notice a little later.
func (h *Host) leave(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.leaseTime()/3)
	defer cancel()
	_ = note(ctx, h.Roll(), hostKey+h.Config.Host, func(b *Beat) bool {
		b.Drained, b.Idle = true, false
		return true
	})
}

// look reads the state of the fleet, and says that this host is there.
func (h *Host) look(ctx context.Context) (*seen, error) {
	began, before := time.Now(), h.Clock()
	now, err := h.Now(ctx)
	if err != nil {
		return nil, fmt.Errorf("the engine does not answer: %w", err)
	}
	after := h.Clock()
	h.mu.Lock()
	h.ahead = before.Add(after.Sub(before) / 2).Sub(now)
	h.mu.Unlock()
	s := &seen{began: began, now: now, worlds: map[string]*world{}}
	if s.hosts, s.strange, err = h.Roll().Hosts(ctx); err != nil {
		return nil, err
	}
	for _, host := range slices.Sorted(maps.Keys(s.strange)) {
		h.tell("", s.strange[host])
	}
	if err := h.beat(ctx, s); err != nil {
		return nil, err
	}
	if s.drain, _, err = get[bool](ctx, h.Roll(), drainKey+h.Config.Host); errors.Is(err, ErrValue) {
		h.tell("", err) // what was asked is unknown; it can be asked again
	} else if err != nil {
		return nil, err
	}
	return s, h.survey(ctx, s)
}

// beat says that this host is there, a few times per lease.
func (h *Host) beat(ctx context.Context, s *seen) error {
	ahead := h.Ahead()
	b := Beat{At: s.now, Since: h.since, Ahead: ahead.Seconds(), Rules: h.Worker.Rules(), Program: h.Program}
	was := s.hosts[h.Config.Host]
	switch own := was.Since.Equal(b.Since); {
	case own && !was.Drained && was.age(s.now) < h.leaseTime()/3:
		return nil
	case !own && !h.beaten.IsZero() && was.At.After(h.beaten):
		h.tell("", fault.Usage("fleet-twin", phrase.Str("file", h.Config.File), phrase.Str("host", h.Config.Host)))
	}
	s.hosts[h.Config.Host], h.beaten = b, s.now
	return note(ctx, h.Roll(), hostKey+h.Config.Host, func(v *Beat) bool { *v = b; return true })
}

// Ahead is how far this host's clock is ahead of the engine's.
func (h *Host) Ahead() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.ahead
}

// survey looks at all worlds and their mailboxes.
func (h *Host) survey(ctx context.Context, s *seen) error {
	if err := h.see(ctx, s); err != nil {
		return err
	}
	for _, mailbox := range h.mailboxes(s) {
		err := h.book(mailbox).Follow(ctx)
		if err != nil && !errors.Is(err, post.ErrRow) {
			return err
		}
		h.tell("", err) // what was read before the damage counts
		if err == nil {
			s.doubt(mailbox, h.book(mailbox).Last())
		}
		h.forget(s, mailbox)
	}
	h.Count.see(s)
	for _, name := range s.order {
		h.tell(name, s.worlds[name].ill)
	}
	return nil
}

// doubt makes worlds wait that have taken more rows of a mailbox than its log has: which mails they lack is unknown.
func (s *seen) doubt(mailbox string, last uint64) {
	for name, w := range s.worlds {
		if w.Mailbox == mailbox && w.taken > last && w.ill == nil {
			w.ill = fmt.Errorf("the register of the fleet, %s: %w: the mailbox has no such row", taken(name, mailbox),
				ErrValue)
			if w.stopped == nil {
				w.stopped = &Stopped{Why: w.ill.Error()}
			}
		}
	}
}

// see puts together what the engine has of all worlds.
func (f *Fleet) see(ctx context.Context, s *seen) error {
	entered, torn, err := f.Roll().Worlds(ctx)
	if err != nil {
		return err
	}
	rows, untaken, err := all[uint64](ctx, f.Roll(), takenKey)
	if err != nil {
		return err
	}
	stopped, unstopped, err := f.Roll().Stopped(ctx)
	if err != nil {
		return err
	}
	s.leaving = maps.Clone(entered)
	maps.DeleteFunc(s.leaving, func(_ string, e Entered) bool { return !e.Leaves })
	for name, err := range torn {
		s.worlds[name] = &world{name: name, ill: err}
	}
	for e, err := range f.Engine.Heads(ctx, LogOf("")) {
		if err != nil {
			return fmt.Errorf("the heads of the logs: %w", err)
		}
		name := e.Log[len(LogOf("")):]
		in, known := entered[name]
		if !known || in.Leaves {
			continue // it is being added, or exported
		}
		row := name + "/" + in.Mailbox
		w := &world{name: name, Entered: in, at: e.Number, taken: rows[row]}
		w.entry, err = journal.EntryOf(e)
		w.ill = cmp.Or(err, untaken[row], unstopped[name])
		w.gist = w.entry.Gist
		s.worlds[name] = w
	}
	for name, w := range s.worlds {
		if why, is := stopped[name]; is {
			w.stopped = &why
		} else if w.ill != nil {
			w.stopped = &Stopped{Why: w.ill.Error()}
		}
	}
	s.order = slices.Sorted(maps.Keys(s.worlds))
	return nil
}

// with takes a world in hand and runs do. It returns false if this host or another has the world in hand already, or
// if the world stands still from now on.
func (h *Host) with(ctx context.Context, name string, do func(context.Context, Stay) error) (had bool, err error) {
	h.mu.Lock()
	if h.busy[name] {
		h.mu.Unlock()
		return false, nil
	}
	h.busy[name] = true
	h.mu.Unlock()
	defer func() {
		h.mu.Lock()
		delete(h.busy, name)
		h.mu.Unlock()
	}()
	err = h.Hold(ctx, LogOf(name), func(ctx context.Context) (err error) {
		defer catches(&err)
		e, known, err := h.Roll().World(ctx, name) // it may have been exported since
		if err != nil || !known || e.Leaves {
			return cmp.Or(err, ErrUnknown)
		}
		if h.Config.Mailbox(e.Mailbox) != nil && h.marks.waits(e.Mailbox) {
			return engine.ErrTaken // its mark is read first
		}
		if err := h.heed(ctx, name, e); err != nil {
			return err
		}
		h.tell(name, entry.DamagedIn(h.Folder(name)))
		return h.enter(ctx, name, e, do)
	})
	switch {
	case errors.Is(err, faults.ErrLocked): // by a process outside the fleet: one of the fleet would have the lease
		h.tell(name, err)
		return false, nil
	case errors.Is(err, engine.ErrTaken), errors.Is(err, ErrUnknown):
		return false, nil
	case errors.Is(err, faults.ErrFenced):
		h.Count.fenced.Add(1)
	case errors.Is(err, faults.ErrLogBehind):
		h.stop(ctx, name, err)
		return false, nil
	}
	return true, err
}

// tell reports what went wrong.
func (h *Host) tell(name string, err error) {
	if err != nil && h.Tell != nil && !errors.Is(err, context.Canceled) {
		h.Tell(name, err)
	}
}

// stop makes a world stand still on all hosts, and reports why.
func (h *Host) stop(ctx context.Context, name string, why error) {
	h.tell(name, why)
	h.tell(name, h.halt(ctx, name, why))
}
