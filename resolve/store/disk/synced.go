package disk

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"weltentor/resolve/store/faults"
)

// PutBeside replaces a small file in the folder of a world, and syncs it.
func PutBeside(dir, name string, data []byte) error {
	path := filepath.Join(dir, name)
	next := path + ".next"
	f, err := OpenOwn(next, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err == nil {
		if _, err = f.Write(data); err == nil {
			err = f.Sync()
		}
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = os.Rename(next, path)
	}
	if err == nil {
		err = SyncDir(dir)
	}
	if err != nil {
		return Full(fmt.Errorf("writing %s: %w", path, err))
	}
	return nil
}

// WriteNew writes a new private file and syncs it.
func WriteNew(path string, fill func(io.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(path)
		}
	}()
	if err := fill(f); err != nil {
		return err
	}
	return f.Sync()
}

// SyncDir syncs a directory, so that renames in it last.
func SyncDir(dir string) error { return syncFolder(dir) }

// Full turns an error about missing room into ErrFull and returns others as they are. The store does not wrap all of
// the system's errors, so it also looks at the words.
func Full(err error) error {
	if err == nil || errors.Is(err, faults.ErrFull) {
		return err
	}
	for _, e := range NoRoom {
		if errors.Is(err, e) || strings.HasSuffix(err.Error(), ": "+e.Error()) {
			return fmt.Errorf("%w: %w", faults.ErrFull, err)
		}
	}
	return err
}

// Allowed refuses to change a store that is larger than a file of this process may be: some pages would be written and
// others not.
func Allowed(path string, used int64) error {
	limit, limited := FileLimit()
	if !limited || limit >= uint64(used) {
		return nil
	}
	return fmt.Errorf("%w: %s uses %d bytes, and a file of this process may have %d",
		faults.ErrFull, path, used, limit)
}
