package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// wholeCopy is a copy among the backups that others can build on.
type wholeCopy struct {
	name, sum string
	sums      []byte // of its pages
}

// sumOfPage is a sum that changes with the page. SHA-256 would cost as much as everything else. Two checksums of
// different kinds miss one change in 2^64, and none within 32 bits.
func sumOfPage(page []byte) (sum [pageSum]byte) {
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(page, castagnoli))
	binary.BigEndian.PutUint32(sum[4:], crc32.ChecksumIEEE(page))
	return sum
}

// readWhole reports whether a file is an undamaged whole copy that others can build on.
func readWhole(path string) (c wholeCopy, is bool) { return readAs(path, false) }

// wholeAtAGlance is readWhole for the copy of every turn: it checks only the CRC-32C, at a tenth of the cost of
// SHA-256. Copies of older programs have none.
func wholeAtAGlance(path string) (c wholeCopy, is bool) { return readAs(path, true) }

func readAs(path string, glance bool) (c wholeCopy, is bool) {
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
	want, rest := sums[:sha256.Size], sums[sha256.Size:]
	var h hash.Hash = sha256.New()
	c = wholeCopy{filepath.Base(path), hex.EncodeToString(want), rest}
	if n := len(rest) / pageSum * pageSum; len(rest) == n+crc32.Size {
		c.sums = rest[:n]
		if glance {
			want, h = rest[n:], crc32.New(castagnoli)
		}
	}
	_, err = io.Copy(h, io.NewSectionReader(f, 0, begin))
	return c, err == nil && bytes.Equal(h.Sum(nil), want)
}

// everything writes the whole store, packed, with the sums of its pages.
func (st *Store) everything(dst io.Writer) error {
	var sums []byte
	var at int
	file, glance := sha256.New(), crc32.New(castagnoli)
	err := packInto(func(z io.Writer) error {
		return st.View(func(tx *Tx) error {
			at = tx.raw.ID()
			_, err := tx.WriteTo(io.MultiWriter(z, &pager{each: func(_ int64, page []byte) error {
				sum := sumOfPage(page)
				sums = append(sums, sum[:]...)
				return nil
			}}))
			return err
		})
	})(io.MultiWriter(dst, file, glance))
	if err != nil || len(sums) < leastPages*pageSum {
		return err
	}
	st.copied = &since{hex.EncodeToString(file.Sum(nil)), uint64(len(sums) / pageSum), at}
	sums = glance.Sum(append(file.Sum(nil), sums...))
	own := sha256.Sum256(sums)
	size := int64(len(sums) + len(own) + 4)
	_, err = dst.Write(slices.Concat(skipHead(size), sums, own[:], binary.LittleEndian.AppendUint32(nil, uint32(size))))
	return err
}

// pager cuts what is written into pages. Its last page is full, as in every store.
type pager struct {
	page []byte
	n    int64
	each func(n int64, page []byte) error
}

func (p *pager) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		if len(p.page) == 0 && len(rest) >= pageSize { // without copying
			if err := p.each(p.n, rest[:pageSize]); err != nil {
				return 0, err
			}
			rest, p.n = rest[pageSize:], p.n+1
			continue
		}
		take := min(len(rest), pageSize-len(p.page))
		p.page, rest = append(p.page, rest[:take]...), rest[take:]
		if len(p.page) == pageSize {
			if err := p.each(p.n, p.page); err != nil {
				return 0, err
			}
			p.page, p.n = p.page[:0], p.n+1
		}
	}
	return len(b), nil
}
