package world

import (
	"io/fs"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// born returns when the file system made a folder, and its inode. Older kernels and some file systems do not know
// when.
func born(dir string, info fs.FileInfo) (s Spot) {
	if stat, is := info.Sys().(*syscall.Stat_t); is {
		s.Inode = stat.Ino
	}
	var x unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, dir, 0, unix.STATX_BTIME, &x); err == nil && x.Mask&unix.STATX_BTIME != 0 {
		s.Born = time.Unix(x.Btime.Sec, int64(x.Btime.Nsec)).UnixNano()
	}
	return s
}
