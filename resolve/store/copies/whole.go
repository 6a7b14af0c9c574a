package copies

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

	"weltentor/resolve/store/pages"
)

// Whole is a copy among the backups that others can build on.
type Whole struct {
	Name, Sum string
	sums      []byte // of its pages
}

// SumOfPage is a sum that changes with the page. SHA-256 would cost as much as everything else. Two checksums of
// different kinds miss one change in 2^64, and none within 32 bits.
func SumOfPage(page []byte) (sum [PageSum]byte) {
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(page, pages.Castagnoli))
	binary.BigEndian.PutUint32(sum[4:], crc32.ChecksumIEEE(page))
	return sum
}

// closely is how closely a copy is read: to its end with SHA-256, with CRC-32C at a tenth of the cost, or only the sums
// in it. Copies of only some pages have no SHA-256 of themselves, and whole ones of older programs have no CRC-32C.
type closely int

const (
	fully closely = iota
	glance
	sums
)

// readAs reports whether a file is an undamaged whole copy that others can build on.
func readAs(path string, how closely) (c Whole, is bool) {
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
	if _, err := f.ReadAt(tail, begin); err != nil || !bytes.Equal(tail[:8], SkipHead(size)) {
		return c, false
	}
	said, own := tail[8:len(tail)-sha256.Size-4], tail[len(tail)-sha256.Size-4:len(tail)-4]
	if got := sha256.Sum256(said); !bytes.Equal(got[:], own) {
		return c, false
	}
	want, rest := said[:sha256.Size], said[sha256.Size:]
	var h hash.Hash = sha256.New()
	c = Whole{filepath.Base(path), hex.EncodeToString(want), rest}
	if n := len(rest) / PageSum * PageSum; len(rest) == n+crc32.Size {
		c.sums = rest[:n]
		if how != fully {
			want, h = rest[n:], crc32.New(pages.Castagnoli)
		}
	}
	if how == sums {
		return c, c.sums != nil
	}
	_, err = io.Copy(h, io.NewSectionReader(f, 0, begin))
	return c, err == nil && bytes.Equal(h.Sum(nil), want)
}

// Pager cuts what is written into pages. Its last page is full, as in every store.
type Pager struct {
	page []byte
	n    int64
	Each func(n int64, page []byte) error
}

// Write implements io.Writer.
func (p *Pager) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		if len(p.page) == 0 && len(rest) >= pages.Size { // without copying
			if err := p.Each(p.n, rest[:pages.Size]); err != nil {
				return 0, err
			}
			rest, p.n = rest[pages.Size:], p.n+1
			continue
		}
		take := min(len(rest), pages.Size-len(p.page))
		p.page, rest = append(p.page, rest[:take]...), rest[take:]
		if len(p.page) == pages.Size {
			if err := p.Each(p.n, p.page); err != nil {
				return 0, err
			}
			p.page, p.n = p.page[:0], p.n+1
		}
	}
	return len(b), nil
}
