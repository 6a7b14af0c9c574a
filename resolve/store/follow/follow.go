// Package follow brings the copy of a world on one host to the end of the world's journal. The store calls it before it
// is opened.
package follow

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"
)

// Follower brings one copy of a world to the end of its journal.
type Follower struct {
	Ctx     context.Context
	Dir     string
	Lock    *disk.DirLock
	Journal entry.Journal
	World   string
	Disk    disk.Disk
	Sound   func(path string) error // checks the pages and values of a store

	last entry.Confirmed
	head entry.Entry
	end  entry.Position // of the head
}

// inPlace is how many entries are applied to the store itself, with two syncs for each. More entries go into a copy.
const inPlace = 8

func (f *Follower) path() string { return filepath.Join(f.Dir, disk.FileName) }

// CatchUp goes to the journal's end. A host that lags behind may find entries dropped between its look at the head and
// its reading. Something is lost only if the head is still the same.
func (f *Follower) CatchUp() (entry.Confirmed, error) {
	for {
		c, err := f.toHead()
		if !errors.Is(err, faults.ErrLogBehind) {
			return c, err
		}
		end, _, again := f.Journal.Head(f.Ctx, f.World)
		switch {
		case again != nil:
			return c, fmt.Errorf("%w: %w", faults.ErrSilent, again)
		case end <= f.end:
			return c, err
		}
	}
}

// toHead goes to the end that the journal has now.
func (f *Follower) toHead() (c entry.Confirmed, err error) {
	if err := f.Lock.Stands(); err != nil {
		return c, err
	}
	if f.last, err = entry.ReadConfirmed(f.Dir); err != nil {
		return c, err
	}
	if f.end, f.head, err = f.Journal.Head(f.Ctx, f.World); err != nil {
		return c, fmt.Errorf("%w: %w", faults.ErrSilent, err)
	}
	switch {
	case f.last.Beyond(f.end, f.head):
		return c, entry.BehindAt(f.World, f.end, f.last)
	case f.end == 0:
		return c, fmt.Errorf("%w: the journal has no world %s", faults.ErrNoWorld, f.World)
	}
	if pages.Newest(f.path()) == f.last.Transaction && f.last.Transaction > 0 {
		if f.end == f.last.Position {
			return f.last, nil
		}
		if err = f.follow(); !errors.Is(err, errRebuild) {
			return f.last, err
		}
	}
	if f.last.Position > 0 && f.end > f.last.Position {
		if err := f.known(); err != nil {
			return c, err
		}
	}
	err = f.anew(false)
	return f.last, err
}

// errRebuild says that a copy must be made anew instead of followed. It never leaves the package.
var errRebuild = errors.New("the copy is made anew")

// known finds out whether the journal still has what was confirmed: the entry after it names it. Entries before a
// whole one may have been dropped.
func (f *Follower) known() error {
	p, err := f.first(f.last.Position + 1)
	if err != nil || p.Before == f.last.Hash {
		return err
	}
	if p, err = f.first(f.last.Position); err == nil && (p.At <= f.last.Position || !p.Whole) {
		err = entry.BehindAt(f.World, f.last.Position, f.last)
	}
	return err
}

// first is the first entry from a position on.
func (f *Follower) first(from entry.Position) (entry.Placed, error) {
	return entry.FirstOf(f.Journal.Read(f.Ctx, f.World, from))
}

// entries yields the entries from a position on to the end that the journal had. Each is checked, and must follow the
// one before it. If none is known before the first, the first must be whole.
func (f *Follower) entries(from entry.Position, before *entry.Entry) iter.Seq2[entry.Placed, error] {
	return func(yield func(entry.Placed, error) bool) {
		for p, err := range f.Journal.Read(f.Ctx, f.World, from) {
			switch {
			case err != nil:
			case p.At < from:
				err = f.wrong(p, "order")
			case p.Before != f.last.Hash && !(before == nil && p.Whole):
				err = f.wrong(p, "chain")
			case !p.SumIs():
				err = f.wrong(p, "sum")
			case !p.Whole && p.Transaction != f.last.Transaction+1:
				err = f.wrong(p, "gap")
			}
			if !yield(p, err) || err != nil {
				return
			}
			before = &p.Entry
			if from = p.At + 1; p.At >= f.end {
				return
			}
		}
	}
}

func (f *Follower) wrong(p entry.Placed, code string) error {
	kind := faults.ErrDamaged
	if code == "chain" {
		kind = faults.ErrLogBehind // what lay between is gone
	}
	return wording.Fault(kind, "entry-"+code, phrase.Str("world", f.World), phrase.Num("n", int(p.At)),
		phrase.Num("transaction", p.Transaction))
}

// follow applies what was appended: a few entries to the store itself, more to a copy of it. It returns errRebuild if
// the store must be made anew, because one of the entries is whole or the store is not sound.
func (f *Follower) follow() error {
	switch {
	case f.head.Whole, f.head.Base > f.last.Position:
		return errRebuild
	case f.end-f.last.Position > inPlace:
		return f.anew(true)
	}
	for p, err := range f.entries(f.last.Position+1, &entry.Entry{}) {
		if err == nil && p.Whole {
			err = errRebuild
		}
		if err == nil {
			err = f.apply(f.path(), p.Entry)
		}
		if err != nil {
			return err
		}
		next := f.last.After(p.At, p.Entry)
		if err := entry.WriteConfirmed(f.Disk, f.Dir, next); err != nil {
			return err
		}
		f.last = next
	}
	if err := f.atEnd(); err != nil {
		return err
	}
	if f.Sound(f.path()) != nil {
		return errRebuild // what was followed had changed meanwhile
	}
	return nil
}

// anew makes a store beside the present one and puts it in its place. It starts from the last whole entry, or from a
// copy of the present store and the entries behind it.
func (f *Follower) anew(copied bool) error {
	next, was := f.path()+".next", f.last
	if err := f.Disk.Remove(next); err != nil {
		return err
	}
	from, before := f.head.Base, (*entry.Entry)(nil)
	switch {
	case copied:
		if err := f.copyTo(next); err != nil {
			return err
		}
		from, before = f.last.Position+1, &entry.Entry{}
	case f.head.Whole:
		from, f.last = f.end, entry.Confirmed{}
	default:
		f.last = entry.Confirmed{}
	}
	for p, err := range f.entries(from, before) {
		if err == nil {
			err = f.overlay(next, p.Entry)
		}
		if err != nil {
			return err
		}
		f.last = f.last.After(p.At, p.Entry)
	}
	if err := f.atEnd(); err != nil {
		return err
	}
	if err := f.Sound(next); err != nil {
		if copied {
			f.last, err = was, errRebuild
		}
		return err
	}
	if err := f.Lock.Stands(); err != nil {
		return err
	}
	return f.put(next, was)
}

// atEnd is nil if the last entry that was read is the one that the journal ended with.
func (f *Follower) atEnd() error {
	if f.last.Position != f.end || f.last.Hash != f.head.Hash() {
		return entry.BehindAt(f.World, f.last.Position, entry.Confirmed{Position: f.end})
	}
	return nil
}

// copyTo copies the store.
func (f *Follower) copyTo(next string) error {
	from, err := os.Open(f.path())
	if err != nil {
		return err
	}
	defer from.Close()
	s, err := f.Disk.Open(next, os.O_CREATE|os.O_TRUNC|os.O_RDWR)
	if err != nil {
		return err
	}
	chunk := make([]byte, 1<<20)
	for at := int64(0); err == nil; {
		n, ended := from.ReadAt(chunk, at)
		if _, err = s.WriteAt(chunk[:n], at); err == nil && ended != nil {
			if err = ended; err == io.EOF {
				return s.Close()
			}
		}
		at += int64(n)
	}
	return errors.Join(err, s.Close())
}

// put puts a store in place that has reached the last entry. If it is killed in between, there is a store that nothing
// confirms, and it is made anew.
func (f *Follower) put(next string, was entry.Confirmed) error {
	was.Transaction = 0 // see unsettle
	s, err := f.Disk.Open(next, os.O_RDWR)
	if err != nil {
		return err
	}
	if err := errors.Join(s.Sync(), s.Close()); err != nil {
		return err
	}
	if err := entry.WriteConfirmed(f.Disk, f.Dir, was); err != nil {
		return err
	}
	if err := f.Disk.Rename(next, f.path()); err != nil {
		return err
	}
	if err := f.Disk.SyncDir(f.Dir); err != nil {
		return err
	}
	return entry.WriteConfirmed(f.Disk, f.Dir, f.last)
}
