package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

// CatchUp makes the store in a folder what a world's journal has: it throws a draft away, takes over what other hosts
// have appended, and makes a store if there is none. It is called with the world's lock, before the store is opened.
// If it is killed anywhere, it can be called again and ends the same.
//
// It returns ErrLogBehind if the journal lacks what it had confirmed to this host.
func CatchUp(ctx context.Context, dir string, lock *DirLock, j Journal, world string) (Confirmed, error) {
	if own, is := j.(File); is {
		return own.adopt(ctx, dir, world)
	}
	f := &follower{ctx: ctx, dir: dir, lock: lock, journal: j, world: world, disk: osDisk{}}
	c, err := f.catchUp()
	if err != nil {
		return c, fmt.Errorf("catching up %s: %w", world, Full(err))
	}
	return c, nil
}

// follower brings one copy of a world to the end of its journal.
type follower struct {
	ctx     context.Context
	dir     string
	lock    *DirLock
	journal Journal
	world   string
	disk    disk

	last Confirmed
	head Entry
	end  Position // of the head
}

// inPlace is how many entries are applied to the store itself, with two syncs for each. More entries go into a copy.
const inPlace = 8

func (f *follower) path() string { return filepath.Join(f.dir, FileName) }

// catchUp goes to the journal's end. A host that lags behind may find entries dropped between its look at the head and
// its reading. Something is lost only if the head is still the same.
func (f *follower) catchUp() (Confirmed, error) {
	for {
		c, err := f.toHead()
		if !errors.Is(err, ErrLogBehind) {
			return c, err
		}
		end, _, again := f.journal.Head(f.ctx, f.world)
		switch {
		case again != nil:
			return c, fmt.Errorf("%w: %w", ErrSilent, again)
		case end <= f.end:
			return c, err
		}
	}
}

// toHead goes to the end that the journal has now.
func (f *follower) toHead() (c Confirmed, err error) {
	if err := f.lock.stands(); err != nil {
		return c, err
	}
	if f.last, err = readConfirmed(f.dir); err != nil {
		return c, err
	}
	if f.end, f.head, err = f.journal.Head(f.ctx, f.world); err != nil {
		return c, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	switch {
	case f.last.beyond(f.end, f.head):
		return c, behind(f.world, f.end, f.last)
	case f.end == 0:
		return c, fmt.Errorf("%w: the journal has no world %s", ErrNoWorld, f.world)
	}
	if newest(f.path()) == f.last.Transaction && f.last.Transaction > 0 {
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
func (f *follower) known() error {
	p, err := f.first(f.last.Position + 1)
	if err != nil || p.Before == f.last.Hash {
		return err
	}
	if p, err = f.first(f.last.Position); err == nil && (p.At <= f.last.Position || !p.Whole) {
		err = behind(f.world, f.last.Position, f.last)
	}
	return err
}

// first is the first entry from a position on.
func (f *follower) first(from Position) (Placed, error) {
	return firstOf(f.journal.Read(f.ctx, f.world, from))
}

// EntryAt is the first entry of a world's journal from a position on, or the zero entry if there is none.
func EntryAt(ctx context.Context, j Journal, world string, from Position) (Placed, error) {
	return firstOf(j.Read(ctx, world, from))
}

// firstOf is the first of some entries, or the zero entry if there is none.
func firstOf(entries iter.Seq2[Placed, error]) (Placed, error) {
	for p, err := range entries {
		return p, err
	}
	return Placed{}, nil
}

// entries yields the entries from a position on to the end that the journal had. Each is checked, and must follow the
// one before it. If none is known before the first, the first must be whole.
func (f *follower) entries(from Position, before *Entry) iter.Seq2[Placed, error] {
	return func(yield func(Placed, error) bool) {
		for p, err := range f.journal.Read(f.ctx, f.world, from) {
			switch {
			case err != nil:
			case p.At < from:
				err = f.wrong(p, "order")
			case p.Before != f.last.Hash && !(before == nil && p.Whole):
				err = f.wrong(p, "chain")
			case !p.sumIs():
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

func (f *follower) wrong(p Placed, code string) error {
	kind := ErrDamaged
	if code == "chain" {
		kind = ErrLogBehind // what lay between is gone
	}
	return wording.Fault(kind, "entry-"+code, phrase.Str("world", f.world), phrase.Num("n", int(p.At)),
		phrase.Num("transaction", p.Transaction))
}

// follow applies what was appended: a few entries to the store itself, more to a copy of it. It returns errRebuild if
// the store must be made anew, because one of the entries is whole or the store is not sound.
func (f *follower) follow() error {
	switch {
	case f.head.Whole, f.head.Base > f.last.Position:
		return errRebuild
	case f.end-f.last.Position > inPlace:
		return f.anew(true)
	}
	for p, err := range f.entries(f.last.Position+1, &Entry{}) {
		if err == nil && p.Whole {
			err = errRebuild
		}
		if err == nil {
			err = f.apply(f.path(), p.Entry)
		}
		if err != nil {
			return err
		}
		next := f.last.after(p.At, p.Entry)
		if err := writeConfirmed(f.disk, f.dir, next); err != nil {
			return err
		}
		f.last = next
	}
	if err := f.atEnd(); err != nil {
		return err
	}
	if soundAt(f.path()) != nil {
		return errRebuild // what was followed had changed meanwhile
	}
	return nil
}

// anew makes a store beside the present one and puts it in its place. It starts from the last whole entry, or from a
// copy of the present store and the entries behind it.
func (f *follower) anew(copied bool) error {
	next, was := f.path()+".next", f.last
	if err := f.disk.remove(next); err != nil {
		return err
	}
	from, before := f.head.Base, (*Entry)(nil)
	switch {
	case copied:
		if err := f.copyTo(next); err != nil {
			return err
		}
		from, before = f.last.Position+1, &Entry{}
	case f.head.Whole:
		from, f.last = f.end, Confirmed{}
	default:
		f.last = Confirmed{}
	}
	for p, err := range f.entries(from, before) {
		if err == nil {
			err = f.overlay(next, p.Entry)
		}
		if err != nil {
			return err
		}
		f.last = f.last.after(p.At, p.Entry)
	}
	if err := f.atEnd(); err != nil {
		return err
	}
	if err := soundAt(next); err != nil {
		if copied {
			f.last, err = was, errRebuild
		}
		return err
	}
	if err := f.lock.stands(); err != nil {
		return err
	}
	return f.put(next, was)
}

// atEnd is nil if the last entry that was read is the one that the journal ended with.
func (f *follower) atEnd() error {
	if f.last.Position != f.end || f.last.Hash != f.head.Hash() {
		return behind(f.world, f.last.Position, Confirmed{Position: f.end})
	}
	return nil
}

// copyTo copies the store.
func (f *follower) copyTo(next string) error {
	from, err := os.Open(f.path())
	if err != nil {
		return err
	}
	defer from.Close()
	s, err := f.disk.open(next, os.O_CREATE|os.O_TRUNC|os.O_RDWR)
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
func (f *follower) put(next string, was Confirmed) error {
	was.Transaction = 0 // see unsettle
	s, err := f.disk.open(next, os.O_RDWR)
	if err != nil {
		return err
	}
	if err := errors.Join(s.Sync(), s.Close()); err != nil {
		return err
	}
	if err := writeConfirmed(f.disk, f.dir, was); err != nil {
		return err
	}
	if err := f.disk.rename(next, f.path()); err != nil {
		return err
	}
	if err := f.disk.syncDir(f.dir); err != nil {
		return err
	}
	return writeConfirmed(f.disk, f.dir, f.last)
}

// newest is the transaction that a store has reached; 0 if the file is no store.
func newest(path string) (transaction int) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW, 0)
	if err != nil {
		return 0
	}
	defer f.Close()
	first := make([]byte, 2*pageSize)
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	if _, err := io.ReadFull(f, first); err != nil {
		return 0
	}
	if used, ok := highWater(first); !ok || info.Size() < used {
		return 0
	}
	for _, m := range metasOf(first) {
		transaction = max(transaction, int(m.transaction))
	}
	return transaction
}

// soundAt checks the pages and values of a store.
func soundAt(path string) error {
	err, _ := openFor(path, true, func(db *bbolt.DB) error { return db.View(sound) })
	if err != nil && !errors.Is(err, ErrDamaged) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}
