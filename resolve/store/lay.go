package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"golang.org/x/sys/unix"
)

// disk is what a follower does to the files of a world. Tests replace it by one that loses what was not synced.
type disk interface {
	open(path string, flag int) (sheet, error)
	rename(from, to string) error
	remove(path string) error // no error if there is none
	syncDir(dir string) error
}

// sheet is a file on it.
type sheet interface {
	ReadAt(p []byte, at int64) (int, error)
	WriteAt(p []byte, at int64) (int, error)
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
	Fd() uintptr
	Sync() error
	Close() error
}

type osDisk struct{}

func (osDisk) open(path string, flag int) (sheet, error) {
	f, err := openOwn(path, flag, 0o600)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (osDisk) rename(from, to string) error { return os.Rename(from, to) }

func (osDisk) remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func (osDisk) syncDir(dir string) error { return SyncDir(dir) }

// apply writes the changed pages of an entry into a store that has reached the entry before: first the pages, then the
// meta page that makes them count, both synced. Until the meta page is there, the store is what it was, since only
// free pages are written.
func (f *follower) apply(path string, e Entry) error {
	s, err := f.disk.open(path, os.O_RDWR)
	if err != nil {
		return err
	}
	err = alone(s, path)
	if err == nil {
		err = lay(s, e, s.Sync)
	}
	return errors.Join(err, s.Close())
}

// overlay is apply for a store that nobody reads yet. A whole entry makes the store.
func (f *follower) overlay(path string, e Entry) error {
	flag := os.O_RDWR
	if e.Whole {
		flag |= os.O_CREATE | os.O_TRUNC
	}
	s, err := f.disk.open(path, flag)
	if err != nil {
		return err
	}
	return errors.Join(lay(s, e, func() error { return nil }), s.Close())
}

// alone takes bbolt's own lock of a store. It ends when the file is closed.
func alone(s sheet, path string) error {
	for end := time.Now().Add(busy); ; time.Sleep(50 * time.Millisecond) {
		err := unix.Flock(int(s.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR):
			return err
		case time.Now().After(end):
			return &heldError{path, "?"}
		}
	}
}

// lay writes the pages of an entry, after it has looked at all of them.
func lay(s sheet, e Entry, sync func() error) error {
	if err := e.fitsOn(s); err != nil {
		return err
	}
	info, err := s.Stat()
	if err != nil {
		return err
	}
	if info.Size() < e.Size {
		if err := s.Truncate(e.Size); err != nil {
			return err
		}
		if err := sync(); err != nil {
			return err
		}
	}
	var last []byte
	err = e.eachPage(func(id uint64, page []byte) error {
		if id < 2 {
			last = slices.Clone(page)
			return nil
		}
		_, err := s.WriteAt(page, int64(id)*pageSize)
		return err
	})
	if err == nil {
		err = sync()
	}
	if err == nil && e.Whole {
		_, err = s.WriteAt(otherMeta(last), int64(1-e.Transaction%2)*pageSize)
	}
	if err == nil {
		_, err = s.WriteAt(last, int64(e.Transaction%2)*pageSize)
	}
	if err == nil {
		err = sync()
	}
	return err
}

// otherMeta makes the second meta page from the first, as bbolt does in its copies: the same, but of the transaction
// before.
func otherMeta(page []byte) []byte {
	page = slices.Clone(page)
	raw, sum := page[headSize:], fnv.New64a()
	binary.NativeEndian.PutUint64(page, 1-binary.NativeEndian.Uint64(page))
	binary.NativeEndian.PutUint64(raw[48:], binary.NativeEndian.Uint64(raw[48:])-1)
	sum.Write(raw[:56])
	binary.NativeEndian.PutUint64(raw[56:], sum.Sum64())
	return page
}

// fitsOn looks at all pages of an entry before one is written. They must be those of its transaction and no more than
// it needs, and none may be in use in the store as it is.
func (e Entry) fitsOn(s sheet) error {
	wrong := func(code string, args ...phrase.Arg) error {
		return wording.Fault(ErrDamaged, "entry-"+code, append(args, phrase.Num("transaction", e.Transaction))...)
	}
	was, err := formerOn(s, e)
	if err != nil {
		return err
	}
	var own meta
	rows, free := uint64(0), uint64(0)
	most := uint64(max(unpackedLeast, len(e.Pages)*unpackedTimes)) / pageSize
	err = e.eachPage(func(id uint64, page []byte) error {
		if rows++; rows > most {
			return wrong("many", phrase.Num("n", int(most)))
		}
		switch {
		case rows == 1:
			if own, err = metaOn(page); err != nil || id != uint64(e.Transaction%2) ||
				own.transaction != uint64(e.Transaction) || own.used != e.Size {
				return wrong("meta")
			}
			return nil
		case id < 2 || !was.isNew(id):
			return wrong("page", phrase.Num("n", int(id)))
		case binary.NativeEndian.Uint64(page) == own.freePages && id == own.freePages:
			free = freeOn(page)
		}
		return nil
	})
	count := uint64(e.Size / pageSize)
	switch {
	case err != nil:
		return err
	case rows < 2:
		return wrong("meta")
	case e.Whole && 1+rows+free != count, !e.Whole && (count < was.pages || count-was.pages > rows),
		free > rows*pageSize/8:
		return wrong("size", phrase.Num("n", int(e.Size)))
	}
	return nil
}

// metaOn reads a meta page.
func metaOn(page []byte) (meta, error) {
	all := metasOf(slices.Concat(page, make([]byte, pageSize)))
	if len(all) != 1 {
		return meta{}, fmt.Errorf("it is no meta page")
	}
	return all[0], nil
}

// freeOn is how many free pages there are, according to the first page of their list.
func freeOn(page []byte) uint64 {
	if n := binary.NativeEndian.Uint16(page[10:]); n != counted {
		return uint64(n)
	}
	return binary.NativeEndian.Uint64(page[headSize:])
}

// formerOn is formerOf for the store in a file, which must have reached the transaction before the entry. Before a
// whole entry there is nothing.
func formerOn(s sheet, e Entry) (was former, err error) {
	if e.Whole {
		return former{unknown: true}, nil
	}
	metas := make([]byte, 2*pageSize)
	if _, err := s.ReadAt(metas, 0); err != nil {
		return was, err
	}
	was.transaction = e.Transaction - 1
	n, all := -1, metasOf(metas)
	for i, m := range all {
		if int(m.transaction) == was.transaction {
			n = i
		}
	}
	if n < 0 {
		return was, wording.Fault(ErrDamaged, "entry-gap", phrase.Num("transaction", e.Transaction))
	}
	was.pages = uint64(all[n].used / pageSize)
	t := &tree{s, pageSize, was.pages, map[uint64]bool{}}
	free, err := t.free(uint64(was.transaction))
	if err != nil {
		return was, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	was.free, err = marked(free, was.pages)
	return was, err
}
