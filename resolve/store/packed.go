package store

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"github.com/klauspost/compress/zstd"
)

// Copies among the backups are packed: one zstd frame with a checksum, which any zstd can read. Some have only the
// pages that another copy lacks, see copy_pages.go. If a packed copy is put in place of the store, the next command
// unpacks it. So a copy is restored by copying it, packed or not.

// packedExt is the end of the name of a packed copy.
const packedExt = ".zst"

// packInto packs what fill writes.
func packInto(fill func(io.Writer) error) func(io.Writer) error {
	return packAt(zstd.SpeedDefault, fill)
}

// packAt is packInto at another speed.
func packAt(speed zstd.EncoderLevel, fill func(io.Writer) error) func(io.Writer) error {
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

// isPacked reports whether a file is a packed copy, by its beginning. It is false for a file that cannot be read:
// opening that will say why.
func isPacked(path string) bool {
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
	return err == nil && (bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) || bytes.Equal(head, skipHead(0)[:4]))
}

// unpackTo writes the store of a packed copy into a new file. If the copy is cut off or changed, it returns ErrDamaged
// and leaves nothing behind. The whole copy that it needs is in the folder of copies.
func unpackTo(path, packed, copies string) error {
	f, err := os.Open(packed)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(unpackedWindow))
	if err != nil {
		return err
	}
	defer z.Close()
	r := readsOf{z, packed}
	head := headOf(packed)
	if head == nil {
		return WriteNew(path, func(dst io.Writer) error { return writeStore(dst, r, packed, info.Size()) })
	}
	whole, err := head.beneath(copies)
	if err != nil {
		return fmt.Errorf("%w (%s)", err, packed)
	}
	if err := unpackTo(path, whole, copies); err != nil {
		return err
	}
	if err := over(path, head, r, packed); err != nil {
		os.Remove(path)
		return err
	}
	return nil
}

// Somebody who can put a file in place of the store must not be able to fill the disk or the memory with it. No more
// is unpacked than the store in it claims to have, and that is limited by the size of the file. Real stores are packed
// to a fifth or a tenth.
const (
	unpackedTimes  = 256      // a packed store may unpack to this many times its size,
	unpackedLeast  = 64 << 20 // or to this much if that is more
	unpackedMore   = 32 << 20 // bytes may follow it: bbolt makes its file longer than needed
	unpackedWindow = 128 << 20
)

// writeStore writes a store that is unpacked from a file of this size.
func writeStore(dst io.Writer, r io.Reader, packed string, size int64) error {
	wrong := func(code string, args ...phrase.Arg) error {
		return wording.Fault(ErrDamaged, code, append(args, phrase.Str("path", packed))...)
	}
	first := make([]byte, 2*pageSize)
	if _, err := io.ReadFull(r, first); err == io.EOF || err == io.ErrUnexpectedEOF {
		return wrong("packed-no-store")
	} else if err != nil {
		return err
	}
	used, ok := highWater(first)
	most, of := max(unpackedLeast, size*unpackedTimes), phrase.Num("of", int(used))
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
	more, err := io.Copy(io.Discard, io.LimitReader(r, unpackedMore+1))
	if err == nil && more > unpackedMore {
		return wrong("packed-longer", of)
	}
	return err
}

// over writes pages over the store in a file and syncs it.
func over(path string, head *pagesHead, pages io.Reader, packed string) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := head.layOver(f, pages, packed); err != nil {
		return err
	}
	return f.Sync()
}

// readsOf makes an error of reading ErrDamaged; an error of writing stays what it is.
type readsOf struct {
	z    io.Reader
	path string
}

func (r readsOf) Read(p []byte) (n int, err error) {
	if n, err = r.z.Read(p); err != nil && err != io.EOF {
		err = wording.Fault(ErrDamaged, "packed", phrase.Str("path", r.path), phrase.Str("what", err.Error()))
	}
	return n, err
}

// restored unpacks a packed copy that was put in the place of the store. It takes the world's lock. If it is killed,
// it can be called again.
func (st *Store) restored() error {
	if !isPacked(st.path()) {
		return nil
	}
	if err := privateWorld(st.Dir); err != nil {
		return err
	}
	lock, err := Lock(st.Dir)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if !isPacked(st.path()) { // another command was first
		return nil
	}
	next := st.path() + ".next"
	if err := os.Remove(next); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := unpackTo(next, st.path(), filepath.Join(st.Dir, backupsName)); err != nil {
		return Full(fmt.Errorf("unpacking %s: %w", st.path(), err))
	}
	if _, err := whole(next); err != nil {
		return errors.Join(err, os.Remove(next))
	}
	return errors.Join(os.Rename(next, st.path()), SyncDir(filepath.Dir(next)))
}

// looked calls use with a copy among the backups, unpacked if it is packed.
func looked(path string, use func(path string) error) error {
	if !isPacked(path) {
		return use(path)
	}
	dir, err := os.MkdirTemp(filepath.Dir(path), "look-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	plain := filepath.Join(dir, FileName)
	if err := unpackTo(plain, path, filepath.Dir(path)); err != nil {
		return err
	}
	return use(plain)
}
