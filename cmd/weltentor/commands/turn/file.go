package turn

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
)

// replace puts a file in the place of another: at any moment it is whole or as it was. Beside it stands,
// for a moment, one that is named by the pattern. An error names the file, not that one.
func replace(file, pattern string, mode os.FileMode, data []byte) error {
	beside, err := os.CreateTemp(filepath.Dir(file), pattern)
	if own := (*os.PathError)(nil); errors.As(err, &own) {
		own.Path = file
	}
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name())
	_, err = beside.Write(data)
	if err = cmp.Or(err, beside.Chmod(mode), beside.Close()); err != nil {
		return err
	}
	return os.Rename(beside.Name(), file)
}
