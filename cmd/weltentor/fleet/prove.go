package fleet

import (
	"context"
	"time"

	"weltentor/resolve/store"
)

// unproved are worlds whose journal this host has not compared with its copy: all when it starts, and those whose
// journal ends before where it ended: somebody has put an older one in its place, or it has lost data.
func (h *Host) unproved(s *seen) (out []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, name := range s.order {
		w := s.worlds[name]
		at, is := h.proved[name]
		switch {
		case w.stopped != nil:
		case !is || w.at < at:
			out = append(out, name)
		default:
			h.proved[name] = w.at
		}
	}
	return out
}

// prove compares a world's journal with this host's copy. What the journal seems to lack it looks for with the world
// in hand, which lets a world stand still whose journal has lost something.
func (h *Host) prove(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	lacks, err := store.Lacks(h.Folder(name), store.Position(w.at), w.entry)
	if err == nil && lacks {
		_, err = h.with(ctx, name, func(context.Context, Stay) error { return nil })
	}
	if err != nil {
		h.tell(name, err)
	}
	if err != nil || lacks {
		return retryTime // by then it stands still, or the copy was another world's and is made anew
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.proved[name] = w.at
	return 0
}
