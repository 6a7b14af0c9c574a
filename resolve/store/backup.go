package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

const (
	BackupsName = "backups"
	backupsKept = 5
)

// Backup writes a copy of the store as it is at one moment; a copy in the place
// of world.db is the world again.
func (st *Store) Backup(dst io.Writer) error {
	return st.View(func(tx *Tx) error {
		_, err := tx.WriteTo(dst)
		return err
	})
}

// BackupFile is Backup into a private file that must not exist yet.
func (st *Store) BackupFile(path string) error {
	if err := WriteNew(path, st.Backup); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%w: %s; choose another name", ErrExists, path)
		}
		return Full(fmt.Errorf("backup: %w", err))
	}
	return nil
}

// BackupTurn keeps a copy from before a turn, and the last few of them.
func (st *Store) BackupTurn(turn int) error {
	name := CopyName(turn)
	dir, err := st.copiesDir()
	if err != nil {
		return err
	}
	base, found := lastWhole(dir, name)
	if found {
		err = st.writeCopy(name, st.changes(base))
	}
	if !found || errors.Is(err, errMuchChanged) {
		err = st.writeCopy(name, st.everything)
	}
	if err != nil {
		return err
	}
	return st.dropBackups(dir)
}

// keepCopy keeps a packed copy of the store among the backups, whatever its schema.
func (st *Store) keepCopy(name string) error {
	if _, err := st.copiesDir(); err != nil {
		return err
	}
	return st.writeCopy(name, packInto(st.copyTo))
}

// copiesDir is the folder of copies, which is made if there is none.
func (st *Store) copiesDir() (string, error) {
	if err := st.lock.stands(); err != nil {
		return "", err
	}
	dir := filepath.Join(st.Dir, BackupsName)
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", Full(fmt.Errorf("backup: %w", err))
	}
	return dir, nil
}

// writeCopy writes a packed copy among the backups. One under the same name is of a try
// that did not come to its end, or of a turn that is redone; if others may be laid over
// it, it is put aside.
func (st *Store) writeCopy(name string, fill func(io.Writer) error) error {
	name += PackedExt
	path := filepath.Join(st.Dir, BackupsName, name)
	half := path + ".half"
	if err := os.Remove(half); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("backup: %w", err)
	}
	if err := WriteNew(half, fill); err != nil {
		return Full(fmt.Errorf("backup %s: %w", name, err))
	}
	if former, is := readWhole(path); is {
		head := pagesHead{Sum: former.sum}
		if err := os.Rename(path, filepath.Join(filepath.Dir(path), head.aside())); err != nil {
			return fmt.Errorf("backup %s: %w", name, err)
		}
	}
	if err := os.Rename(half, path); err != nil {
		return fmt.Errorf("backup %s: %w", name, err)
	}
	return nil
}

// dropBackups removes all copies but the last few, and what those were laid over.
func (st *Store) dropBackups(dir string) error {
	copies, err := CopiesIn(dir, "before-turn-*.db")
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	keep := st.kept
	if keep <= 0 {
		keep = backupsKept
	}
	old := copies[:max(0, len(copies)-keep)]
	needed := map[string]bool{}
	for _, path := range copies[len(old):] {
		if head := HeadOf(path); head != nil {
			needed[head.Of], needed[head.aside()] = true, true
		}
	}
	aside, err := filepath.Glob(filepath.Join(dir, "whole-*.db"+PackedExt))
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	for _, path := range slices.Concat(old, aside) {
		if needed[filepath.Base(path)] {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("removing an old backup: %w", err)
		}
	}
	return nil
}

// CopiesIn lists the copies whose names fit a pattern, packed or not, by name: the
// oldest turn's first.
func CopiesIn(dir, pattern string) (copies []string, err error) {
	for _, ext := range []string{"", PackedExt} {
		found, err := filepath.Glob(filepath.Join(dir, pattern+ext))
		if err != nil {
			return nil, err
		}
		copies = append(copies, found...)
	}
	slices.Sort(copies)
	return copies, nil
}

func CopyName(turn int) string { return fmt.Sprintf("before-turn-%05d.db", turn) }
