package disk

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Allocate gives a file its room on the disk up to a size, with all holes filled. It returns false if the file system
// cannot do that.
func Allocate(f *os.File, size int64) (done bool, err error) {
	err = unix.Fallocate(int(f.Fd()), 0, 0, size)
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return false, nil
	}
	return err == nil, err
}
