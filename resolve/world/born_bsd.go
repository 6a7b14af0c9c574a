//go:build darwin || freebsd

package world

import (
	"io/fs"
	"syscall"
	"time"
)

// born returns when the file system made a folder, and its inode.
func born(_ string, info fs.FileInfo) (s Spot) {
	if stat, is := info.Sys().(*syscall.Stat_t); is {
		s.Inode, s.Born = stat.Ino, time.Unix(stat.Birthtimespec.Unix()).UnixNano()
	}
	return s
}
