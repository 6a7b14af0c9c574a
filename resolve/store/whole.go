package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/pages"
	"weltentor/resolve/wording"

	"weltentor/resolve/store/system"
)

// whole refuses a store that is shorter than it claims, and returns how many of its bytes are in use. Reading past the
// end of a mapped file would kill the process, and no error could be returned.
func whole(path string) (used int64, err error) {
	f, err := os.OpenFile(path, os.O_RDONLY|system.NoFollow, 0)
	if errors.Is(err, system.ErrLink) {
		return 0, wording.Fault(faults.ErrExposed, "link", phrase.Str("path", path))
	}
	if errors.Is(err, fs.ErrNotExist) {
		if err := Missing(filepath.Dir(path)); errors.Is(err, faults.ErrMissing) {
			return 0, err
		}
		return 0, fmt.Errorf("%w: there is no %s", faults.ErrNoWorld, path)
	}
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	defer f.Close()
	// Read before the size is asked for: a writer lets the file grow first.
	first := make([]byte, 2*pages.Size)
	switch n, err := io.ReadFull(f, first); {
	case err != nil && n == 0:
		return 0, wording.Fault(faults.ErrDamaged, "cut-empty", phrase.Str("path", path))
	case err != nil:
		return 0, wording.Fault(faults.ErrDamaged, "cut-begins", phrase.Str("path", path), phrase.Num("n", n))
	}
	info, err := f.Stat()
	if err != nil {
		return 0, fmt.Errorf("opening the store: %w", err)
	}
	used, ok := pages.HighWater(first)
	switch {
	case !ok:
		return 0, wording.Fault(faults.ErrDamaged, "no-store", phrase.Str("path", path))
	case info.Size() < used:
		return 0, wording.Fault(faults.ErrDamaged, "cut", phrase.Str("path", path), phrase.Num("n", info.Size()),
			phrase.Num("of", used))
	}
	return used, nil
}
