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
)

// Most of a store never changes again, so most copies from before turns have only the
// pages that are not as in the last whole copy. They lie beside it and need it: it is kept
// as long as one of them is. A whole copy is made again when a quarter of the pages have
// changed. So what a turn's copy costs goes with what has happened since the last whole
// one, and five copies together are smaller than the store they are of.
//
// Such a copy begins with a frame that zstd skips, the JSON of pagesHead; unpacked it is,
// until its end, page number u64 and the page. A whole copy of some size ends with a frame
// that zstd skips: SHA-256 of all before that frame, the sums of the pages, SHA-256 of
// these, and the length u32 of it all.
const (
	pageSum     = 8
	skippable   = 0x184d2a57
	longestHead = 1 << 12
	longestSums = 1 << 29 // of a store of 256 GB
	leastPages  = 64      // of smaller stores all copies are whole
)

// sumOfPage tells a page from what it was. SHA-256 would cost as much as all else; two
// checksums of unlike kinds miss one change in 2^64, and none within 32 bits.
func sumOfPage(page []byte) (sum [pageSum]byte) {
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(page, castagnoli))
	binary.BigEndian.PutUint32(sum[4:], crc32.ChecksumIEEE(page))
	return sum
}

// pagesHead says what a copy that has only some pages needs.
type pagesHead struct {
	Of    string `json:"of"`    // name of the whole copy
	Sum   string `json:"sum"`   // SHA-256 of it, in hex, without its last frame
	Pages int64  `json:"pages"` // of the store
}

// aside is what the whole copy is called after another one took its name.
func (h *pagesHead) aside() string { return "whole-" + h.Sum[:16] + ".db" + PackedExt }

// wholeCopy is a copy among the backups that others may be laid over.
type wholeCopy struct {
	name, sum string
	sums      []byte // of its pages
}

var errMuchChanged = errors.New("too many pages have changed")

// readWhole looks whether a file is a whole copy that others may be laid over, and is as
// it was written.
func readWhole(path string) (c wholeCopy, is bool) {
	f, err := os.Open(path)
	if err != nil {
		return c, false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() < 12 {
		return c, false
	}
	var end [4]byte
	if _, err := f.ReadAt(end[:], info.Size()-4); err != nil {
		return c, false
	}
	size := int64(binary.LittleEndian.Uint32(end[:]))
	begin := info.Size() - size - 8
	if size < 2*sha256.Size+4 || size > longestSums || begin < 0 {
		return c, false
	}
	tail := make([]byte, 8+size)
	if _, err := f.ReadAt(tail, begin); err != nil || !bytes.Equal(tail[:8], skipHead(size)) {
		return c, false
	}
	sums, own := tail[8:len(tail)-sha256.Size-4], tail[len(tail)-sha256.Size-4:len(tail)-4]
	if got := sha256.Sum256(sums); !bytes.Equal(got[:], own) {
		return c, false
	}
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, begin)); err != nil ||
		!bytes.Equal(h.Sum(nil), sums[:sha256.Size]) {
		return c, false
	}
	return wholeCopy{filepath.Base(path), hex.EncodeToString(sums[:sha256.Size]), sums[sha256.Size:]}, true
}

// skipHead begins a frame that zstd skips.
func skipHead(size int64) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, skippable), uint32(size))
}

// lastWhole finds the newest whole copy from before an earlier turn than the copy of that
// name. Whether a copy is whole is seen from how it ends; the ones after it are small.
func lastWhole(dir, before string) (last wholeCopy, found bool) {
	copies, err := CopiesIn(dir, "before-turn-*.db")
	if err != nil {
		return last, false
	}
	for _, path := range slices.Backward(copies) {
		if filepath.Base(path) >= before {
			continue
		}
		if last, found = readWhole(path); found {
			return last, true
		}
	}
	return last, false
}

// pager cuts what is written into pages. Its last page is full, as stores are.
type pager struct {
	page []byte
	n    int64
	each func(n int64, page []byte) error
}

func (p *pager) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		if len(p.page) == 0 && len(rest) >= PageSize { // not copied
			if err := p.each(p.n, rest[:PageSize]); err != nil {
				return 0, err
			}
			rest, p.n = rest[PageSize:], p.n+1
			continue
		}
		take := min(len(rest), PageSize-len(p.page))
		p.page, rest = append(p.page, rest[:take]...), rest[take:]
		if len(p.page) == PageSize {
			if err := p.each(p.n, p.page); err != nil {
				return 0, err
			}
			p.page, p.n = p.page[:0], p.n+1
		}
	}
	return len(b), nil
}

// changes writes the pages of the store that are not as in a whole copy.
// errMuchChanged if those are more than a quarter.
func (st *Store) changes(base wholeCopy) func(io.Writer) error {
	return func(dst io.Writer) error {
		return st.View(func(tx *Tx) error {
			pages := tx.Size() / PageSize
			head := MustJSON(pagesHead{base.name, base.sum, pages})
			if _, err := dst.Write(append(skipHead(int64(len(head))), head...)); err != nil {
				return err
			}
			return packAt(zstd.SpeedFastest, func(z io.Writer) error {
				left, row := pages/4, make([]byte, 8, 8+PageSize)
				_, err := tx.WriteTo(&pager{each: func(n int64, page []byte) error {
					sum := sumOfPage(page)
					if at := n * pageSum; at < int64(len(base.sums)) && bytes.Equal(base.sums[at:at+pageSum], sum[:]) {
						return nil
					}
					if left--; left < 0 {
						return errMuchChanged
					}
					binary.BigEndian.PutUint64(row, uint64(n))
					_, err := z.Write(append(row, page...))
					return err
				}})
				return err
			})(dst)
		})
	}
}

// everything writes the whole store, packed, with what is to be known of its pages.
func (st *Store) everything(dst io.Writer) error {
	var sums []byte
	file := sha256.New()
	err := packInto(func(z io.Writer) error {
		return st.View(func(tx *Tx) error {
			_, err := tx.WriteTo(io.MultiWriter(z, &pager{each: func(_ int64, page []byte) error {
				sum := sumOfPage(page)
				sums = append(sums, sum[:]...)
				return nil
			}}))
			return err
		})
	})(io.MultiWriter(dst, file))
	if err != nil || len(sums) < leastPages*pageSum {
		return err
	}
	sums = append(file.Sum(nil), sums...)
	own := sha256.Sum256(sums)
	size := int64(len(sums) + len(own) + 4)
	_, err = dst.Write(slices.Concat(skipHead(size), sums, own[:], binary.LittleEndian.AppendUint32(nil, uint32(size))))
	return err
}

// HeadOf is the head of a copy that has only some pages; nil of any other file.
func HeadOf(path string) *pagesHead {
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

// beneath finds the whole copy that a copy was laid over, in the folder of copies.
func (h *pagesHead) beneath(dir string) (path string, err error) {
	for _, name := range []string{h.Of, h.aside()} {
		if c, is := readWhole(filepath.Join(dir, name)); is && c.sum == h.Sum {
			return filepath.Join(dir, name), nil
		}
	}
	return "", fmt.Errorf("%w: it needs %s as it was then, in %s", ErrDamaged, h.Of, dir)
}

// layOver writes the pages that follow over the store in a file, which gets its size. They
// come by number, each once, and a copy of a store twice as long would be a whole one.
func (h *pagesHead) layOver(f *os.File, r io.Reader, packed string) error {
	wrong := wording.Fault(ErrDamaged, "packed-pages", phrase.Str("path", packed))
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if h.Pages > 2*(info.Size()/PageSize) {
		return wrong
	}
	row := make([]byte, 8+PageSize)
	for next := uint64(0); ; {
		switch _, err := io.ReadFull(r, row); {
		case err == io.EOF:
			return f.Truncate(h.Pages * PageSize)
		case err != nil:
			return err
		}
		n := binary.BigEndian.Uint64(row)
		if n < next || n >= uint64(h.Pages) {
			return wrong
		}
		next = n + 1
		if _, err := f.WriteAt(row[8:], int64(n)*PageSize); err != nil {
			return err
		}
	}
}
