package resolve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"weltentor/resolve/store"
)

const (
	backupsName = "backups"
	backupsKept = 5
)

// Backup writes a copy of the store as it is at one moment; a copy in the place
// of world.db is the world again.
func (w *World) Backup(dst io.Writer) error {
	return w.view(func(tx *store.Tx) error {
		_, err := tx.WriteTo(dst)
		return err
	})
}

// BackupFile is Backup into a private file that must not exist yet.
func (w *World) BackupFile(path string) error {
	if err := writeNew(path, w.Backup); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%w: %s; choose another name", ErrExists, path)
		}
		return full(fmt.Errorf("backup: %w", err))
	}
	return nil
}

// backupTurn keeps a copy from before a turn, and the last few of them.
func (w *World) backupTurn(turn int) error {
	if err := w.keepCopy(copyName(turn)); err != nil {
		return err
	}
	return w.dropBackups(filepath.Join(w.dir, backupsName))
}

// keepCopy keeps a packed copy of the store among the backups. One under the same name is
// of a try that did not come to its end.
func (w *World) keepCopy(name string) error {
	if err := w.lock.stands(); err != nil {
		return err
	}
	dir := filepath.Join(w.dir, backupsName)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return full(fmt.Errorf("backup: %w", err))
	}
	name += packedExt
	path := filepath.Join(dir, name)
	half := path + ".half"
	if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backup: %w", err)
	}
	if err := writeNew(half, packInto(w.copyTo)); err != nil {
		return full(fmt.Errorf("backup %s: %w", name, err))
	}
	if err := os.Rename(half, path); err != nil {
		return fmt.Errorf("backup %s: %w", name, err)
	}
	return nil
}

func (w *World) dropBackups(dir string) error {
	copies, err := copiesIn(dir, "before-turn-*.db")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	keep := w.s.Backups
	if keep <= 0 {
		keep = backupsKept
	}
	for len(copies) > keep {
		if err := os.Remove(copies[0]); err != nil {
			return fmt.Errorf("removing an old backup: %w", err)
		}
		copies = copies[1:]
	}
	return nil
}

// copiesIn lists the copies whose names fit a pattern, packed or not, by name: the
// oldest turn's first.
func copiesIn(dir, pattern string) (copies []string, err error) {
	for _, ext := range []string{"", packedExt} {
		found, err := filepath.Glob(filepath.Join(dir, pattern+ext))
		if err != nil {
			return nil, err
		}
		copies = append(copies, found...)
	}
	slices.Sort(copies)
	return copies, nil
}
