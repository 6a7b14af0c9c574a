//go:build !linux && !darwin && !freebsd && !windows

package world

import (
	"io/fs"
	"syscall"
)

// born returns the inode of a folder. These systems do not say when it was made.
func born(_ string, info fs.FileInfo) (s Spot) {
	if stat, is := info.Sys().(*syscall.Stat_t); is {
		s.Inode = uint64(stat.Ino)
	}
	return s
}
