package fleet

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
)

// Trouble is what somebody must look after: a mailbox that no host can read, mail that a world cannot take, or an
// archive that a host cannot fill.
type Trouble struct {
	Since time.Time `json:"since"`
	Why   string    `json:"why"`            // of mail as the first host said it, of an archive as it is now
	Told  bool      `json:"told,omitempty"` // a person was, by a letter of the fleet's
}

// troubleTime is how long it must have lasted before a letter tells of it: what passes by itself has passed.
const troubleTime = 3 * time.Hour

// lasts tells whether it is time for that letter.
func (t Trouble) lasts(now time.Time) bool {
	return !t.Since.IsZero() && now.Sub(t.Since) >= troubleTime
}

// troubles are those that this host has met since it last went well, and what it has told of them.
type troubles struct {
	deaf  map[string]error     // by mailbox
	stuck map[string]error     // by world
	heard map[string]time.Time // worlds: the hour of their mailbox's trouble up to which they know of it
}

func noTroubles() troubles {
	return troubles{map[string]error{}, map[string]error{}, map[string]time.Time{}}
}

// unread is an error of reading a mailbox, which is not one of the engine.
type unread struct{ error }

func (u unread) Unwrap() error { return u.error }

// meets notes a trouble of a mailbox or a world in the register: since when it is.
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

// over notes that a trouble has ended, whoever met it.
func (h *Host) over(ctx context.Context, of map[string]error, key, name string) {
	h.mu.Lock()
	delete(of, name)
	h.mu.Unlock()
	h.tell("", h.Roll().drop(ctx, key+name))
}

// deafened are the mailboxes that this host cannot read.
func (h *Host) deafened(*seen) []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.troubles.deaf))
}

// lament tells the operator of a mailbox that no host could read for long, and the worlds that read it: they
// tell their game masters, as for one host.
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
			return h.Crew.Deaf(ctx, mailbox, t, why)
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
			return h.Crew.Unread(ctx, stay, t.Since, why)
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

// stuck are the worlds that could not take their mail on this host, though their mailbox can be read.
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

// appeal tells the game master of mail that a world could not take for long, once.
func (h *Host) appeal(ctx context.Context, s *seen, name string) time.Duration {
	h.mu.Lock()
	why := h.troubles.stuck[name]
	h.mu.Unlock()
	t, _, err := get[Trouble](ctx, h.Roll(), stuckKey+name)
	if err == nil && why != nil && !t.Told && t.lasts(s.now) {
		err = h.once(ctx, stuckKey+name, func(ctx context.Context) error {
			had, err := h.with(ctx, name, func(ctx context.Context, stay Stay) error {
				return h.Crew.Stuck(ctx, stay, t, why)
			})
			if err == nil && !had {
				err = engine.ErrTaken // it is told the next time
			}
			return err
		})
	}
	h.tell(name, err)
	return 5 * h.Every
}

// once has one host tell of a trouble, and notes that it did.
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

// Heard tells whether this host has told worlds of their mailbox's trouble up to an hour of it.
func (h *Host) Heard(hour time.Time, worlds ...string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !slices.ContainsFunc(worlds, func(name string) bool { return h.troubles.heard[name].Before(hour) })
}
