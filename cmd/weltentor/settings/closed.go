package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
)

// worldIn refuses a path that certainly has no world. If it cannot be looked at, there may be one.
func worldIn(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return nil
	}
	if !info.IsDir() {
		return complaint.Usage("no-folder", phrase.Str("file", dir), phrase.Str("dir", filepath.Dir(dir)))
	}
	if inside := filepath.Join(dir, "world"); store.Bare(dir) && !store.Bare(inside) {
		return complaint.Usage("no-world-inside", phrase.Str("dir", dir), phrase.Str("path", inside)) // of `weltentor demo`
	}
	if store.Bare(dir) {
		return complaint.Usage("no-world", phrase.Str("dir", dir))
	}
	return nil
}

// readOwn reads a file, but follows no link: somebody else may have chosen where it leads.
func readOwn(path string) ([]byte, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|disk.NoFollow, 0)
	if errors.Is(err, disk.ErrLink) {
		return nil, complaint.Usage("others-file", phrase.Str("path", path))
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// ClosedToOthers refuses files and folders that other users of the machine can read: they have secrets (the seed,
// letters, addresses). It also refuses those that belong to other users.
func ClosedToOthers(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return complaint.Usage("no-world", phrase.Str("dir", path))
	}
	if err != nil {
		return fmt.Errorf("look at %s: %w", path, err)
	}
	if owner, known := disk.Owner(info); known && owner != int64(os.Geteuid()) {
		return complaint.Usage("others-file", phrase.Str("path", path))
	}
	if disk.Exposed(info, 0o077) {
		want := "600"
		if info.IsDir() {
			want = "700"
		}
		return complaint.Usage("open-to-others", phrase.Str("path", path), phrase.Str("mode", want))
	}
	return nil
}
