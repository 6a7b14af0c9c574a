package entry

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"
)

// Lay writes the pages of an entry, after it has looked at all of them.
func Lay(s disk.Sheet, e Entry, sync func() error) error {
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
		_, err := s.WriteAt(page, int64(id)*pages.Size)
		return err
	})
	if err == nil {
		err = sync()
	}
	if err == nil && e.Whole {
		_, err = s.WriteAt(otherMeta(last), int64(1-e.Transaction%2)*pages.Size)
	}
	if err == nil {
		_, err = s.WriteAt(last, int64(e.Transaction%2)*pages.Size)
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
	raw, sum := page[pages.HeadSize:], fnv.New64a()
	binary.NativeEndian.PutUint64(page, 1-binary.NativeEndian.Uint64(page))
	binary.NativeEndian.PutUint64(raw[48:], binary.NativeEndian.Uint64(raw[48:])-1)
	sum.Write(raw[:56])
	binary.NativeEndian.PutUint64(raw[56:], sum.Sum64())
	return page
}

// fitsOn looks at all pages of an entry before one is written. They must be those of its transaction and no more than
// it needs, and none may be in use in the store as it is.
func (e Entry) fitsOn(s disk.Sheet) error {
	wrong := func(code string, args ...phrase.Arg) error {
		args = append(args, phrase.Num("transaction", e.Transaction))
		return wording.Fault(faults.ErrDamaged, "entry-"+code, args...)
	}
	was, err := formerOn(s, e)
	if err != nil {
		return err
	}
	var own pages.Meta
	rows, free := uint64(0), uint64(0)
	most := uint64(max(pages.UnpackedLeast, len(e.Pages)*pages.UnpackedTimes)) / pages.Size
	err = e.eachPage(func(id uint64, page []byte) error {
		if rows++; rows > most {
			return wrong("many", phrase.Num("n", int(most)))
		}
		switch {
		case rows == 1:
			if own, err = metaOn(page); err != nil || id != uint64(e.Transaction%2) ||
				own.Transaction != uint64(e.Transaction) || own.Used != e.Size {
				return wrong("meta")
			}
			return nil
		case id < 2 || !was.IsNew(id):
			return wrong("page", phrase.Num("n", int(id)))
		case binary.NativeEndian.Uint64(page) == own.FreePages && id == own.FreePages:
			free = freeOn(page)
		}
		return nil
	})
	count := uint64(e.Size / pages.Size)
	switch {
	case err != nil:
		return err
	case rows < 2:
		return wrong("meta")
	case e.Whole && 1+rows+free != count, !e.Whole && (count < was.Pages || count-was.Pages > rows),
		free > rows*pages.Size/8:
		return wrong("size", phrase.Num("n", int(e.Size)))
	}
	return nil
}

// metaOn reads a meta page.
func metaOn(page []byte) (pages.Meta, error) {
	all := pages.MetasOf(slices.Concat(page, make([]byte, pages.Size)))
	if len(all) != 1 {
		return pages.Meta{}, fmt.Errorf("it is no meta page")
	}
	return all[0], nil
}

// freeOn is how many free pages there are, according to the first page of their list.
func freeOn(page []byte) uint64 {
	if n := binary.NativeEndian.Uint16(page[10:]); n != pages.Counted {
		return uint64(n)
	}
	return binary.NativeEndian.Uint64(page[pages.HeadSize:])
}

// formerOn is formerOf for the store in a file, which must have reached the transaction before the entry. Before a
// whole entry there is nothing.
func formerOn(s disk.Sheet, e Entry) (was pages.Former, err error) {
	if e.Whole {
		return pages.Former{Unknown: true}, nil
	}
	metas := make([]byte, 2*pages.Size)
	if _, err := s.ReadAt(metas, 0); err != nil {
		return was, err
	}
	was.Transaction = e.Transaction - 1
	n, all := -1, pages.MetasOf(metas)
	for i, m := range all {
		if int(m.Transaction) == was.Transaction {
			n = i
		}
	}
	if n < 0 {
		return was, wording.Fault(faults.ErrDamaged, "entry-gap", phrase.Num("transaction", e.Transaction))
	}
	was.Pages = uint64(all[n].Used / pages.Size)
	free, err := pages.TreeIn(s, was.Pages).Free(uint64(was.Transaction))
	if err != nil {
		return was, fmt.Errorf("%w: %v", faults.ErrDamaged, err)
	}
	was.Free, err = pages.Marked(free, was.Pages)
	return was, err
}
