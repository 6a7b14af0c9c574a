package resolve

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"weltentor/orders/phrase"
)

// pageSize is fixed so that a store looks the same wherever it was founded.
const pageSize = 4096

const lockName = "lock"

// private refuses a directory or a file that others may read or that is another
// user's, and says how to mend it. A link is taken for what it is: what it points
// to may be another's choice.
func private(path string, want fs.FileMode) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return ours(path, info, want)
}

// ours is private for what was looked at before: a directory if want is
// searchable, else a regular file.
func ours(path string, info fs.FileInfo, want fs.FileMode) error {
	kind := "file"
	if want&0o100 != 0 {
		kind = "directory"
	}
	mode := info.Mode()
	owner, known := info.Sys().(*syscall.Stat_t)
	switch {
	case kind == "directory" && !mode.IsDir() || kind == "file" && !mode.IsRegular():
		return fault(ErrExposed, "mode-"+kind, phrase.Str("path", path))
	case known && int64(owner.Uid) != int64(os.Geteuid()):
		return fault(ErrExposed, "owner", phrase.Str("path", path), phrase.Num("user", int64(owner.Uid)), phrase.Num("own", os.Geteuid()))
	case mode.Perm()&0o077 != 0:
		return fault(ErrExposed, "mode", phrase.Str("path", path), phrase.Str("mode", fmt.Sprintf("%04o", mode.Perm())),
			phrase.Str("want", fmt.Sprintf("%o", want)))
	}
	return nil
}

// privateWorld checks the directory and what of a world is in it. The way to the
// directory may have links in it.
func privateWorld(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if err := ours(dir, info, 0o700); err != nil {
		return err
	}
	for _, name := range []string{storeName, settingsName, lockName} {
		if err := private(filepath.Join(dir, name), 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// whole refuses a store that is shorter than it says, and gives how many bytes of
// it are in use. Reading past the end of a mapped file would kill the process,
// where no error can be returned.
func whole(path string) (used int64, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW, 0)
	if errors.Is(err, unix.ELOOP) {
		return 0, fault(ErrExposed, "link", phrase.Str("path", path))
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
	pages := make([]byte, 2*pageSize)
	switch n, err := io.ReadFull(f, pages); {
	case err != nil && n == 0:
		return 0, fault(ErrDamaged, "cut-empty", phrase.Str("path", path))
	case err != nil:
		return 0, fault(ErrDamaged, "cut-begins", phrase.Str("path", path), phrase.Num("n", n))
	}
	info, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	used, ok := highWater(pages)
	switch {
	case !ok:
		return 0, fault(ErrDamaged, "no-store", phrase.Str("path", path))
	case info.Size() < used:
		return 0, fault(ErrDamaged, "cut", phrase.Str("path", path), phrase.Num("n", info.Size()), phrase.Num("of", used))
	}
	return used, nil
}

// highWater gives the bytes in use by the newer valid one of bbolt's two meta
// pages: after a page header of 16 bytes come magic, version, page size, flags
// (u32), root (u64 page, u64 sequence), free list, pages in use, transaction
// and an FNV-1a checksum of all that (u64), in the machine's byte order.
func highWater(pages []byte) (used int64, ok bool) {
	var newest uint64
	for at := 16; at < 2*pageSize; at += pageSize {
		meta := pages[at : at+64]
		sum := fnv.New64a()
		sum.Write(meta[:56])
		if binary.NativeEndian.Uint32(meta) != 0xED0CDAED || binary.NativeEndian.Uint64(meta[56:]) != sum.Sum64() {
			continue
		}
		if tx := binary.NativeEndian.Uint64(meta[48:]); !ok || tx > newest {
			newest, ok = tx, true
			used = int64(binary.NativeEndian.Uint64(meta[40:])) * int64(binary.NativeEndian.Uint32(meta[8:]))
		}
	}
	return used, ok
}

// DirLock is the right to change a world. The kernel takes it back when the
// process dies, so it never needs a hand.
type DirLock struct{ f *os.File }

// Lock takes the lock of a world directory at once, or says with ErrLocked who
// has it. It makes the lock file; the number in it is for people only.
func Lock(dir string) (*DirLock, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNoWorld, err)
	}
	f, err := openOwn(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, full(fmt.Errorf("locking: %w", err))
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("locking %s: %w", f.Name(), err)
		}
		return nil, fmt.Errorf("%w: %s, process %s", ErrLocked, dir, holder(f.Name()))
	}
	if err := f.Truncate(0); err == nil {
		f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &DirLock{f}, nil
}

// holder is the process that wrote its number into a lock file; "?" if none did.
func holder(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "?"
	}
	defer f.Close()
	pid := make([]byte, 20)
	n, _ := f.Read(pid)
	return cmp.Or(strings.TrimSpace(string(pid[:n])), "?")
}

// stands is nil as long as the lock is the world's: the file that was locked is the
// one there is. Without it, or with another in its place, a second command may have
// locked that one. ErrUnlocked then. No lock needs no file.
func (l *DirLock) stands() error {
	if l == nil {
		return nil
	}
	ours, err := l.f.Stat()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnlocked, err)
	}
	there, err := os.Lstat(l.f.Name())
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnlocked, err)
	}
	if !os.SameFile(ours, there) {
		return fault(ErrUnlocked, "other-lock", phrase.Str("path", l.f.Name()))
	}
	return nil
}

// holds tells the store that this command holds its lock: before anything is changed
// the lock must stand.
func (st *Store) holds(l *DirLock) { st.lock = l }

// openOwn opens a file of a world that is no link, and no other user's: something
// is written into it. It has the form that the store wants.
func openOwn(path string, flag int, mode fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(path, flag|unix.O_NOFOLLOW, mode)
	if errors.Is(err, unix.ELOOP) {
		return nil, fault(ErrExposed, "link", phrase.Str("path", path))
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

// Unlock gives the lock back. The file stays: removing it would let two
// commands hold locks of two files of one name.
func (l *DirLock) Unlock() error {
	// Not left to Close: a process forked at this moment holds the file open a
	// little longer, and the lock with it.
	return errors.Join(unix.Flock(int(l.f.Fd()), unix.LOCK_UN), l.f.Close())
}

// writeNew writes a private file that must not exist yet, down to the disk.
func writeNew(path string, fill func(io.Writer) error) (err error) {
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

// syncDir makes renames in a directory last.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
