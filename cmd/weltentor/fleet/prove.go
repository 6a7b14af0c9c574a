package fleet

import (
	"context"
	"sync"
	"time"

	"weltentor/resolve/store"
)

// proofs are what a host has compared of its copies with the journals of their worlds.
type proofs struct {
	host *Host

	mu    sync.Mutex
	ended map[string]uint64 // worlds: where a journal ended that has what the copy knows
}

// due are worlds whose journal is to be compared with this host's copy: all when it starts, and those whose journal
// ends before where it ended: somebody has put an older one in its place, or it has lost data.
func (p *proofs) due(s *seen) (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, name := range s.order {
		w := s.worlds[name]
		at, is := p.ended[name]
		switch {
		case w.stopped != nil:
		case !is || w.at < at:
			out = append(out, name)
		default:
			p.ended[name] = w.at
		}
	}
	return out
}

// prove compares a world's journal with the copy. What the journal seems to lack it looks for with the world in hand,
// which lets a world stand still whose journal has lost something.
func (p *proofs) prove(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	lacks, err := store.Lacks(p.host.Folder(name), store.Position(w.at), w.entry)
	if err == nil && lacks {
		_, err = p.host.with(ctx, name, func(context.Context, Stay) error { return nil })
	}
	if err != nil {
		p.host.tell(name, err)
	}
	if err != nil || lacks {
		return retryTime // by then it stands still, or the copy was another world's and is made anew
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended[name] = w.at
	return 0
}
