package disk

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Busy is how long a command that writes waits while another command has the store open, and BusyReading how long one
// that reads waits. The longest such moment is the commit of a large turn, about a second. A command that was stopped
// by its user has it open for as long as the user likes.
const (
	Busy        = 30 * time.Second
	BusyReading = 5 * time.Second
)

// DirLock is the right to change a world. The kernel takes it back when the process dies, so nobody ever has to remove
// it by hand.
type DirLock struct{ f *os.File }

// Lock takes the lock of a world directory at once, or says with ErrLocked who has it. It makes the lock file; the
// number in the file is only for people. If a fleet has the world of this folder, Lock returns a MarkedError.
func Lock(dir string) (*DirLock, error) {
	if err := unmarked(dir); err != nil {
		return nil, err
	}
	l, err := LockOfFleet(dir)
	if err != nil {
		return nil, err
	}
	if err := unmarked(dir); err != nil { // marked meanwhile by the former holder
		return nil, errors.Join(err, l.Unlock())
	}
	return l, nil
}

// LockOfFleet is Lock for whoever moves the world of the folder into a fleet: it accepts a mark.
func LockOfFleet(dir string) (*DirLock, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, fmt.Errorf("%w: %v", faults.ErrNoWorld, err)
	}
	return LockFile(filepath.Join(dir, LockName))
}

// LockFile makes a file and takes its lock: ErrLocked if another process has it.
func LockFile(path string) (*DirLock, error) {
	f, err := OpenOwn(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, Full(fmt.Errorf("locking: %w", err))
	}
	if err := Flock(f.Fd()); err != nil {
		defer f.Close()
		if !errors.Is(err, ErrTaken) {
			return nil, fmt.Errorf("locking %s: %w", path, err)
		}
		return nil, fmt.Errorf("%w: %s, process %s", faults.ErrLocked, filepath.Dir(path), Holder(path))
	}
	if err := f.Truncate(0); err == nil {
		f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	return &DirLock{f}, nil
}

// Holder is the process that wrote its number into a lock file, or "?" if none did.
func Holder(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "?"
	}
	defer f.Close()
	pid := make([]byte, 20)
	n, _ := f.Read(pid)
	return cmp.Or(strings.TrimSpace(string(pid[:n])), "?")
}

// Taken is when the lock of a world's folder was last taken, by the clock of the disk. It is zero if it never was.
func Taken(dir string) (at time.Time) {
	if info, err := os.Stat(filepath.Join(dir, LockName)); err == nil {
		at = info.ModTime()
	}
	return at
}

// Held reports whether somebody has the lock of a world's folder. It takes a free lock for an instant, which could keep
// a command out. So it is for locks that are old.
func Held(dir string) bool { return held(filepath.Join(dir, LockName)) }

// Served reports whether a process serves the world of a folder to browsers.
func Served(dir string) bool { return held(filepath.Join(dir, WebName)) }

func held(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if err := Flock(f.Fd()); err != nil {
		return errors.Is(err, ErrTaken)
	}
	_ = Unflock(f.Fd())
	return false
}

// StoreHolder is the process that has a store open: the one that the kernel names, otherwise the one that has the lock
// of the world's folder. It is "?" if neither is known, as with a reader on some systems.
func StoreHolder(path string) string {
	if info, err := os.Stat(path); err == nil {
		if pid := SystemHolder(info); pid != "" {
			return pid
		}
	}
	lock := filepath.Join(filepath.Dir(path), LockName)
	if pid := Holder(lock); pid != strconv.Itoa(os.Getpid()) && Held(filepath.Dir(path)) {
		return pid
	}
	return "?"
}

// Stands returns nil as long as the file that was locked is the one in the folder. If that is gone or replaced, a
// second command may have a lock as well, and stands returns ErrUnlocked. A nil lock needs no file.
func (l *DirLock) Stands() error {
	if l == nil {
		return nil
	}
	ours, err := l.f.Stat()
	if err != nil {
		return fmt.Errorf("%w: %w", faults.ErrUnlocked, err)
	}
	there, err := os.Lstat(l.f.Name())
	if err != nil {
		return fmt.Errorf("%w: %w", faults.ErrUnlocked, err)
	}
	if !os.SameFile(ours, there) {
		return wording.Fault(faults.ErrUnlocked, "other-lock", phrase.Str("path", l.f.Name()))
	}
	return nil
}

// Unlock releases the lock. The file stays: if it were removed, two commands could lock two files of the same name.
func (l *DirLock) Unlock() error {
	// Not left to Close: a process that is forked at this moment keeps the file open a little longer, and the lock
	// with it.
	return errors.Join(Unflock(l.f.Fd()), l.f.Close())
}

// HeldError says that another command has had the store open for too long.
type HeldError struct{ Path, PID string }

// Error names the store and the process.
func (e *HeldError) Error() string {
	return fmt.Sprintf("%v: %s, process %s", faults.ErrBusy, e.Path, e.PID)
}

// Is makes it an ErrBusy and an ErrLocked.
func (e *HeldError) Is(target error) bool {
	return target == faults.ErrBusy || target == faults.ErrLocked
}
