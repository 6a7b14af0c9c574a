package turn

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
)

// replace writes a file so that at any moment it is whole or as it was before. For a moment a temporary file is beside
// it, named by the pattern. An error names the file itself, not the temporary one.
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
