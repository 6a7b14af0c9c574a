package store

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

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"github.com/klauspost/compress/zstd"
	"go.etcd.io/bbolt"
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
	pageSum     = 8
	skippable   = 0x184d2a57
	longestHead = 1 << 12
	longestSums = 1 << 29 // for a store of 256 GB
	leastPages  = 64      // smaller stores are always copied whole
	partTail    = sha256.Size + 8 + crc32.Size
)

// pagesHead says what a copy of only some pages needs.
type pagesHead struct {
	Of    string `json:"of"`    // name of the whole copy
	Sum   string `json:"sum"`   // its SHA-256 in hex, without its last frame
	Pages int64  `json:"pages"` // of the store
}

// aside is the name of the whole copy after another one took its name.
func (h *pagesHead) aside() string { return "whole-" + h.Sum[:16] + ".db" + packedExt }

var (
	errMuchChanged = errors.New("too many pages have changed")
	errEnough      = errors.New("no more is read")
	errNoPart      = errors.New("no sound copy of pages")
)

// skipHead begins a frame that zstd skips.
func skipHead(size int64) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, skippable), uint32(size))
}

// earlier is what the next copy builds on: the whole copy, and the pages of the newest copy if that has only some.
type earlier struct {
	base wholeCopy
	last string // sum of the newest copy, in hex
	part part
}

// part is the content of a copy of only some pages.
type part struct {
	path       string
	begin, end int64  // where its packed pages begin and end in the file
	rows       int64  // number of pages; one that changed twice counts twice
	over       string // sum of the whole copy that it needs
}

// lastCopies finds the copies from before earlier turns that the copy of this name can build on.
func lastCopies(dir, before string) (e earlier, found bool) {
	copies, err := copiesIn(dir, "before-turn-*.db")
	if err != nil {
		return e, false
	}
	for _, path := range slices.Backward(copies) {
		if filepath.Base(path) >= before {
			continue
		}
		if e.base, found = wholeAtAGlance(path); found {
			break
		}
		if e.last == "" {
			e.part, e.last, _ = readPart(path)
		}
	}
	if e.part.over != e.base.sum {
		e.part, e.last = part{}, e.base.sum
	}
	return e, found
}

// readPart reads what a copy of only some pages holds, and its sum. It returns an error if the copy is not as it was
// written, or has no sum of itself, as copies of older programs.
func readPart(path string) (p part, sum string, err error) {
	head := headOf(path)
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
	begun, tail := make([]byte, 8), make([]byte, len(skipHead(0))+partTail)
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
	h := crc32.New(castagnoli)
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, info.Size()-crc32.Size)); err != nil {
		return p, "", err
	}
	begins, said := skipHead(partTail), tail[len(tail)-partTail:]
	if !bytes.Equal(tail[:len(begins)], begins) || !bytes.Equal(h.Sum(nil), said[partTail-crc32.Size:]) {
		return p, "", errNoPart
	}
	p.over, p.rows = head.Sum, int64(binary.LittleEndian.Uint64(said[sha256.Size:]))
	return p, hex.EncodeToString(said[:sha256.Size]), nil
}

// changes writes the pages of the store that differ from a whole copy: those of the copy before this one, and those
// that have changed since. It returns errMuchChanged if they are more than a third of the store.
func (st *Store) changes(e earlier) func(io.Writer) error {
	return func(dst io.Writer) error {
		return st.View(func(tx *Tx) error {
			pages, sum, glance := tx.Size()/pageSize, sha256.New(), crc32.New(castagnoli)
			io.WriteString(sum, e.last)
			file := io.MultiWriter(dst, glance)
			head := MustJSON(pagesHead{e.base.name, e.base.sum, pages})
			if _, err := file.Write(append(skipHead(int64(len(head))), head...)); err != nil {
				return err
			}
			known, found, err := touched(tx, e.last)
			if err != nil {
				return err
			}
			n := pageRows{most: pages / 3}
			if found {
				n.count = e.part.rows
				err = e.part.writeTo(file)
			}
			if err == nil {
				err = packAt(zstd.SpeedFastest, func(z io.Writer) error {
					n.to = z
					if found {
						return these(tx.raw, known, n.write)
					}
					return unlike(tx.raw, e.base, n.write)
				})(io.MultiWriter(file, sum))
			}
			if err != nil {
				return err
			}
			tail := sum.Sum(skipHead(partTail))
			st.copied = &since{hex.EncodeToString(tail[len(tail)-sha256.Size:]), uint64(pages), tx.raw.ID()}
			_, err = file.Write(binary.LittleEndian.AppendUint64(tail, uint64(n.count)))
			if err == nil {
				_, err = dst.Write(glance.Sum(nil))
			}
			return err
		})
	}
}

// writeTo writes the packed pages as they are.
func (p part) writeTo(dst io.Writer) error {
	if p.rows == 0 {
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

// pageRows writes pages with their numbers.
type pageRows struct {
	to          io.Writer
	count, most int64
	row         []byte
}

func (r *pageRows) write(n int64, page []byte) error {
	if r.count++; r.count > r.most {
		return errMuchChanged
	}
	r.row = append(binary.BigEndian.AppendUint64(r.row[:0], uint64(n)), page...)
	_, err := r.to.Write(r.row)
	return err
}

// these passes some pages of the store to keep, and always the first two.
func these(tx *bbolt.Tx, ids []uint64, keep func(n int64, page []byte) error) error {
	var metas [][]byte
	_, err := tx.WriteTo(&pager{each: func(_ int64, page []byte) error {
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
	page := make([]byte, pageSize)
	for _, n := range ids {
		if _, err := f.ReadAt(page, int64(n)*pageSize); err != nil {
			return err
		}
		if err := keep(int64(n), page); err != nil {
			return err
		}
	}
	return nil
}

// unlike passes the pages of the store that differ from a whole copy to keep.
func unlike(tx *bbolt.Tx, base wholeCopy, keep func(n int64, page []byte) error) error {
	_, err := tx.WriteTo(&pager{each: func(n int64, page []byte) error {
		sum := sumOfPage(page)
		if at := n * pageSum; at < int64(len(base.sums)) && bytes.Equal(base.sums[at:at+pageSum], sum[:]) {
			return nil
		}
		return keep(n, page)
	}})
	return err
}

// headOf is the head of a copy of only some pages, and nil for any other file.
func headOf(path string) *pagesHead {
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
	var head pagesHead
	err = json.Unmarshal(raw, &head)
	if err != nil || head.Of != filepath.Base(head.Of) || len(head.Sum) != 2*sha256.Size || head.Pages < 2 {
		return nil
	}
	return &head
}

// beneath finds the whole copy that a copy needs, in the folder of copies.
func (h *pagesHead) beneath(dir string) (path string, err error) {
	for _, name := range []string{h.Of, h.aside()} {
		if c, is := readWhole(filepath.Join(dir, name)); is && c.sum == h.Sum {
			return filepath.Join(dir, name), nil
		}
	}
	return "", fmt.Errorf("%w: it needs %s as it was then, in %s", ErrDamaged, h.Of, dir)
}

// layOver writes the pages that follow over the store in a file, and gives the file its size. A page may come more
// than once, and the last one counts. A copy of a store twice as long, or with more pages than the store, cannot be
// one of only some pages.
func (h *pagesHead) layOver(f *os.File, r io.Reader, packed string) error {
	wrong := wording.Fault(ErrDamaged, "packed-pages", phrase.Str("path", packed))
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if h.Pages > 2*(info.Size()/pageSize) {
		return wrong
	}
	row := make([]byte, 8+pageSize)
	for left := h.Pages; ; left-- {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			return f.Truncate(h.Pages * pageSize)
		case err != nil:
			return err
		}
		n := binary.BigEndian.Uint64(row)
		if left == 0 || n >= uint64(h.Pages) {
			return wrong
		}
		if _, err := f.WriteAt(row[8:], int64(n)*pageSize); err != nil {
			return err
		}
	}
}
