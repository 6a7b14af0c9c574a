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
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"
)

// Most of a store never changes again. So most copies from before turns have only the pages that differ from the last
// whole copy. They are beside the whole copy and need it, so it is kept as long as one of them is. Each takes over the
// packed pages of the copy before it and adds what has changed since. Each transaction records what it may change (see
// touched.go); if that is not known, the pages are compared. A whole copy is made again when these pages are a third
// of the store. So the cost of a turn's copy depends on what the turn changes, and five copies together are smaller
// than their store.
//
// Such a copy begins with a frame that zstd skips, with pagesHead as JSON. Unpacked, it is a row of pages, each with
// its number before it as u64. It ends with another skipped frame: its sum, the number of pages as u64, and the
// CRC-32C of everything before that. The sum is a SHA-256 over the former copy's sum and what this copy adds. A whole
// copy above some size ends with such a frame too. It has the SHA-256 of everything before it and the sums of the
// pages. Then come the CRC-32C of everything before that, the SHA-256 of these, and the length of it all as u32.
const (
	PageSum     = 8
	skippable   = 0x184d2a57
	longestHead = 1 << 12
	longestSums = 1 << 29 // for a store of 256 GB
	LeastPages  = 64      // smaller stores are always copied whole
	PartTail    = sha256.Size + 8 + crc32.Size
)

// PagesHead says what a copy of only some pages needs.
type PagesHead struct {
	Of    string `json:"of"`    // name of the whole copy
	Sum   string `json:"sum"`   // its SHA-256 in hex, without its last frame
	Pages int64  `json:"pages"` // of the store

	// The whole copy was read to its end some copies ago, and its file had this time.
	Read int64 `json:"read,omitempty"` // in nanoseconds
	Ago  int   `json:"ago,omitempty"`
}

// mostAgo is how many copies build on a whole one whose file looks as it did, until it is read again. To read it each
// time would cost the more the longer a game lasts.
const mostAgo = 8

// Aside is the name of the whole copy after another one took its name.
func (h *PagesHead) Aside() string { return "whole-" + h.Sum[:16] + ".db" + Ext }

var (
	ErrMuchChanged = errors.New("too many pages have changed")
	errEnough      = errors.New("no more is read")
	errNoPart      = errors.New("no sound copy of pages")
)

// SkipHead begins a frame that zstd skips.
func SkipHead(size int64) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, skippable), uint32(size))
}

// Earlier is what the next copy builds on: the whole copy, and the pages of the newest copy if that has only some.
type Earlier struct {
	Base Whole
	Last string // sum of the newest copy, in hex
	Part part
	read int64 // as in PagesHead
	ago  int
}

// Head is the head of a copy that builds on it, of a store with so many pages.
func (e Earlier) Head(pages int64) PagesHead {
	return PagesHead{Of: e.Base.Name, Sum: e.Base.Sum, Pages: pages, Read: e.read, Ago: e.ago}
}

// part is the content of a copy of only some pages.
type part struct {
	path       string
	begin, end int64  // where its packed pages begin and end in the file
	Rows       int64  // number of pages; one that changed twice counts twice
	over       string // sum of the whole copy that it needs
	head       *PagesHead
}

// LastCopies finds the copies from before earlier turns that the copy of this name can build on.
func LastCopies(dir, before string) (e Earlier, found bool) {
	copies, err := In(dir, "before-turn-*.db")
	if err != nil {
		return e, false
	}
	for _, path := range slices.Backward(copies) {
		if filepath.Base(path) >= before {
			continue
		}
		if e.Base, found = e.whole(path); found {
			break
		}
		if e.Last == "" {
			e.Part, e.Last, _ = readPart(path)
		}
	}
	if e.Part.over != e.Base.Sum {
		e.Part, e.Last = part{}, e.Base.Sum
	}
	return e, found
}

// whole reports whether a file is a whole copy that the next one can build on. It is read to its end unless that was done
// not long ago, and its file has not changed since.
func (e *Earlier) whole(path string) (w Whole, is bool) {
	info, err := os.Stat(path)
	if err != nil {
		return w, false
	}
	at, h := info.ModTime().UnixNano(), e.Part.head
	if h != nil && h.Of == filepath.Base(path) && h.Read == at && h.Ago < mostAgo {
		if w, is = readAs(path, sums); is && w.Sum == h.Sum {
			e.read, e.ago = at, h.Ago+1
			return w, true
		}
	}
	e.read, e.ago = at, 0
	return readAs(path, glance)
}

// readPart reads what a copy of only some pages holds, and its sum. It returns an error if the copy is not as it was
// written, or has no sum of itself, as copies of older programs.
func readPart(path string) (p part, sum string, err error) {
	head := HeadOf(path)
	if head == nil {
		return p, "", errNoPart
	}
	f, err := os.Open(path)
	if err != nil {
		return p, "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return p, "", err
	}
	begun, tail := make([]byte, 8), make([]byte, len(SkipHead(0))+PartTail)
	p = part{path: path, end: info.Size() - int64(len(tail))}
	if _, err := f.ReadAt(begun, 0); err != nil {
		return p, "", err
	}
	p.begin = int64(len(begun)) + int64(binary.LittleEndian.Uint32(begun[4:]))
	if p.end < p.begin {
		return p, "", errNoPart
	}
	if _, err := f.ReadAt(tail, p.end); err != nil {
		return p, "", err
	}
	h := crc32.New(pages.Castagnoli)
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, info.Size()-crc32.Size)); err != nil {
		return p, "", err
	}
	begins, said := SkipHead(PartTail), tail[len(tail)-PartTail:]
	if !bytes.Equal(tail[:len(begins)], begins) || !bytes.Equal(h.Sum(nil), said[PartTail-crc32.Size:]) {
		return p, "", errNoPart
	}
	p.head, p.over, p.Rows = head, head.Sum, int64(binary.LittleEndian.Uint64(said[sha256.Size:]))
	return p, hex.EncodeToString(said[:sha256.Size]), nil
}

// CopyTo writes the packed pages as they are.
func (p part) CopyTo(dst io.Writer) error {
	if p.Rows == 0 {
		return nil
	}
	f, err := os.Open(p.path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(dst, io.NewSectionReader(f, p.begin, p.end-p.begin))
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
	page := make([]byte, pages.Size)
	for _, n := range ids {
		if _, err := f.ReadAt(page, int64(n)*pages.Size); err != nil {
			return err
		}
		if err := keep(int64(n), page); err != nil {
			return err
		}
	}
	return nil
}

// Unlike passes the pages of the store that differ from a whole copy to keep.
func Unlike(tx *bbolt.Tx, base Whole, keep func(n int64, page []byte) error) error {
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

// beneath finds the whole copy that a copy needs, in the folder of copies.
func (h *PagesHead) beneath(dir string) (path string, err error) {
	for _, name := range []string{h.Of, h.Aside()} {
		if c, is := ReadWhole(filepath.Join(dir, name)); is && c.Sum == h.Sum {
			return filepath.Join(dir, name), nil
		}
	}
	return "", fmt.Errorf("%w: it needs %s as it was then, in %s", faults.ErrDamaged, h.Of, dir)
}

// layOver writes the pages that follow over the store in a file, and gives the file its size. A page may come more
// than once, and the last one counts. A copy of a store twice as long, or with more pages than the store, cannot be
// one of only some pages.
func (h *PagesHead) layOver(f *os.File, r io.Reader, packed string) error {
	wrong := wording.Fault(faults.ErrDamaged, "packed-pages", phrase.Str("path", packed))
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if h.Pages > 2*(info.Size()/pages.Size) {
		return wrong
	}
	row := make([]byte, 8+pages.Size)
	for left := h.Pages; ; left-- {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			return f.Truncate(h.Pages * pages.Size)
		case err != nil:
			return err
		}
		n := binary.BigEndian.Uint64(row)
		if left == 0 || n >= uint64(h.Pages) {
			return wrong
		}
		if _, err := f.WriteAt(row[8:], int64(n)*pages.Size); err != nil {
			return err
		}
	}
}
