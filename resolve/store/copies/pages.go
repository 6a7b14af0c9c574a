package copies

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"os"
	"slices"

	"go.etcd.io/bbolt"
)

// Pages of bbolt: id u64, flags u16, count u16, how many pages follow u32; then
// the entries, each of 16 bytes, in the machine's byte order:
//
//	branch  position u32, key size u32, page u64
//	leaf    flags u32, position u32, key size u32, value size u32
//
// A position counts from its entry. A leaf's entry with flag 1 is a bucket: root
// u64, sequence u64, and, where the root is 0, its one page.
//
// The list of free pages has them as u64; where its count is 65535 the first entry is
// how many there are. The first two pages are the metas, see metasOf.
const (
	headSize   = 16
	entrySize  = 16
	branchPage = 1
	leafPage   = 2
	freePage   = 16
	counted    = 0xffff // in the first entry
)

// noFreePages is the page of the list if no list is written.
const noFreePages = 1<<64 - 1

// Tree walks the pages of a store on the disk.
type Tree struct {
	file     io.ReaderAt
	pageSize uint64
	Pages    uint64 // in use
	Reached  map[uint64]bool
}

// Treed returns an error if the pages are not a tree. bbolt takes that for granted: if a page leads back to one above
// it, bbolt runs in a circle until the memory is full.
func Treed(raw *bbolt.Tx) error {
	return OnDisk(raw, func(t *Tree) error { return t.Walk(raw) })
}

// OnDisk opens the pages of a transaction's store as they are on the disk.
func OnDisk(raw *bbolt.Tx, use func(*Tree) error) error {
	f, err := os.Open(raw.DB().Path())
	if err != nil {
		return err
	}
	defer f.Close()
	size := uint64(raw.DB().Info().PageSize)
	return use(&Tree{f, size, uint64(raw.Size()) / size, map[uint64]bool{}})
}

// Walk goes through all pages in use, and then through the list of free pages.
func (t *Tree) Walk(raw *bbolt.Tx) error {
	for left := []uint64{uint64(raw.Cursor().Bucket().Root())}; len(left) > 0; {
		id := left[len(left)-1]
		left = left[:len(left)-1]
		page, err := t.page(id)
		if err != nil {
			return err
		}
		more, err := below(page)
		if err != nil {
			return fmt.Errorf("page %d: %w", id, err)
		}
		left = append(left, more...)
	}
	return t.listed(raw)
}

// Listed returns an error if the list of free pages is damaged. Only a change of the store reads it.
func Listed(raw *bbolt.Tx) error {
	return OnDisk(raw, func(t *Tree) error { return t.listed(raw) })
}

// listed is Listed. The list must end within its pages: bbolt copies as many entries as the page says it has.
func (t *Tree) listed(raw *bbolt.Tx) error {
	if _, err := t.Free(uint64(raw.ID())); !errors.Is(err, ErrNoFreePages) {
		return err
	}
	return nil
}

// Free lists the pages that are free after a transaction, which must be one of the last two. It returns ErrNoFreePages
// if no list is written.
func (t *Tree) Free(transaction uint64) ([]uint64, error) {
	metas := make([]byte, 2*t.pageSize)
	if _, err := t.file.ReadAt(metas, 0); err != nil {
		return nil, err
	}
	all := metasOf(metas)
	n := slices.IndexFunc(all, func(m meta) bool { return m.transaction == transaction })
	if n < 0 || all[n].freePages == noFreePages {
		return nil, ErrNoFreePages
	}
	id := all[n].freePages
	page, err := t.page(id)
	if err != nil {
		return nil, err
	}
	flags, count := binary.NativeEndian.Uint16(page[8:]), uint64(binary.NativeEndian.Uint16(page[10:]))
	if flags != freePage {
		return nil, fmt.Errorf("page %d should list the free pages, and is of kind %#x", id, flags)
	}
	list := page[headSize:]
	if count == counted {
		count, list = binary.NativeEndian.Uint64(list), list[8:]
	}
	if room := uint64(len(list)) / 8; count > room {
		return nil, fmt.Errorf("page %d lists %d free pages, and has room for %d", id, count, room)
	}
	pages := make([]uint64, count)
	for n := range pages {
		pages[n] = binary.NativeEndian.Uint64(list[8*n:])
		if pages[n] < 2 || pages[n] >= t.Pages || n > 0 && pages[n] <= pages[n-1] {
			return nil, fmt.Errorf("page %d lists page %d among the free pages, out of order", id, pages[n])
		}
	}
	return pages, nil
}

// page reads a page and the pages that continue it.
func (t *Tree) page(id uint64) ([]byte, error) {
	page := make([]byte, t.pageSize)
	if id < 2 || id >= t.Pages {
		return nil, fmt.Errorf("page %d of %d", id, t.Pages)
	}
	if _, err := t.file.ReadAt(page, int64(id*t.pageSize)); err != nil {
		return nil, err
	}
	follow := uint64(binary.NativeEndian.Uint32(page[12:]))
	switch {
	case binary.NativeEndian.Uint64(page) != id:
		return nil, fmt.Errorf("page %d says that it is another", id)
	case id+follow >= t.Pages:
		return nil, fmt.Errorf("page %d is longer than the store", id)
	}
	for n := id; n <= id+follow; n++ {
		if t.Reached[n] {
			return nil, fmt.Errorf("page %d stands in two places", n)
		}
		t.Reached[n] = true
	}
	if follow == 0 {
		return page, nil
	}
	page = make([]byte, (1+follow)*t.pageSize)
	_, err := t.file.ReadAt(page, int64(id*t.pageSize))
	return page, err
}

// below returns the pages that a page leads to.
func below(page []byte) (ids []uint64, err error) {
	if len(page) < headSize {
		return nil, fmt.Errorf("it is cut off")
	}
	flags, count := binary.NativeEndian.Uint16(page[8:]), int(binary.NativeEndian.Uint16(page[10:]))
	if flags != branchPage && flags != leafPage {
		return nil, fmt.Errorf("it is of no kind (%#x)", flags)
	}
	for n := range count {
		at := headSize + n*entrySize
		if at+entrySize > len(page) {
			return nil, fmt.Errorf("entry %d of %d is outside", n, count)
		}
		word := func(n int) uint64 { return uint64(binary.NativeEndian.Uint32(page[at+4*n:])) }
		if flags == branchPage {
			if uint64(at)+word(0)+word(1) > uint64(len(page)) {
				return nil, fmt.Errorf("the key of entry %d is outside", n)
			}
			ids = append(ids, binary.NativeEndian.Uint64(page[at+8:]))
			continue
		}
		begin, end := uint64(at)+word(1)+word(2), uint64(at)+word(1)+word(2)+word(3)
		if end > uint64(len(page)) {
			return nil, fmt.Errorf("the value of entry %d is outside", n)
		}
		if word(0)&1 == 0 {
			continue
		}
		in, err := bucketBelow(page[begin:end])
		if err != nil {
			return nil, fmt.Errorf("the bucket of entry %d: %w", n, err)
		}
		ids = append(ids, in...)
	}
	return ids, nil
}

// bucketBelow is below for a bucket.
func bucketBelow(value []byte) ([]uint64, error) {
	if len(value) < 16 {
		return nil, fmt.Errorf("it is cut off")
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return []uint64{root}, nil
	}
	return below(value[16:])
}

// ErrNoFreePages says that a store has no list of its free pages.
var ErrNoFreePages = errors.New("the store has no list of its free pages")

// Castagnoli finds every change within 32 bits in a row, and misses one in four billion of the others. Processors
// compute it in hardware.
var Castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Somebody who can put a file in place of the store must not be able to fill the disk or the memory with it. No more
// is unpacked than the store in it claims to have, and that is limited by the size of the file. Real stores are packed
// to a fifth or a tenth.
const (
	UnpackedTimes  = 256      // a packed store may unpack to this many times its size,
	UnpackedLeast  = 64 << 20 // or to this much if that is more
	UnpackedMore   = 32 << 20 // bytes may follow it: bbolt makes its file longer than needed
	UnpackedWindow = 128 << 20
)

// Size is fixed, so that a store looks the same wherever it was founded.
const Size = 4096

// meta is what one of bbolt's two meta pages says.
type meta struct {
	used        int64  // bytes of the pages in use
	freePages   uint64 // the page that lists the free pages
	transaction uint64
}

// metasOf returns the valid ones of bbolt's two meta pages, from the first two pages of a store. A meta page has a
// page header of 16 bytes. Then come magic, version, page size and flags (u32), root (u64 page, u64 sequence), list of
// free pages, pages in use and transaction. An FNV-1a checksum of all that (u64) ends it. All numbers are in the
// machine's byte order.
func metasOf(pages []byte) (out []meta) {
	for at := headSize; at < 2*Size; at += Size {
		raw := pages[at : at+64]
		sum := fnv.New64a()
		sum.Write(raw[:56])
		if binary.NativeEndian.Uint32(raw) != 0xED0CDAED || binary.NativeEndian.Uint64(raw[56:]) != sum.Sum64() {
			continue
		}
		out = append(out, meta{
			used:        int64(binary.NativeEndian.Uint64(raw[40:])) * int64(binary.NativeEndian.Uint32(raw[8:])),
			freePages:   binary.NativeEndian.Uint64(raw[32:]),
			transaction: binary.NativeEndian.Uint64(raw[48:]),
		})
	}
	return out
}

// HighWater returns the bytes in use according to the newer valid meta page.
func HighWater(pages []byte) (used int64, ok bool) {
	var newest uint64
	for _, m := range metasOf(pages) {
		if !ok || m.transaction > newest {
			newest, used, ok = m.transaction, m.used, true
		}
	}
	return used, ok
}
