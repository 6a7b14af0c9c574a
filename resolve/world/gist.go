package world

import (
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
)

// Gist is what is due in a world, so that whoever serves many of them sees it without opening their stores.
type Gist struct {
	Turn     int       // that awaits orders
	Deadline time.Time // zero: no turn goes by a deadline
	Look     time.Time // before the deadline: when a player is to be reminded, or what was planned is due; zero: never
	Held     int       // the turn that is held; 0: none
	Paused   time.Time // since when; zero: it is not
	Resumes  time.Time // zero: a person ends the pause
	Waiting  int       // letters
	Oldest   time.Time // of these
	Due      time.Time // when the next of them may leave
}

// Planned returns when there is something to do in the world if no letter comes before; zero: nothing is planned. A turn is
// perhaps brought forward at early.
func (w *World) Planned(tx *store.Tx, early, now time.Time) (next time.Time, err error) {
	g, err := gistOf(w, tx)
	for _, at := range []time.Time{early, g.Look, g.Deadline, g.Due.Add(time.Second)} { // Due is cut to seconds
		if at.After(now) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next, err
}

// Strangers is what a world, every Daily, remembers to have forgotten, see gamemaster.ForgetStrangers.
const (
	Strangers = "strangers"
	Daily     = 24 * time.Hour
)

// Outlook returns what is due in the world, and when to look at its turn again if nothing comes before; zero: nothing is
// planned. due: the turn can be resolved at this time, and is not.
func (w *World) Outlook(now time.Time) (g Gist, next time.Time, due bool, err error) {
	err = w.View(func(tx *store.Tx) error {
		stands, err := w.Overview(tx, now, false)
		if err != nil {
			return err
		}
		if g, err = gistOf(w, tx); err != nil {
			return err
		}
		due = stands.Ready.Due && g.Held == 0
		daily := time.Time{}
		if g.Held == 0 {
			daily = outbox.Again(tx, Strangers, Daily, now)
		}
		for _, at := range []time.Time{stands.Ready.Early, g.Look, g.Deadline, g.Resumes, daily} {
			if at.After(now) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
		return nil
	})
	return g, next, due, err
}

func gistOf(w *World, tx *store.Tx) (g Gist, err error) {
	c, err := w.Now(tx)
	if err != nil {
		return g, err
	}
	p := w.Schedule(tx, c)
	box := outbox.Open(tx)
	g = Gist{Turn: c.Turn, Held: p.Held.Turn, Paused: p.Pause.From, Resumes: p.Pause.Until}
	if g.Waiting, g.Oldest, g.Due, err = box.Gist(); err != nil {
		return g, err
	}
	planned := chronicle.ReadClosure(tx)
	if planned.Planned() && p.Held.Turn == 0 {
		g.Look = planned.Due
	}
	goes, asked := false, c.World.Asked()
	if fault := store.Guarded(func() { goes = w.GoesByDeadline(c.World) }); fault != nil {
		return g, fault
	}
	if !goes || p.Held.Turn > 0 || len(asked.Realms) == 0 || p.Deadline.IsZero() {
		return g, nil
	}
	g.Deadline = p.Deadline.UTC()
	before := w.Pace().FirstReminder(c, p)
	look := g.Deadline.Add(-before)
	if g.Look.IsZero() || look.Before(g.Look) {
		g.Look = look
	}
	return g, nil
}
