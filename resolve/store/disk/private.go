// Package disk owns how the files of a world's folder are handled: they belong to one user (Private), are locked by one
// command (Lock), and are replaced as a whole and synced (PutBeside). The kernel takes a lock back when its process
// ends, so nobody removes one by hand. What operating systems do differently is in system_unix.go and
// system_windows.go.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// Private refuses a directory or a file that others may read or that another user owns, and says how to mend it. A
// link is judged as a link: where it leads may be another user's choice.
func Private(path string, want fs.FileMode) error {
	info, err := os.Lstat(path)
	if err != nil {
		return err
	}
	return ours(path, info, want)
}

// ours is Private for a path that was looked at already. It expects a directory if want is searchable, otherwise a
// regular file.
func ours(path string, info fs.FileInfo, want fs.FileMode) error {
	kind := "file"
	if want&0o100 != 0 {
		kind = "directory"
	}
	mode := info.Mode()
	owner, known := Owner(info)
	switch {
	case kind == "directory" && !mode.IsDir() || kind == "file" && !mode.IsRegular():
		return wording.Fault(faults.ErrExposed, "mode-"+kind, phrase.Str("path", path))
	case known && owner != int64(os.Geteuid()):
		return wording.Fault(faults.ErrExposed, "owner", phrase.Str("path", path), phrase.Num("user", owner),
			phrase.Num("own", os.Geteuid()))
	case Exposed(info, 0o077):
		return wording.Fault(faults.ErrExposed, "mode", phrase.Str("path", path),
			phrase.Str("mode", fmt.Sprintf("%04o", mode.Perm())),
			phrase.Str("want", fmt.Sprintf("%o", want)))
	}
	return nil
}

// PrivateWorld checks the directory of a world and what is in it. The path to the directory may contain links.
func PrivateWorld(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	if err := ours(dir, info, 0o700); err != nil {
		return err
	}
	for _, name := range []string{FileName, SettingsName, LockName} {
		if err := Private(filepath.Join(dir, name), 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// OpenOwn opens a file of a world to write into it. The file must not be a link or another user's. The signature is
// the one that bbolt asks for.
func OpenOwn(path string, flag int, mode fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(path, flag|NoFollow, mode)
	if errors.Is(err, ErrLink) {
		return nil, wording.Fault(faults.ErrExposed, "link", phrase.Str("path", path))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = ours(path, info, mode&^0o100)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// The files and folders of a world. The command that opens the world reads the settings.
const (
	FileName     = "world.db"
	SettingsName = "world.toml"
	BackupsName  = "backups"
	LockName     = "lock"
	WebName      = "web" // its lock is held while the world is served to browsers
)
