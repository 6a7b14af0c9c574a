package imap

import (
	"context"
	"maps"
	"slices"

	"github.com/emersion/go-imap/v2"
)

// Later is what polls leave to do in the mailbox for the time after the answers have left, see Finish. The zero value
// is ready.
type Later struct {
	done     map[string][]imap.UID // by folder: mails that were committed, and are to be moved
	validity uint32
}

// add leaves what a poll has committed.
func (l *Later) add(p *Poll) {
	if l.validity != p.validity {
		*l = Later{validity: p.validity}
	}
	if l.done == nil {
		l.done = map[string][]imap.UID{}
	}
	for folder, uids := range p.done {
		l.done[folder] = append(l.done[folder], uids...)
	}
}

// has reports whether a mail was committed, and waits to be moved.
func (l *Later) has(validity uint32, uid imap.UID) bool {
	if l == nil || l.validity != validity {
		return false
	}
	for _, uids := range l.done {
		if slices.Contains(uids, uid) {
			return true
		}
	}
	return false
}

// Finish does what polls have left for later: it moves mails, and looks at the room that is left. Now and then it
// removes the old marks of this world. If it is not called, or killed, the mails stay in the inbox, come again, and are
// known.
func Finish(ctx context.Context, c Config) (known MarkKnown, err error) {
	known = c.Mark.Known
	if len(c.Later.done) == 0 && !known.crowded(c.Mark.At) && (c.Line == nil || c.Line.m == nil) {
		return known, nil
	}
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = afterwards(ctx)
		defer cancel()
	}
	err = visit(ctx, c, func(p *Poll) error {
		p.count.Mark = c.Mark.Known
		err := p.later(ctx)
		known = p.count.Mark
		return err
	})
	return known, err
}

func (p *Poll) later(ctx context.Context) error {
	if later := p.c.Later; len(later.done) > 0 {
		if p.m.opened != p.c.Inbox {
			if _, err := p.m.open(ctx, p.c.Inbox, false); err != nil {
				return err
			}
		}
		if p.validity = p.m.numbers; p.validity == later.validity {
			p.done = maps.Clone(later.done)
		}
	}
	err := p.tidy(ctx)
	if !p.m.kept { // otherwise the server has heard nothing, and it is tried again
		*p.c.Later = Later{}
	}
	if err != nil {
		return err
	}
	if p.c.Mark.World != "" && p.count.Mark.crowded(p.c.Mark.At) {
		if err := p.claim(ctx, nil); err != nil {
			return err
		}
	}
	return p.stuck
}
