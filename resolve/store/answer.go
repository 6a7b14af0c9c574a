package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// How long a journal is asked what became of an entry, how long each answer may take, and how long to wait between two
// questions.
const (
	answerTime = 10 * time.Second
	tryTime    = 10 * time.Second
	restTime   = 500 * time.Millisecond
)

// answer finds out what became of an entry whose append has failed: it may be there, and only the answer was lost. It
// asks until the journal answers or the time is over. If the entry is not there, it is appended once more. Both
// appends name the same entry before them, so only one of them can count, whatever the first one still does.
func (st *Store) answer(last entry.Confirmed, e entry.Entry, cause error) (entry.Position, error) {
	ctx, done := st.link.asking()
	defer done()
	for first := true; ; first = false {
		at, known, err := st.became(ctx, last, e)
		switch {
		case known:
			return at, err
		case first && errors.Is(cause, faults.ErrFenced):
			return 0, cause
		case err == nil: // the entry is not there
			if at, err = st.again(ctx, last, e); err == nil {
				return at, nil
			}
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("%w: %w", faults.ErrUnconfirmed, cause)
		case <-time.After(cmp.Or(st.link.Rest, restTime)):
		}
	}
}

// asking returns a context that ends when there is no more time to ask.
func (l *Link) asking() (context.Context, func()) {
	ctx, done := context.WithTimeout(context.WithoutCancel(l.context()), cmp.Or(l.Patience, answerTime))
	if l.Asking == nil {
		return ctx, done
	}
	stop := context.AfterFunc(l.Asking, done)
	return ctx, func() { stop(); done() }
}

// became asks the journal about an entry. It is known when the entry is there or can no longer get there. If neither
// an error nor known comes back, the entry is not there yet.
func (st *Store) became(ctx context.Context, last entry.Confirmed, e entry.Entry) (
	at entry.Position, known bool, err error) {
	ctx, done := context.WithTimeout(ctx, tryTime)
	defer done()
	journal, world := st.link.Journal, st.link.World
	at, head, err := journal.Head(ctx, world)
	switch {
	case err != nil:
		return 0, false, err
	case at > last.Position && head.Hash() == e.Hash():
		return at, true, nil
	case last.Beyond(at, head):
		return 0, true, entry.BehindAt(world, at, last)
	case at == last.Position:
		return 0, false, nil
	}
	// Others have gone on, either behind this entry or behind another in its place.
	next, err := entry.FirstOf(journal.Read(ctx, world, last.Position+1))
	switch {
	case err != nil:
		return 0, false, err
	case next.Hash() == e.Hash():
		return next.At, true, nil
	case next.Before == last.Hash:
		return 0, true, fmt.Errorf("%w: %s", faults.ErrFenced, world)
	}
	was, err := entry.FirstOf(journal.Read(ctx, world, last.Position))
	switch {
	case err != nil:
		return 0, false, err
	case was.At <= last.Position || !was.Whole:
		return 0, true, entry.BehindAt(world, at, last) // what was confirmed before the entry is gone
	}
	return 0, true, fmt.Errorf("%w: %s: the entry behind %d was dropped", faults.ErrUnconfirmed, world, last.Position)
}

// again appends the entry once more.
func (st *Store) again(ctx context.Context, last entry.Confirmed, e entry.Entry) (entry.Position, error) {
	ctx, done := context.WithTimeout(ctx, tryTime)
	defer done()
	return st.link.Journal.Append(ctx, st.link.World, last.Position, e)
}
