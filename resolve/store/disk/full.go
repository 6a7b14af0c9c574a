package disk

import (
	"errors"
	"fmt"
	"strings"

	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/system"
)

// Full turns an error about missing room into ErrFull and returns others as they are. The store does not wrap all of
// the system's errors, so it also looks at the words.
func Full(err error) error {
	if err == nil || errors.Is(err, faults.ErrFull) {
		return err
	}
	for _, e := range system.NoRoom {
		if errors.Is(err, e) || strings.HasSuffix(err.Error(), ": "+e.Error()) {
			return fmt.Errorf("%w: %w", faults.ErrFull, err)
		}
	}
	return err
}

// Allowed refuses to change a store that is larger than a file of this process may be: some pages would be written and
// others not.
func Allowed(path string, used int64) error {
	limit, limited := system.FileLimit()
	if !limited || limit >= uint64(used) {
		return nil
	}
	return fmt.Errorf("%w: %s uses %d bytes, and a file of this process may have %d",
		faults.ErrFull, path, used, limit)
}
