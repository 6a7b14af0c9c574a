package disk

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"weltentor/resolve/store/system"
)

// Disk is what a follower does to the files of a world. Tests replace it by one that loses what was not synced.
type Disk interface {
	Open(path string, flag int) (Sheet, error)
	Rename(from, to string) error
	Remove(path string) error // no error if there is none
	SyncDir(dir string) error
}

// Sheet is a file on it.
type Sheet interface {
	ReadAt(p []byte, at int64) (int, error)
	WriteAt(p []byte, at int64) (int, error)
	Truncate(size int64) error
	Stat() (os.FileInfo, error)
	Fd() uintptr
	Sync() error
	Close() error
}

// OS is the disk of the operating system.
type OS struct{}

// Open implements Disk: the file must be our own.
func (OS) Open(path string, flag int) (Sheet, error) {
	f, err := OpenOwn(path, flag, 0o600)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// Rename implements Disk.
func (OS) Rename(from, to string) error { return os.Rename(from, to) }

// Remove implements Disk.
func (OS) Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// SyncDir implements Disk.
func (OS) SyncDir(dir string) error { return SyncDir(dir) }

// PutBeside writes a small file into the folder of a world and syncs it.
func PutBeside(dir, name string, data []byte) error { return WriteSynced(OS{}, dir, name, data) }

// WriteSynced replaces a small file and syncs it.
func WriteSynced(d Disk, dir, name string, data []byte) error {
	path := filepath.Join(dir, name)
	next := path + ".next"
	s, err := d.Open(next, os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err == nil {
		_, err = s.WriteAt(data, 0)
		if err == nil {
			err = s.Sync()
		}
		err = errors.Join(err, s.Close())
	}
	if err == nil {
		err = d.Rename(next, path)
	}
	if err == nil {
		err = d.SyncDir(dir)
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
func SyncDir(dir string) error { return system.SyncDir(dir) }
