package fleet

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Trouble is something that a person must look after: a mailbox that no host can read, mail that a world cannot take,
// or an archive that a host cannot fill.
type Trouble struct {
	Since time.Time `json:"since"`
	Why   string    `json:"why"`            // for mail what the first host said, for an archive what is wrong now
	Told  bool      `json:"told,omitempty"` // a letter of the fleet has told a person
}

// troubleTime is how long a trouble must have lasted before a letter reports it. Most troubles pass before that.
const troubleTime = 3 * time.Hour

// lasts reports whether it is time for that letter.
func (t Trouble) lasts(now time.Time) bool {
	return !t.Since.IsZero() && now.Sub(t.Since) >= troubleTime
}

// troubles are what this host has met since it last went well, and what it has told of it.
type troubles struct {
	deaf  map[string]error     // by mailbox
	stuck map[string]error     // by world
	heard map[string]time.Time // by world: the hour of its mailbox's trouble up to which it was told
}

func noTroubles() troubles {
	return troubles{map[string]error{}, map[string]error{}, map[string]time.Time{}}
}

// unread is an error of reading a mailbox, as opposed to one of the engine.
type unread struct{ error }

func (u unread) Unwrap() error { return u.error }

// meets records a trouble of a mailbox or a world in the register, with the time since when it lasts.
func (h *Host) meets(ctx context.Context, of map[string]error, key, name string, now time.Time, why error) {
	h.mu.Lock()
	of[name] = why
	h.mu.Unlock()
	h.tell("", note(ctx, h.Roll(), key+name, func(t *Trouble) bool {
		if !t.Since.IsZero() {
			return false
		}
		*t = Trouble{Since: now, Why: why.Error()}
		return true
	}))
}

// over records that a trouble has ended, whichever host met it.
func (h *Host) over(ctx context.Context, of map[string]error, key, name string) {
	h.mu.Lock()
	delete(of, name)
	h.mu.Unlock()
	h.tell("", h.Roll().drop(ctx, key+name))
}

// deafened returns the mailboxes that this host cannot read.
func (h *Host) deafened(*seen) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.troubles.deaf))
}

// lament tells the operator about a mailbox that no host has been able to read for long. It also tells the worlds that
// read it, which tell their game masters as a world outside a fleet does.
func (h *Host) lament(ctx context.Context, s *seen, mailbox string) time.Duration {
	h.mu.Lock()
	why := h.troubles.deaf[mailbox]
	h.mu.Unlock()
	t, _, err := get[Trouble](ctx, h.Roll(), deafKey+mailbox)
	if err != nil || why == nil || t.Since.IsZero() { // another host can read it
		h.tell("", err)
		return 5 * h.Every
	}
	if t.lasts(s.now) && !t.Told {
		h.tell("", h.once(ctx, deafKey+mailbox, func(ctx context.Context) error {
			return h.Worker.Deaf(ctx, mailbox, t, why)
		}))
	}
	hour := t.Since.Add(s.now.Sub(t.Since).Truncate(time.Hour))
	for _, name := range s.order {
		w := s.worlds[name]
		h.mu.Lock()
		knows := h.troubles.heard[name].Equal(hour)
		h.mu.Unlock()
		if w.Mailbox != mailbox || w.stopped != nil || knows || hour.Equal(t.Since) {
			continue
		}
		had, err := h.with(ctx, name, func(ctx context.Context, stay Stay) error {
			return h.Worker.Unread(ctx, stay, t.Since, why)
		})
		h.tell(name, err)
		if had && err == nil {
			h.mu.Lock()
			h.troubles.heard[name] = hour
			h.mu.Unlock()
		}
	}
	return 5 * h.Every
}

// stuck returns the worlds that could not take their mail on this host, though their mailbox can be read.
func (h *Host) stuck(s *seen) (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(h.troubles.stuck)) {
		if w := s.worlds[name]; w != nil && w.stopped == nil && h.troubles.deaf[w.Mailbox] == nil {
			out = append(out, name)
		}
	}
	return out
}

// appeal tells the game master once about mail that a world has not been able to take for long.
func (h *Host) appeal(ctx context.Context, s *seen, name string) time.Duration {
	h.mu.Lock()
	why := h.troubles.stuck[name]
	h.mu.Unlock()
	t, _, err := get[Trouble](ctx, h.Roll(), stuckKey+name)
	if err == nil && why != nil && !t.Told && t.lasts(s.now) {
		err = h.once(ctx, stuckKey+name, func(ctx context.Context) error {
			had, err := h.with(ctx, name, func(ctx context.Context, stay Stay) error {
				return h.Worker.Stuck(ctx, stay, t, why)
			})
			if err == nil && !had {
				err = engine.ErrTaken // it is tried again the next time
			}
			return err
		})
	}
	h.tell(name, err)
	return 5 * h.Every
}

// once lets one host tell about a trouble, and records that it did.
func (h *Host) once(ctx context.Context, key string, tell func(context.Context) error) error {
	err := h.Hold(ctx, "tell/"+key, func(ctx context.Context) error {
		if t, _, err := get[Trouble](ctx, h.Roll(), key); err != nil || t.Told {
			return err
		}
		if err := tell(ctx); err != nil {
			return err
		}
		return change(ctx, h.Roll(), key, func(t *Trouble) bool {
			was := t.Told
			t.Told = true
			return !was && !t.Since.IsZero()
		})
	})
	if errors.Is(err, engine.ErrTaken) {
		return nil
	}
	return err
}

// Heard reports whether this host has told these worlds about their mailbox's trouble up to an hour of it.
func (h *Host) Heard(hour time.Time, worlds ...string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !slices.ContainsFunc(worlds, func(name string) bool { return h.troubles.heard[name].Before(hour) })
}
