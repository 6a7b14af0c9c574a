package place

import (
	"io/fs"
	"syscall"
)

// born returns when the file system made a folder. Windows has no inodes.
func born(_ string, info fs.FileInfo) (s Spot) {
	if stat, is := info.Sys().(*syscall.Win32FileAttributeData); is {
		s.Born = stat.CreationTime.Nanoseconds()
	}
	return s
}
