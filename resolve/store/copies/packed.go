// Package copies reads and writes packed copies of a store: whole ones, and those with only the pages that differ from
// another copy (parts.go). Packing the whole store was most of what a turn cost late in a game. Now a copy costs by
// what its turn changes, and five copies together are smaller than their store. A copy that is cut off or changed is
// never unpacked. The package reads bbolt's file page by page: which pages are in use, and whether they are a tree.
// Begin with PackInto and UnpackTo.
package copies

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Copies among the backups are packed: one zstd frame with a checksum, which any zstd can read. Some have only the
// pages that another copy lacks, see parts.go. If a packed copy is put in place of the store, the next command
// unpacks it. So a copy is restored by copying it, packed or not.

// Ext is the end of the name of a packed copy.
const Ext = ".zst"

// PackInto packs what fill writes.
func PackInto(fill func(io.Writer) error) func(io.Writer) error {
	return PackAt(zstd.SpeedDefault, fill)
}

// PackAt is PackInto at another speed.
func PackAt(speed zstd.EncoderLevel, fill func(io.Writer) error) func(io.Writer) error {
	return func(dst io.Writer) error {
		z, err := zstd.NewWriter(dst, zstd.WithEncoderLevel(speed), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(true),
			zstd.WithWindowSize(1<<20)) // clearing more would cost more than writing the copy of a small world
		if err != nil {
			return err
		}
		if err := fill(z); err != nil {
			z.Reset(nil) // Close would write what is left, and fail again
			return err
		}
		return z.Close()
	}
}

// IsPacked reports whether a file is a packed copy, by its beginning. It is false for a file that cannot be read:
// opening that will say why.
func IsPacked(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	_, err = io.ReadFull(f, head)
	return err == nil && (bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) || bytes.Equal(head, SkipHead(0)[:4]))
}

// UnpackTo writes the store of a packed copy into a new file. If the copy is cut off or changed, it returns ErrDamaged
// and leaves nothing behind. The copies that it needs are in the folder of copies.
func UnpackTo(path, packed, copies string) error { return unpackTo(path, packed, copies, deepest) }

func unpackTo(path, packed, copies string, deepest int) error {
	f, err := os.Open(packed)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(UnpackedWindow))
	if err != nil {
		return err
	}
	defer z.Close()
	r := readsOf{z, packed}
	head := HeadOf(packed)
	if head == nil {
		return disk.WriteNew(path, func(dst io.Writer) error { return writeStore(dst, r, packed, info.Size()) })
	}
	below, err := head.beneath(copies, fully)
	if err == nil && deepest == 0 {
		err = faults.ErrDamaged
	}
	if err != nil {
		return fmt.Errorf("%w (%s)", err, packed)
	}
	if err := unpackTo(path, below.path, copies, deepest-1); err != nil {
		return err
	}
	if err := head.layOver(path, r, packed); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// writeStore writes a store that is unpacked from a file of this size.
func writeStore(dst io.Writer, r io.Reader, packed string, size int64) error {
	wrong := func(code string, args ...phrase.Arg) error {
		return wording.Fault(faults.ErrDamaged, code, append(args, phrase.Str("path", packed))...)
	}
	first := make([]byte, 2*Size)
	if _, err := io.ReadFull(r, first); err == io.EOF || err == io.ErrUnexpectedEOF {
		return wrong("packed-no-store")
	} else if err != nil {
		return err
	}
	used, ok := HighWater(first)
	most, of := max(UnpackedLeast, size*UnpackedTimes), phrase.Num("of", int(used))
	switch {
	case !ok || used < int64(len(first)):
		return wrong("packed-no-store")
	case used > most:
		return wrong("packed-big", of, phrase.Num("most", int(most)))
	}
	if _, err := dst.Write(first); err != nil {
		return err
	}
	switch _, err := io.CopyN(dst, r, used-int64(len(first))); {
	case err == io.EOF:
		return wrong("packed-cut", of)
	case err != nil:
		return err
	}
	more, err := io.Copy(io.Discard, io.LimitReader(r, UnpackedMore+1))
	if err == nil && more > UnpackedMore {
		return wrong("packed-longer", of)
	}
	return err
}

// readsOf makes an error of reading ErrDamaged; an error of writing stays what it is.
type readsOf struct {
	z    io.Reader
	path string
}

func (r readsOf) Read(p []byte) (n int, err error) {
	if n, err = r.z.Read(p); err != nil && err != io.EOF {
		err = wording.Fault(faults.ErrDamaged, "packed", phrase.Str("path", r.path), phrase.Str("what", err.Error()))
	}
	return n, err
}

// List lists the copies whose names match a pattern, packed or not, sorted by name: the oldest turn first.
func List(dir, pattern string) (copies []string, err error) {
	for _, ext := range []string{"", Ext} {
		found, err := filepath.Glob(filepath.Join(dir, pattern+ext))
		if err != nil {
			return nil, err
		}
		copies = append(copies, found...)
	}
	slices.Sort(copies)
	return copies, nil
}
