package pages

import (
	"fmt"
	"maps"
	"slices"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/faults"
)

// The changes of a transaction are the pages that it wrote and that count: the pages the new root leads to, the list
// of free pages, and one meta page. bbolt never writes over a page in use. So a page is new if its number was free
// before, or if it is beyond the former end. A page that is not new leads only to pages that are not new, so the
// search stops there.
//
// Packed, they are one zstd frame with a checksum. It has each page, sorted by number: the number as u64, then the
// bytes.

// Former is what must be known of a store from before a transaction.
type Former struct {
	Transaction int
	Pages       uint64 // in use or free, before the transaction
	Free        []bool // by number
	Unknown     bool   // there is no list of free pages: all pages count as new
}

// Marked turns a list of pages into one that is looked up by number.
func Marked(ids []uint64, pages uint64) ([]bool, error) {
	in := make([]bool, pages)
	for _, id := range ids {
		if id < 2 || id >= pages {
			return nil, fmt.Errorf("%w: page %d of %d is listed as free", faults.ErrDamaged, id, pages)
		}
		in[id] = true
	}
	return in, nil
}

// IsNew reports whether a page that is in use now was not in use before.
func (was Former) IsNew(id uint64) bool { return was.Unknown || id >= was.Pages || was.Free[id] }

// Changed lists the pages that a transaction has changed, as seen by a reading transaction after it.
func Changed(raw *bbolt.Tx, was Former) (ids []uint64, err error) {
	return pagesThat(raw, was.IsNew)
}

// All lists all pages that count.
func All(raw *bbolt.Tx) (ids []uint64, err error) {
	return pagesThat(raw, func(uint64) bool { return true })
}

func pagesThat(raw *bbolt.Tx, count func(id uint64) bool) (ids []uint64, err error) {
	err = OnDisk(raw, func(t *Tree) error {
		if err := t.into(raw, count); err != nil {
			return err
		}
		ids = slices.Sorted(maps.Keys(t.Reached))
		ids = append([]uint64{uint64(raw.ID() % 2)}, ids...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %v", faults.ErrDamaged, err)
	}
	return ids, nil
}
