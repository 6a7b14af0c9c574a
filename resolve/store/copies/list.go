package copies

import (
	"path/filepath"
	"slices"
)

// In lists the copies whose names match a pattern, packed or not, sorted by name: the oldest turn first.
func In(dir, pattern string) (copies []string, err error) {
	for _, ext := range []string{"", Ext} {
		found, err := filepath.Glob(filepath.Join(dir, pattern+ext))
		if err != nil {
			return nil, err
		}
		copies = append(copies, found...)
	}
	slices.Sort(copies)
	return copies, nil
}
