package store

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"sync"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
)

// The changes of a transaction are the pages that it wrote and that count: the pages the new root leads to, the list
// of free pages, and one meta page. bbolt never writes over a page in use. So a page is new if its number was free
// before, or if it is beyond the former end. A page that is not new leads only to pages that are not new, so the
// search stops there.
//
// Packed, they are one zstd frame with a checksum. It has each page, sorted by number: the number as u64, then the
// bytes.

// former is what must be known of a store from before a transaction.
type former struct {
	transaction int
	pages       uint64 // in use or free, before the transaction
	free        []bool // by number
	unknown     bool   // there is no list of free pages: all pages count as new
}

// formerOf reads it in a transaction that has written nothing yet.
func formerOf(tx *Tx) (was former, err error) {
	was = former{transaction: tx.raw.ID() - 1, pages: uint64(tx.Size() / pageSize)}
	free, err := freeIn(tx, was.transaction)
	if errors.Is(err, errNoFreePages) {
		was.unknown = true
		return was, nil
	}
	if err == nil {
		was.free, err = marked(free, was.pages)
	}
	return was, err
}

// marked turns a list of pages into one that is looked up by number.
func marked(ids []uint64, pages uint64) ([]bool, error) {
	in := make([]bool, pages)
	for _, id := range ids {
		if id < 2 || id >= pages {
			return nil, fmt.Errorf("%w: page %d of %d is listed as free", ErrDamaged, id, pages)
		}
		in[id] = true
	}
	return in, nil
}

// isNew reports whether a page that is in use now was not in use before.
func (was former) isNew(id uint64) bool { return was.unknown || id >= was.pages || was.free[id] }

// changedPages lists the pages that a transaction has changed, as seen by a reading transaction after it. everyPage
// lists all pages that count.
func changedPages(raw *bbolt.Tx, was former) (ids []uint64, err error) {
	return pagesThat(raw, was.isNew)
}

func everyPage(raw *bbolt.Tx) (ids []uint64, err error) {
	return pagesThat(raw, func(uint64) bool { return true })
}

func pagesThat(raw *bbolt.Tx, count func(id uint64) bool) (ids []uint64, err error) {
	err = onDisk(raw, func(t *tree) error {
		if err := t.into(raw, count); err != nil {
			return err
		}
		ids = slices.Sorted(maps.Keys(t.reached))
		ids = append([]uint64{uint64(raw.ID() % 2)}, ids...)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrDamaged, err)
	}
	return ids, nil
}

// packPages packs pages of the store in a file.
func packPages(path string, ids []uint64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var packed bytes.Buffer
	z := packers.Get().(*zstd.Encoder)
	defer packers.Put(z)
	z.Reset(&packed)
	row := make([]byte, 8+pageSize)
	for _, id := range ids {
		binary.BigEndian.PutUint64(row, id)
		if _, err := f.ReadAt(row[8:], int64(id)*pageSize); err != nil {
			return nil, err
		}
		if _, err := z.Write(row); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return packed.Bytes(), err
}

// packers are reused: making one costs more than packing a small entry.
var packers = sync.Pool{New: func() any {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(true), zstd.WithWindowSize(1<<20))
	if err != nil {
		panic(err)
	}
	return z
}}

// longestStore is the size of the largest store that is accepted from a journal.
const longestStore = 256 << 30

// eachPage calls use for each packed page of an entry, in the order of numbers. It returns ErrDamaged if they are not
// what the pages of an entry must be; use may have been called for some of them before that is known.
func (e Entry) eachPage(use func(id uint64, page []byte) error) error {
	wrong := func(code string, args ...phrase.Arg) error {
		return wording.Fault(ErrDamaged, "entry-"+code, append(args, phrase.Num("transaction", e.Transaction))...)
	}
	if e.Size%pageSize != 0 || e.Size < 4*pageSize || e.Size > longestStore {
		return wrong("size", phrase.Num("n", int(e.Size)))
	}
	z, err := zstd.NewReader(bytes.NewReader(e.Pages), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(unpackedWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return err
	}
	defer z.Close()
	r, row := bufio.NewReaderSize(z, 1<<16), make([]byte, 8+pageSize)
	for next := uint64(0); ; {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			return nil
		case err != nil:
			return wrong("packed", phrase.Str("what", err.Error()))
		}
		id := binary.BigEndian.Uint64(row)
		if id < next || id >= uint64(e.Size/pageSize) {
			return wrong("page", phrase.Num("n", int(id)))
		}
		next = id + 1
		if err := use(id, row[8:]); err != nil {
			return err
		}
	}
}
