package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"

	"golang.org/x/sys/unix"
)

const lockName = "lock"

// DirLock is the right to change a world. The kernel takes it back when the
// process dies, so it never needs a hand.
type DirLock struct{ f *os.File }

// Lock takes the lock of a world directory at once, or says with ErrLocked who
// has it. It makes the lock file; the number in it is for people only. A folder whose world
// belongs to a fleet is refused: a MarkedError.
func Lock(dir string) (*DirLock, error) {
	if err := unmarked(dir); err != nil {
		return nil, err
	}
	l, err := LockOfFleet(dir)
	if err != nil {
		return nil, err
	}
	if err := unmarked(dir); err != nil { // marked meanwhile, by whoever had the lock
		return nil, errors.Join(err, l.Unlock())
	}
	return l, nil
}

// LockOfFleet is Lock for whoever ships what is changed to the journal, whatever mark there is.
func LockOfFleet(dir string) (*DirLock, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrNoWorld, err)
	}
	return LockFile(filepath.Join(dir, lockName))
}

// LockFile takes the lock that a file is, which it makes: ErrLocked if another process has it.
func LockFile(path string) (*DirLock, error) {
	f, err := openOwn(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, Full(fmt.Errorf("locking: %w", err))
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		defer f.Close()
		if !errors.Is(err, unix.EWOULDBLOCK) {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		return nil, fmt.Errorf("%w: %s, process %s", ErrLocked, filepath.Dir(path), holder(path))
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
		return wording.Fault(ErrUnlocked, "other-lock", phrase.Str("path", l.f.Name()))
	}
	return nil
}

// Holds tells the store that this command holds its lock: before anything is changed
// the lock must stand.
func (st *Store) Holds(l *DirLock) { st.lock = l }

// Unlock gives the lock back. The file stays: removing it would let two
// commands hold locks of two files of one name.
func (l *DirLock) Unlock() error {
	// Not left to Close: a process forked at this moment holds the file open a
	// little longer, and the lock with it.
	return errors.Join(unix.Flock(int(l.f.Fd()), unix.LOCK_UN), l.f.Close())
}
