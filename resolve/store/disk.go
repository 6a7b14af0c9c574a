package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"golang.org/x/sys/unix"
)

// pageSize is fixed, so that a store looks the same wherever it was founded.
const pageSize = 4096

// Private refuses a directory or a file that others may read or that another user owns, and says how to mend it. A
// link is judged as a link: where it leads may be another user's choice.
func Private(path string, want fs.FileMode) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return ours(path, info, want)
}

// ours is Private for a path that was looked at already. It expects a directory if want is searchable, otherwise a
// regular file.
func ours(path string, info fs.FileInfo, want fs.FileMode) error {
	kind := "file"
	if want&0o100 != 0 {
		kind = "directory"
	}
	mode := info.Mode()
	owner, known := info.Sys().(*syscall.Stat_t)
	switch {
	case kind == "directory" && !mode.IsDir() || kind == "file" && !mode.IsRegular():
		return wording.Fault(ErrExposed, "mode-"+kind, phrase.Str("path", path))
	case known && int64(owner.Uid) != int64(os.Geteuid()):
		return wording.Fault(ErrExposed, "owner", phrase.Str("path", path), phrase.Num("user", int64(owner.Uid)),
			phrase.Num("own", os.Geteuid()))
	case mode.Perm()&0o077 != 0:
		return wording.Fault(ErrExposed, "mode", phrase.Str("path", path),
			phrase.Str("mode", fmt.Sprintf("%04o", mode.Perm())),
			phrase.Str("want", fmt.Sprintf("%o", want)))
	}
	return nil
}

// privateWorld checks the directory of a world and what is in it. The path to the directory may contain links.
func privateWorld(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if err := ours(dir, info, 0o700); err != nil {
		return err
	}
	for _, name := range []string{FileName, SettingsName, lockName} {
		if err := Private(filepath.Join(dir, name), 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// whole refuses a store that is shorter than it claims, and returns how many of its bytes are in use. Reading past the
// end of a mapped file would kill the process, and no error could be returned.
func whole(path string) (used int64, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW, 0)
	if errors.Is(err, unix.ELOOP) {
		return 0, wording.Fault(ErrExposed, "link", phrase.Str("path", path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err := Missing(filepath.Dir(path)); errors.Is(err, ErrMissing) {
			return 0, err
		}
		return 0, fmt.Errorf("%w: there is no %s", ErrNoWorld, path)
	}
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	defer f.Close()
	// Read before the size is asked for: a writer lets the file grow first.
	first := make([]byte, 2*pageSize)
	switch n, err := io.ReadFull(f, first); {
	case err != nil && n == 0:
		return 0, wording.Fault(ErrDamaged, "cut-empty", phrase.Str("path", path))
	case err != nil:
		return 0, wording.Fault(ErrDamaged, "cut-begins", phrase.Str("path", path), phrase.Num("n", n))
	}
	info, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	used, ok := highWater(first)
	switch {
	case !ok:
		return 0, wording.Fault(ErrDamaged, "no-store", phrase.Str("path", path))
	case info.Size() < used:
		return 0, wording.Fault(ErrDamaged, "cut", phrase.Str("path", path), phrase.Num("n", info.Size()),
			phrase.Num("of", used))
	}
	return used, nil
}

// meta is what one of bbolt's two meta pages says.
type meta struct {
	used        int64  // bytes of the pages in use
	freePages   uint64 // the page that lists the free pages
	transaction uint64
}

// metasOf returns the valid ones of bbolt's two meta pages, from the first two pages of a store. A meta page has a
// page header of 16 bytes. Then come magic, version, page size and flags (u32), root (u64 page, u64 sequence), list of
// free pages, pages in use and transaction. An FNV-1a checksum of all that (u64) ends it. All numbers are in the
// machine's byte order.
func metasOf(pages []byte) (out []meta) {
	for at := headSize; at < 2*pageSize; at += pageSize {
		raw := pages[at : at+64]
		sum := fnv.New64a()
		sum.Write(raw[:56])
		if binary.NativeEndian.Uint32(raw) != 0xED0CDAED || binary.NativeEndian.Uint64(raw[56:]) != sum.Sum64() {
			continue
		}
		out = append(out, meta{
			used:        int64(binary.NativeEndian.Uint64(raw[40:])) * int64(binary.NativeEndian.Uint32(raw[8:])),
			freePages:   binary.NativeEndian.Uint64(raw[32:]),
			transaction: binary.NativeEndian.Uint64(raw[48:]),
		})
	}
	return out
}

// highWater returns the bytes in use according to the newer valid meta page.
func highWater(pages []byte) (used int64, ok bool) {
	var newest uint64
	for _, m := range metasOf(pages) {
		if !ok || m.transaction > newest {
			newest, used, ok = m.transaction, m.used, true
		}
	}
	return used, ok
}

// openOwn opens a file of a world to write into it. The file must not be a link or another user's. The signature is
// the one that bbolt asks for.
func openOwn(path string, flag int, mode fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(path, flag|unix.O_NOFOLLOW, mode)
	if errors.Is(err, unix.ELOOP) {
		return nil, wording.Fault(ErrExposed, "link", phrase.Str("path", path))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = ours(path, info, mode&^0o100)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// WriteNew writes a new private file and syncs it.
func WriteNew(path string, fill func(io.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(path)
		}
	}()
	if err := fill(f); err != nil {
		return err
	}
	return f.Sync()
}

// SyncDir syncs a directory, so that renames in it last.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
