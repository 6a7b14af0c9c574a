//go:build !windows

package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// NoFollow is a flag for opening a file: a link is refused with ErrLink.
const NoFollow = unix.O_NOFOLLOW

// ErrLink is what opening a link fails with.
var ErrLink error = unix.ELOOP

// NoRoom are the system's errors for a disk without room: it is full, the user's share is used up, or the file would
// be larger than this process may make one.
var NoRoom = []error{unix.ENOSPC, unix.EDQUOT, unix.EFBIG}

// Flock takes the lock of an open file at once. The kernel takes it back when the process dies.
func Flock(fd uintptr) error {
	err := unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return errors.Join(ErrTaken, err)
	}
	return err
}

// Unflock releases it.
func Unflock(fd uintptr) error { return unix.Flock(int(fd), unix.LOCK_UN) }

// SystemHolder is the process that has the lock of a file, where the kernel lists locks. It is "" if none is known, as with
// file systems whose devices have two numbers.
func SystemHolder(info fs.FileInfo) (pid string) {
	stat, known := info.Sys().(*syscall.Stat_t)
	list, err := os.ReadFile("/proc/locks")
	if !known || err != nil {
		return ""
	}
	device := uint64(stat.Dev)
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(device), unix.Minor(device), stat.Ino)
	for line := range strings.Lines(string(list)) {
		// 1: FLOCK  ADVISORY  WRITE 2410 08:01:131081 0 EOF
		if f := strings.Fields(line); len(f) == 8 && f[1] == "FLOCK" && f[5] == file {
			return f[4]
		}
	}
	return ""
}

// Owner is the user to whom a file belongs.
func Owner(info fs.FileInfo) (uid int64, known bool) {
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return 0, false
	}
	return int64(stat.Uid), true
}

// Exposed reports whether a file gives rights to others, of these: 077 for all of them, 002 for writing by everybody.
func Exposed(info fs.FileInfo, rights fs.FileMode) bool { return info.Mode().Perm()&rights != 0 }

// FileLimit is how large a file of this process may be.
func FileLimit() (bytes uint64, limited bool) {
	var limit unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit)
	return uint64(limit.Cur), err == nil
}

// Free is how many bytes are free on the disk of a folder, for this user.
func Free(dir string) (int64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(dir, &disk)
	return int64(disk.Bavail) * int64(disk.Bsize), err
}

// syncFolder syncs a folder, so that renames in it last.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// RenameDir puts a folder in the place of an empty one. Its lock goes along.
func RenameDir(from, to string, _ func() error) error { return unix.Rename(from, to) }

// Together makes what a command starts end with it.
func Together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
