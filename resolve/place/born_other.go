//go:build !linux && !darwin && !freebsd

package place

import (
	"io/fs"
	"syscall"
)

// born is as what number the file system made a folder; when, it does not say here.
func born(_ string, info fs.FileInfo) (s Spot) {
	if stat, is := info.Sys().(*syscall.Stat_t); is {
		s.Inode = uint64(stat.Ino)
	}
	return s
}
