package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"slices"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/pages"

	"github.com/klauspost/compress/zstd"
)

// changes writes the pages of the store that differ from an earlier copy, see copies.Earlier.Head. It returns
// ErrMuchChanged if this copy and those below it, without the whole one, have more than a third of the store's pages.
func (st *Store) changes(e copies.Earlier) func(io.Writer) error {
	return func(dst io.Writer) error {
		return st.View(func(tx *Tx) error {
			count, sum, glance := tx.raw.Size()/pages.Size, sha256.New(), crc32.New(pages.Castagnoli)
			io.WriteString(sum, e.Last.Sum)
			file := io.MultiWriter(dst, glance)
			known, found, err := touched(tx, e.Last.Sum)
			if err != nil {
				return err
			}
			h, over := e.Head(count, found)
			head := MustJSON(h)
			if _, err := file.Write(append(copies.SkipHead(int64(len(head))), head...)); err != nil {
				return err
			}
			n := copies.PageRows{Count: h.Below, Most: count / 3}
			if over {
				n.Count += e.Last.Rows
				err = e.Last.CopyTo(file)
			}
			if err == nil {
				err = copies.PackAt(zstd.SpeedFastest, func(z io.Writer) error {
					n.To = z
					if found {
						return copies.These(tx.raw, known, n.Write)
					}
					return copies.Unlike(tx.raw, e.Base, n.Write)
				})(io.MultiWriter(file, sum))
			}
			if err != nil {
				return err
			}
			tail := sum.Sum(copies.SkipHead(copies.PartTail))
			st.copied = &since{hex.EncodeToString(tail[len(tail)-sha256.Size:]), uint64(count), tx.raw.ID()}
			_, err = file.Write(binary.LittleEndian.AppendUint64(tail, uint64(n.Count-h.Below)))
			if err == nil {
				_, err = dst.Write(glance.Sum(nil))
			}
			return err
		})
	}
}

// everything writes the whole store, packed, with the sums of its pages.
func (st *Store) everything(dst io.Writer) error {
	var sums []byte
	var at int
	file, glance := sha256.New(), crc32.New(pages.Castagnoli)
	err := copies.PackInto(func(z io.Writer) error {
		return st.View(func(tx *Tx) error {
			at = tx.raw.ID()
			_, err := tx.raw.WriteTo(io.MultiWriter(z, &copies.Pager{Each: func(_ int64, page []byte) error {
				sum := copies.SumOfPage(page)
				sums = append(sums, sum[:]...)
				return nil
			}}))
			return err
		})
	})(io.MultiWriter(dst, file, glance))
	if err != nil || len(sums) < copies.LeastPages*copies.PageSum {
		return err
	}
	st.copied = &since{hex.EncodeToString(file.Sum(nil)), uint64(len(sums) / copies.PageSum), at}
	sums = glance.Sum(append(file.Sum(nil), sums...))
	own := sha256.Sum256(sums)
	size := int64(len(sums) + len(own) + 4)
	tail := binary.LittleEndian.AppendUint32(nil, uint32(size))
	_, err = dst.Write(slices.Concat(copies.SkipHead(size), sums, own[:], tail))
	return err
}
