package store

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// allocate gives a file its room on the disk, down to its holes and up to a size. It has not
// done that where the file system cannot.
func allocate(f *os.File, size int64) (done bool, err error) {
	err = unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return false, nil
	}
	return err == nil, err
}
