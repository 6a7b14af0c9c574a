package copies

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"

	"go.etcd.io/bbolt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Most of a store never changes again. So most copies from before turns have only the pages that differ from another
// copy. They are beside that one and need it, so it is kept as long as one of them is. Each takes over the packed
// pages of the copy before it and adds what has changed since. After some copies that would be much to take over, so
// the next one is built on the copy before it, which is built on another one, down to a whole copy. Each transaction
// records what it may change (see touched.go); if that is not known, the pages are compared with the whole copy. A
// whole copy is made again when the pages of all these copies are a third of the store. So the cost of a turn's copy
// depends on what the turn changes, and five copies together are smaller than their store.
//
// Such a copy begins with a frame that zstd skips, with PagesHead as JSON. Unpacked, it is a row of pages, each with
// its number before it as u64. It ends with another skipped frame: its sum, the number of pages as u64, and the
// CRC-32C of everything before that. The sum is a SHA-256 over the former copy's sum and what this copy adds. A whole
// copy above some size ends with such a frame too. It has the SHA-256 of everything before it and the sums of the
// pages. Then come the CRC-32C of everything before that, the SHA-256 of these, and the length of it all as u32.
const (
	PageSum     = 8
	skippable   = 0x184d2a57
	perLevel    = 8   // so many copies are built on the same one
	deepest     = 100 // so many copies of only some pages may be on each other; each costs a turn a little
	longestHead = 1 << 12
	longestSums = 1 << 29 // for a store of 256 GB
	LeastPages  = 64      // smaller stores are always copied whole
	PartTail    = sha256.Size + 8 + crc32.Size
)

// PagesHead says what a copy of only some pages needs.
type PagesHead struct {
	Of    string `json:"of"`              // name of the copy that it is built on
	Sum   string `json:"sum"`             // of that, in hex; of a whole one, SHA-256 without its last frame
	Pages int64  `json:"pages"`           // of the store
	Nth   int    `json:"nth,omitempty"`   // of those that are built on the same one, from 0
	Below int64  `json:"below,omitempty"` // pages that the copies below it have, without those of the whole one

	// The copies below it were read to their end some copies ago, and the newest of their files had this time.
	Read int64 `json:"read,omitempty"` // in nanoseconds
	Ago  int   `json:"ago,omitempty"`
}

// Copies whose files look as they did are read again after some copies. To read them each time would cost the more the
// longer a game lasts. So large ones are read less often, but often enough that damage is noticed in time.
const (
	leastAgo = 8
	readEach = 2 << 20 // so many bytes are read for each copy,
	mostAgo  = 32      // or more
)

// Aside is the name of the copy below, whole or not, after another one took its name.
func (h *PagesHead) Aside() string { return "whole-" + h.Sum[:16] + ".db" + Ext }

var (
	ErrMuchChanged = errors.New("too many pages have changed")
	errEnough      = errors.New("no more is read")
	errUnsound     = errors.New("no sound copy that others can build on")
)

// SkipHead begins a frame that zstd skips.
func SkipHead(size int64) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, skippable), uint32(size))
}

// Earlier is what the next copy builds on.
type Earlier struct {
	Base Copy  // the newest whole one
	Last Copy  // the newest of all
	read int64 // as in PagesHead
	ago  int
}

// Head is the head of a copy of a store with so many pages. It is built on the whole copy, or on what the newest
// copy is built on, whose pages it takes over, or on the newest copy.
func (e Earlier) Head(pages int64, known bool) (h PagesHead, over bool) {
	h = PagesHead{Of: filepath.Base(e.Base.path), Sum: e.Base.Sum, Pages: pages, Read: e.read, Ago: e.ago}
	switch last := e.Last.head; {
	case !known || last == nil:
	case last.Nth < perLevel-1:
		h.Of, h.Sum, h.Nth, h.Below = last.Of, last.Sum, last.Nth+1, last.Below
		return h, true
	default:
		h.Of, h.Sum, h.Below = filepath.Base(e.Last.path), e.Last.Sum, last.Below+e.Last.Rows
		h.Read = max(h.Read, e.Last.at)
	}
	return h, false
}

// LastCopies finds the copies from before earlier turns that the copy of this name can build on.
func LastCopies(dir, before string) (e Earlier, found bool) {
	copies, err := List(dir, "before-turn-*.db")
	if err != nil {
		return e, false
	}
	for _, path := range slices.Backward(copies) {
		if filepath.Base(path) >= before {
			continue
		}
		last, err := read(path, glance)
		if e = (Earlier{Base: last, Last: last, read: last.at}); err == nil && (last.head == nil || e.stands(dir)) {
			return e, true
		}
	}
	return Earlier{}, false
}

// stands reports whether all copies below the newest one are as they were written. They are read to their end unless
// that was done not long ago, and their files have not changed since.
func (e *Earlier) stands(dir string) bool {
	last := e.Last.head
	base, at, size, err := last.under(dir, sums)
	if err != nil {
		return false
	}
	e.Base, e.read, e.ago = base, at, last.Ago+1
	if last.Read != at || last.Ago >= min(max(leastAgo, int(size/readEach)), mostAgo) {
		e.ago = 0
		_, _, _, err = last.under(dir, glance)
	}
	return err == nil
}

// under reads the copies below one, down to the whole one. at is the time of the newest file, and size is how many bytes
// all of them have. It returns an error if one of them is not as it was written, or if they are too many.
func (h *PagesHead) under(dir string, how closely) (base Copy, at, size int64, err error) {
	for range deepest - 1 { // one more is to be built on it
		if base, err = h.beneath(dir, how); err != nil {
			return base, 0, 0, err
		}
		at, size = max(at, base.at), size+base.size
		if h = base.head; h == nil {
			return base, at, size, nil
		}
	}
	return base, 0, 0, errUnsound
}

// readPart reads what a copy of only some pages holds, and its sum, and all of it unless only sums are asked for. It
// returns an error if the copy is not as it was written, or has no sum of itself, as copies of older programs.
func (c *Copy) readPart(f *os.File, how closely) error {
	begun, tail := make([]byte, 8), make([]byte, len(SkipHead(0))+PartTail)
	if _, err := f.ReadAt(begun, 0); err != nil {
		return err
	}
	c.begin, c.end = int64(len(begun))+int64(binary.LittleEndian.Uint32(begun[4:])), c.size-int64(len(tail))
	if c.end < c.begin {
		return errUnsound
	}
	if _, err := f.ReadAt(tail, c.end); err != nil {
		return err
	}
	begins, said := SkipHead(PartTail), tail[len(tail)-PartTail:]
	if !bytes.Equal(tail[:len(begins)], begins) {
		return errUnsound
	}
	if how != sums {
		h := crc32.New(Castagnoli)
		if _, err := io.Copy(h, io.NewSectionReader(f, 0, c.size-crc32.Size)); err != nil {
			return err
		}
		if !bytes.Equal(h.Sum(nil), said[PartTail-crc32.Size:]) {
			return errUnsound
		}
	}
	c.Rows = int64(binary.LittleEndian.Uint64(said[sha256.Size:]))
	c.Sum = hex.EncodeToString(said[:sha256.Size])
	return nil
}

// CopyTo writes the packed pages as they are.
func (c Copy) CopyTo(dst io.Writer) error {
	if c.Rows == 0 {
		return nil
	}
	f, err := os.Open(c.path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(dst, io.NewSectionReader(f, c.begin, c.end-c.begin))
	return err
}

// PageRows writes pages with their numbers.
type PageRows struct {
	To          io.Writer
	Count, Most int64
	row         []byte
}

// Write writes a page with its number. It returns an error once there are more than Most.
func (r *PageRows) Write(n int64, page []byte) error {
	if r.Count++; r.Count > r.Most {
		return ErrMuchChanged
	}
	r.row = append(binary.BigEndian.AppendUint64(r.row[:0], uint64(n)), page...)
	_, err := r.To.Write(r.row)
	return err
}

// These passes some pages of the store to keep, and always the first two.
func These(tx *bbolt.Tx, ids []uint64, keep func(n int64, page []byte) error) error {
	var metas [][]byte
	_, err := tx.WriteTo(&Pager{Each: func(_ int64, page []byte) error {
		if len(metas) == 2 {
			return errEnough
		}
		metas = append(metas, bytes.Clone(page))
		return nil
	}})
	if err != nil && !errors.Is(err, errEnough) {
		return err
	}
	for n, page := range metas {
		if err := keep(int64(n), page); err != nil {
			return err
		}
	}
	f, err := os.Open(tx.DB().Path())
	if err != nil {
		return err
	}
	defer f.Close()
	page := make([]byte, Size)
	for _, n := range ids {
		if _, err := f.ReadAt(page, int64(n)*Size); err != nil {
			return err
		}
		if err := keep(int64(n), page); err != nil {
			return err
		}
	}
	return nil
}

// Unlike passes the pages of the store that differ from a whole copy to keep.
func Unlike(tx *bbolt.Tx, base Copy, keep func(n int64, page []byte) error) error {
	_, err := tx.WriteTo(&Pager{Each: func(n int64, page []byte) error {
		sum := SumOfPage(page)
		if at := n * PageSum; at < int64(len(base.sums)) && bytes.Equal(base.sums[at:at+PageSum], sum[:]) {
			return nil
		}
		return keep(n, page)
	}})
	return err
}

// HeadOf is the head of a copy of only some pages, and nil for any other file.
func HeadOf(path string) *PagesHead {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var begin [8]byte
	if _, err := io.ReadFull(f, begin[:]); err != nil || binary.LittleEndian.Uint32(begin[:]) != skippable {
		return nil
	}
	raw := make([]byte, min(binary.LittleEndian.Uint32(begin[4:]), longestHead))
	if _, err := io.ReadFull(f, raw); err != nil {
		return nil
	}
	var head PagesHead
	err = json.Unmarshal(raw, &head)
	if err != nil || head.Of != filepath.Base(head.Of) || len(head.Sum) != 2*sha256.Size || head.Pages < 2 {
		return nil
	}
	return &head
}

// beneath finds the copy that a copy is built on, in the folder of copies.
func (h *PagesHead) beneath(dir string, how closely) (Copy, error) {
	for _, name := range []string{h.Of, h.Aside()} {
		if c, err := read(filepath.Join(dir, name), how); err == nil && c.Sum == h.Sum {
			return c, nil
		}
	}
	return Copy{}, fmt.Errorf("%w: it needs %s as it was then, in %s", faults.ErrDamaged, h.Of, dir)
}

// layOver writes the pages that follow over the store in a file, gives the file its size and syncs it. A page may come
// more than once, and the last one counts. A copy of a store twice as long, or with more pages than the store, cannot be
// one of only some pages.
func (h *PagesHead) layOver(path string, r io.Reader, packed string) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	wrong := wording.Fault(faults.ErrDamaged, "packed-pages", phrase.Str("path", packed))
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if h.Pages > 2*(info.Size()/Size) {
		return wrong
	}
	row := make([]byte, 8+Size)
	for left := h.Pages; ; left-- {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			if err := f.Truncate(h.Pages * Size); err != nil {
				return err
			}
			return f.Sync()
		case err != nil:
			return err
		}
		n := binary.BigEndian.Uint64(row)
		if left == 0 || n >= uint64(h.Pages) {
			return wrong
		}
		if _, err := f.WriteAt(row[8:], int64(n)*Size); err != nil {
			return err
		}
	}
}

// AsideOf is the name that a copy gets when another one takes its own, see PagesHead.Aside. It is "" if nothing can be
// built on the copy, as when it is not as it was written.
func AsideOf(path string) string {
	c, err := read(path, fully)
	if err != nil {
		return ""
	}
	return (&PagesHead{Sum: c.Sum}).Aside()
}
