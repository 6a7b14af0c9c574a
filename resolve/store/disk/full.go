package disk

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"weltentor/resolve/store/faults"
)

// noRoom are the system's errors for a disk without room: it is full, the user's share is used up, or the file would
// be larger than this process may make one.
var noRoom = []unix.Errno{unix.ENOSPC, unix.EDQUOT, unix.EFBIG}

// Full turns an error about missing room into ErrFull and returns others as they are. The store does not wrap all of
// the system's errors, so it also looks at the words.
func Full(err error) error {
	if err == nil || errors.Is(err, faults.ErrFull) {
		return err
	}
	for _, e := range noRoom {
		if errors.Is(err, e) || strings.HasSuffix(err.Error(), ": "+e.Error()) {
			return fmt.Errorf("%w: %w", faults.ErrFull, err)
		}
	}
	return err
}

// Allowed refuses to change a store that is larger than a file of this process may be: some pages would be written and
// others not.
func Allowed(path string, used int64) error {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil || uint64(limit.Cur) >= uint64(used) {
		return nil
	}
	return fmt.Errorf("%w: %s uses %d bytes, and a file of this process may have %d",
		faults.ErrFull, path, used, limit.Cur)
}
