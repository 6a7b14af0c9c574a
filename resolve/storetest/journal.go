package storetest

import (
	"context"
	"iter"
	"slices"
	"sync"

	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
)

// Journal is the journal of one world, in memory. It skips some numbers.
type Journal struct {
	mu      sync.Mutex
	entries []entry.Placed
	// Fail, if set, is called before and after each append.
	Fail func(after bool) error
}

// Entries returns all entries.
func (j *Journal) Entries() []entry.Placed {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.entries)
}

// Drop drops all entries before a position.
func (j *Journal) Drop(before entry.Position) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = slices.DeleteFunc(j.entries, func(p entry.Placed) bool { return p.At < before })
}

func (j *Journal) fail(after bool) error {
	if j.Fail == nil {
		return nil
	}
	return j.Fail(after)
}

// Head returns the last entry, as entry.Journal demands.
func (j *Journal) Head(context.Context, string) (entry.Position, entry.Entry, error) {
	all := j.Entries()
	if len(all) == 0 {
		return 0, entry.Entry{}, nil
	}
	last := all[len(all)-1]
	last.Pages = nil
	return last.At, last.Entry, nil
}

// Append appends an entry, as entry.Journal demands.
func (j *Journal) Append(_ context.Context, _ string, prev entry.Position, e entry.Entry) (entry.Position, error) {
	if err := j.fail(false); err != nil {
		return 0, err
	}
	at, err := j.append(prev, e)
	if err == nil {
		err = j.fail(true)
	}
	return at, err
}

func (j *Journal) append(prev entry.Position, e entry.Entry) (entry.Position, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	last := entry.Position(0)
	if n := len(j.entries); n > 0 {
		last = j.entries[n-1].At
	}
	if last != prev {
		return 0, faults.ErrFenced
	}
	at := prev + 1 + prev%3
	e.Pages = slices.Clone(e.Pages)
	j.entries = append(j.entries, entry.Placed{At: at, Entry: e})
	return at, nil
}

// Read yields the entries from a position on, as entry.Journal demands.
func (j *Journal) Read(_ context.Context, _ string, from entry.Position) iter.Seq2[entry.Placed, error] {
	return func(yield func(entry.Placed, error) bool) {
		for _, p := range j.Entries() {
			if p.At >= from && !yield(p, nil) {
				return
			}
		}
	}
}
