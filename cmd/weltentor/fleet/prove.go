package fleet

import (
	"context"
	"sync"
	"time"

	"weltentor/resolve/store/entry"
)

// proofs are the results of comparing a host's copies with the journals of their worlds.
type proofs struct {
	host *Host

	mu    sync.Mutex
	ended map[string]uint64 // by world: where its journal ended when it had all that the copy has
}

// due returns the worlds whose journal must be compared with this host's copy. That is all worlds when the host
// starts. Later it is those whose journal ends earlier than before: somebody has put an older one in its place, or it
// has lost data.
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

// prove compares a world's journal with the copy. If the journal seems to lack something, it takes the world in hand
// and looks again; if it is true, that makes the world stand still.
func (p *proofs) prove(ctx context.Context, s *seen, name string) time.Duration {
	w := s.worlds[name]
	lacks, err := entry.Lacks(p.host.Folder(name), entry.Position(w.at), w.entry)
	if err == nil && lacks {
		_, err = p.host.with(ctx, name, func(context.Context, Stay) error { return nil })
	}
	if err != nil {
		p.host.tell(name, err)
	}
	if err != nil || lacks {
		return retryTime // by then it stands still, or the copy was of an earlier branch and is made anew
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended[name] = w.at
	return 0
}
