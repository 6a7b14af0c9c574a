package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/store/disk"
)

// Folder is a place on a disk, which may belong to another machine.
type Folder string

// halfExt is the ending of a file that is being written.
const halfExt = ".half"

// List lists the files, as Place says.
func (d Folder) List(_ context.Context, prefix string) (names []string, err error) {
	under, _, one := strings.Cut(prefix, "/")
	at := string(d)
	if one {
		at = filepath.Join(at, under)
	}
	err = filepath.WalkDir(at, func(path string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(string(d), path)
		if name := filepath.ToSlash(rel); err == nil && strings.HasPrefix(name, prefix) &&
			!strings.HasSuffix(name, halfExt) {
			names = append(names, name)
		}
		return err
	})
	slices.Sort(names)
	return names, err
}

func (d Folder) path(name string) string { return filepath.Join(string(d), filepath.FromSlash(name)) }

// Put writes a file under another name, syncs it and renames it.
func (d Folder) Put(_ context.Context, name, _ string, content io.ReadSeeker, _ int64) (err error) {
	dir := filepath.Dir(d.path(name))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	sweep(dir)
	f, err := os.CreateTemp(dir, "*"+halfExt)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	_, err = io.Copy(f, content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return errors.Join(os.Rename(f.Name(), d.path(name)), disk.SyncDir(dir), disk.SyncDir(string(d)))
}

// sweep removes half-written files that a kill has left, when they are an hour old.
func sweep(dir string) {
	halves, _ := filepath.Glob(filepath.Join(dir, "*"+halfExt))
	for _, half := range halves {
		if info, err := os.Stat(half); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.Remove(half)
		}
	}
}

// Get opens a file, as Place says.
func (d Folder) Get(_ context.Context, name string) (io.ReadCloser, error) {
	f, err := os.Open(d.path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNone, name)
	}
	return f, err
}

// Remove removes a file, as Place says.
func (d Folder) Remove(_ context.Context, name string) error {
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
