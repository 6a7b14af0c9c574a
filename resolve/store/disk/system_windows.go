package disk

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// NoFollow is nothing here: only an administrator makes links on Windows.
const NoFollow = 0

// ErrLink is never met here.
var ErrLink = errors.New("a link")

// NoRoom are the system's errors for a disk without room.
var NoRoom = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL, windows.ERROR_DISK_QUOTA_EXCEEDED}

// last is the byte that is locked: the last possible one, as in bbolt, so that everybody can read the file.
func last() *windows.Overlapped {
	return &windows.Overlapped{Offset: math.MaxUint32, OffsetHigh: math.MaxUint32}
}

// Flock takes the lock of an open file at once. Windows takes it back when the process dies.
func Flock(fd uintptr) error {
	err := windows.LockFileEx(windows.Handle(fd), windows.LOCKFILE_FAIL_IMMEDIATELY|windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0,
		last())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errors.Join(ErrTaken, err)
	}
	return err
}

// Unflock releases it.
func Unflock(fd uintptr) error { return windows.UnlockFileEx(windows.Handle(fd), 0, 1, 0, last()) }

// SystemHolder is not known: Windows lists no locks.
func SystemHolder(fs.FileInfo) (pid string) { return "" }

// Owner is not known: the folders of a user's profile are closed to others by Windows itself.
func Owner(fs.FileInfo) (uid int64, known bool) { return 0, false }

// Exposed is false: the rights of files are not those of Unix, see Owner.
func Exposed(fs.FileInfo, fs.FileMode) bool { return false }

// FileLimit says that there is none.
func FileLimit() (bytes uint64, limited bool) { return 0, false }

// Free is how many bytes are free on the disk of a folder, for this user.
func Free(dir string) (int64, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// syncFolder does nothing: Windows syncs no folders.
func syncFolder(string) error { return nil }

// RenameDir puts a folder in the place of an empty one. An open file would hold it where it is, so its lock is released
// first.
func RenameDir(from, to string, unlock func() error) error {
	if err := unlock(); err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(from, to)
}

// Together does nothing: only the command itself is ended.
func Together(*exec.Cmd) {}
