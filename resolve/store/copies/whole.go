package copies

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"hash/crc32"
	"io"
	"os"
)

// Copy is a copy among the backups that others can build on.
type Copy struct {
	path     string
	at, size int64 // of its file: the time in nanoseconds, the bytes
	Sum      string
	head     *PagesHead // nil: it is whole

	sums []byte // of the pages of a whole one

	// Of one that has only some pages.
	begin, end int64 // where its packed pages begin and end in the file
	Rows       int64 // number of pages; one that changed twice counts twice
}

// read reads a copy. It returns an error if the copy is not as it was written, or if nothing can be built on it.
func read(path string, how closely) (c Copy, err error) {
	f, err := os.Open(path)
	if err != nil {
		return c, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return c, err
	}
	c = Copy{path: path, at: info.ModTime().UnixNano(), size: info.Size(), head: HeadOf(path)}
	if c.head != nil {
		return c, c.readPart(f, how)
	}
	return c, c.readWhole(f, how)
}

// SumOfPage is a sum that changes with the page. SHA-256 would cost as much as everything else. Two checksums of
// different kinds miss one change in 2^64, and none within 32 bits.
func SumOfPage(page []byte) (sum [PageSum]byte) {
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(page, Castagnoli))
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

// readWhole reads the sums of a whole copy, and all of it unless only sums are asked for.
func (c *Copy) readWhole(f *os.File, how closely) error {
	var end [4]byte
	if _, err := f.ReadAt(end[:], max(c.size-4, 0)); err != nil {
		return err
	}
	size := int64(binary.LittleEndian.Uint32(end[:]))
	begin := c.size - size - 8
	if size < 2*sha256.Size+4 || size > longestSums || begin < 0 {
		return errUnsound
	}
	tail := make([]byte, 8+size)
	if _, err := f.ReadAt(tail, begin); err != nil || !bytes.Equal(tail[:8], SkipHead(size)) {
		return cmp.Or(err, errUnsound)
	}
	said, own := tail[8:len(tail)-sha256.Size-4], tail[len(tail)-sha256.Size-4:len(tail)-4]
	if got := sha256.Sum256(said); !bytes.Equal(got[:], own) {
		return errUnsound
	}
	want, rest := said[:sha256.Size], said[sha256.Size:]
	var h hash.Hash = sha256.New()
	c.Sum, c.sums = hex.EncodeToString(want), rest
	if n := len(rest) / PageSum * PageSum; len(rest) == n+crc32.Size {
		c.sums = rest[:n]
		if how != fully {
			want, h = rest[n:], crc32.New(Castagnoli)
		}
	}
	if how == sums {
		return nil
	}
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, begin)); err != nil {
		return err
	}
	if !bytes.Equal(h.Sum(nil), want) {
		return errUnsound
	}
	return nil
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
		if len(p.page) == 0 && len(rest) >= Size { // without copying
			if err := p.Each(p.n, rest[:Size]); err != nil {
				return 0, err
			}
			rest, p.n = rest[Size:], p.n+1
			continue
		}
		take := min(len(rest), Size-len(p.page))
		p.page, rest = append(p.page, rest[:take]...), rest[take:]
		if len(p.page) == Size {
			if err := p.Each(p.n, p.page); err != nil {
				return 0, err
			}
			p.page, p.n = p.page[:0], p.n+1
		}
	}
	return len(b), nil
}
