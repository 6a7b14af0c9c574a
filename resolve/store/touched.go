package store

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"weltentor/resolve/store/copies"
)

// A copy from before a turn needs the pages that have changed since the copy before it. Finding them by comparison
// would read the whole store every turn. So each transaction records which pages it may write over: those that were
// free before it, and all beyond the pages in use. bbolt writes into no others.
//
// The record is in the store and belongs to one transaction. If a program keeps no record, or if another copy took the
// store's place, the transaction's number shows it, and the pages are compared again.
var (
	touchedBucket = []byte("touched")
	touchedSince  = []byte("since")
)

// touchedPages is how many pages one value covers, a bit for each.
const touchedPages = 4096

// since says from when the bits of the touched pages count.
type since struct {
	Of      string `json:"of"`      // sum of the copy, in hex
	Pages   uint64 `json:"pages"`   // of the store then; all pages behind them count as touched
	Through int    `json:"through"` // the bits are complete up to this transaction
}

// touch records which pages a transaction may write over. It is called before anything else in it.
func (st *Store) touch(tx *Tx) error {
	begun := st.copied
	st.copied = nil
	before := tx.raw.ID() - 1
	var kept since
	b := tx.Bucket(touchedBucket)
	if b != nil {
		kept, _ = GetJSON[since](b, touchedSince)
	}
	fresh := begun != nil && begun.Through == before
	if !fresh && (b == nil || kept.Through != before) {
		return forget(tx, b)
	}
	free, err := freeIn(tx, before)
	if errors.Is(err, copies.ErrNoFreePages) {
		return forget(tx, b)
	}
	if err != nil {
		return err
	}
	if fresh {
		if err := forget(tx, b); err != nil {
			return err
		}
		if b, err = tx.CreateBucketIfNotExists(touchedBucket); err != nil {
			return err
		}
		kept = *begun
	}
	addPages(b, free, kept.Pages)
	kept.Through = before + 1
	PutJSON(b, touchedSince, kept)
	return nil
}

// forget drops a record that is not valid.
func forget(tx *Tx, b *Bucket) error {
	if b == nil {
		return nil
	}
	return tx.DeleteBucket(touchedBucket)
}

// addPages sets the bits of the pages below a number.
func addPages(b *Bucket, ids []uint64, below uint64) {
	changed := map[uint64][]byte{}
	for _, id := range ids {
		if id >= below {
			continue
		}
		n, at := id/touchedPages, id%touchedPages
		bits, read := changed[n]
		if !read {
			bits = make([]byte, touchedPages/8)
			copy(bits, b.Get(U32(int(n))))
			changed[n] = bits
		}
		bits[at/8] |= 1 << (at % 8)
	}
	for _, n := range slices.Sorted(maps.Keys(changed)) {
		if key := U32(int(n)); string(b.Get(key)) != string(changed[n]) {
			Put(b, key, changed[n])
		}
	}
}

// freeIn lists the pages that were free after a transaction.
func freeIn(tx *Tx, after int) (ids []uint64, err error) {
	err = copies.OnDisk(tx.raw, func(t *copies.Tree) error {
		ids, err = t.Free(uint64(after))
		return err
	})
	return ids, err
}

// touched returns the pages that may differ from the copy with this sum. found is false if nothing is known of that
// copy. Pages that are free now are left out.
func touched(tx *Tx, sum string) (ids []uint64, found bool, err error) {
	b := tx.Bucket(touchedBucket)
	if b == nil {
		return nil, false, nil
	}
	kept, found := GetJSON[since](b, touchedSince)
	if !found || kept.Of != sum || kept.Through != tx.raw.ID() {
		return nil, false, nil
	}
	list, err := freeIn(tx, tx.raw.ID())
	if err != nil {
		return nil, false, err
	}
	free := make(map[uint64]bool, len(list))
	for _, id := range list {
		free[id] = true
	}
	add := func(id uint64) {
		if !free[id] {
			ids = append(ids, id)
		}
	}
	err = b.ForEach(func(key, bits []byte) error {
		if len(key) != 4 || len(bits) != touchedPages/8 {
			return nil
		}
		first := uint64(binary.BigEndian.Uint32(key)) * touchedPages
		for n := range uint64(touchedPages) {
			if bits[n/8]>>(n%8)&1 == 1 {
				add(first + n)
			}
		}
		return nil
	})
	for id := kept.Pages; id < uint64(tx.raw.Size()/copies.Size); id++ {
		add(id)
	}
	return ids, err == nil, err
}
