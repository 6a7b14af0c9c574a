//go:build fleet

package hosts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/tables"
)

// Kinds of trouble.
const (
	unreadKind = "deaf"  // of mailboxes
	stuckKind  = "stuck" // of worlds
)

// troubleTime is how long a trouble must have lasted before a letter reports it. Most troubles pass before that.
const troubleTime = 3 * time.Hour

// astrayTime is how much time must pass between two letters about mail for no world, since anybody can send it.
const astrayTime = 24 * time.Hour

// met are the errors behind the troubles that this host has met.
type met struct {
	mu   sync.Mutex
	all  map[tables.Thing]error
	well map[tables.Thing]time.Time // when it was last recorded that nothing is wrong
}

// trouble records that something goes wrong, and since when. Without an error it is over, whichever host met it: that is
// recorded once a minute.
func (h *Host) trouble(ctx context.Context, kind, name string, err error) {
	what, m := tables.Thing{Kind: kind, Name: name}, &h.met
	m.mu.Lock()
	was, over := m.all[what], false
	if err != nil {
		m.all[what] = err
	} else if delete(m.all, what); was != nil {
		over = true
	} else if over = time.Since(m.well[what]) >= time.Minute; over {
		m.well[what] = time.Now()
	}
	m.mu.Unlock()
	if err != nil {
		h.tell("", h.Tables.Trouble(ctx, what, err.Error()))
	} else if over {
		h.tell("", h.Tables.Over(ctx, what))
	}
}

// troubled tells people about what this host has met and has lasted.
func (h *Host) troubled(ctx context.Context) error {
	h.met.mu.Lock()
	met := maps.Clone(h.met.all)
	h.met.mu.Unlock()
	for what, why := range met {
		t, now, err := h.Tables.Lasts(ctx, what)
		if err != nil {
			return err
		}
		if t == nil {
			continue
		}
		if now.Sub(t.Since) >= troubleTime && !t.Told {
			h.tell("", h.once(ctx, what, func(ctx context.Context) error { return h.report(ctx, what, *t, why, now) }))
		}
		if what.Kind == unreadKind && now.Sub(t.Since) >= time.Hour {
			h.unread(ctx, what.Name, *t, why, now)
		}
	}
	return nil
}

// report tells a person about a trouble.
func (h *Host) report(ctx context.Context, what tables.Thing, t fleet.Trouble, why error, now time.Time) error {
	if what.Kind == unreadKind {
		return h.Worker.MailboxUnread(ctx, what.Name, t, why)
	}
	return h.within(ctx, what.Name, now, func(ctx context.Context, s fleet.Stay) error {
		return h.Worker.Stuck(ctx, s, t, why)
	})
}

// within does something with a world that this host takes in hand. Somebody else may have it: tables.ErrTaken.
func (h *Host) within(ctx context.Context, name string, now time.Time,
	do func(context.Context, fleet.Stay) error) error {
	return h.Tables.Hold(ctx, tables.Thing{Kind: tables.OfWorld, Name: name}, func(ctx context.Context) error {
		w, err := h.Tables.World(ctx, name)
		if err == nil {
			err = do(ctx, h.stay(ctx, w, now))
		}
		return err
	})
}

// once lets one host tell about a trouble, and records that it did.
func (h *Host) once(ctx context.Context, what tables.Thing, tell func(context.Context) error) error {
	err := h.Tables.Hold(ctx, tables.Thing{Kind: tables.OfTrouble, Name: what.Kind + " " + what.Name},
		func(ctx context.Context) error {
			t, _, err := h.Tables.Lasts(ctx, what)
			if err != nil || t == nil || t.Told {
				return err
			}
			if err := tell(ctx); err != nil {
				return err
			}
			return h.Tables.Told(ctx, what)
		})
	if errors.Is(err, tables.ErrTaken) {
		return nil
	}
	return err
}

// unread tells the worlds of a mailbox, once an hour, that it cannot be read. They tell their game masters.
func (h *Host) unread(ctx context.Context, mailbox string, t fleet.Trouble, why error, now time.Time) {
	hour := t.Since.Add(now.Sub(t.Since).Truncate(time.Hour))
	readers, err := h.Tables.Readers(ctx, mailbox)
	h.tell("", err)
	for _, w := range readers {
		if w.Stopped != nil || h.heard[w.Name].Equal(hour) {
			continue
		}
		err := h.within(ctx, w.Name, now, func(ctx context.Context, s fleet.Stay) error {
			return h.Worker.Unread(ctx, s, t.Since, why)
		})
		if errors.Is(err, tables.ErrTaken) {
			continue
		}
		if h.tell(w.Name, h.passed(err)); err == nil {
			h.heard[w.Name] = hour
		}
	}
}

// tellAstray logs mails for no world, one line for each reason, and counts them for the operator. The operator gets at
// most one letter a day, about all that came since the letter before.
func (l *listing) tellAstray(ctx context.Context, folder string, now time.Time) {
	came := 0
	var whys []string
	for why, n := range l.astray {
		came += n
		whys = append(whys, string(why))
	}
	slices.Sort(whys)
	for _, why := range whys {
		l.tell("", fmt.Errorf("mailbox %s: mails that are for no world (%s) are in the folder %s", l.mailbox, why, folder))
	}
	a, err := l.Tables.Strays(ctx, l.mailbox, came)
	if err == nil && a.Mails > 0 && now.Sub(a.Told) >= astrayTime {
		if err = l.Worker.Astray(ctx, l.mailbox, folder, a); err == nil {
			err = l.Tables.StraysTold(ctx, l.mailbox, a.Mails)
		}
	}
	l.tell("", err)
}
