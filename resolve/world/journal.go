package world

import (
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/store/entry"
)

// Linked is a link to a journal whose entries say what is due in a world.
func Linked(w *World, to *store.Link) *store.Link {
	if to == nil {
		return nil
	}
	own := *to
	own.Gist = func(tx *store.Tx) (entry.Gist, error) { return gistOf(w, tx) }
	return &own
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

// Outlook returns what is due in the world, and when to look at its turn again if nothing comes before; zero: nothing is
// planned. due: the turn can be resolved at this time, and is not.
func (w *World) Outlook(now time.Time) (g entry.Gist, next time.Time, due bool, err error) {
	err = w.View(func(tx *store.Tx) error {
		stands, err := w.Overview(tx, now, false)
		if err != nil {
			return err
		}
		if g, err = gistOf(w, tx); err != nil {
			return err
		}
		due = stands.Ready.Due && g.Held == 0
		for _, at := range []time.Time{stands.Ready.Early, g.Look, g.Deadline, g.Resumes} {
			if at.After(now) && (next.IsZero() || at.Before(next)) {
				next = at
			}
		}
		return nil
	})
	return g, next, due, err
}

// gistOf is what an entry of a journal says about the world, so that hosts see what is due without opening its store.
func gistOf(w *World, tx *store.Tx) (g entry.Gist, err error) {
	c, err := w.Now(tx)
	if err != nil {
		return g, err
	}
	p, err := w.Schedule(tx, c)
	if err != nil {
		return g, err
	}
	box := outbox.In(tx)
	g = entry.Gist{Rulebook: w.Rules.Name(), Turn: c.Turn, Held: p.Held.Turn, Paused: p.Pause.From,
		Resumes: p.Pause.Until}
	if g.Waiting, g.Oldest, g.Due, err = box.Gist(); err != nil {
		return g, err
	}
	if g.Rules, g.TurnHash, err = chronicle.RulesOf(tx, c.Turn); err != nil {
		return g, err
	}
	planned, err := chronicle.ReadClosure(tx)
	if err != nil {
		return g, err
	}
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
	before, err := w.Pace().FirstReminder(c, p)
	if err != nil {
		return g, err
	}
	look := g.Deadline.Add(-before)
	if g.Look.IsZero() || look.Before(g.Look) {
		g.Look = look
	}
	return g, nil
}
