package resolve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/worlds/game"

	"golang.org/x/sys/unix"
)

// Found makes a world directory with its store and the files given (such as
// world.toml), all private. Everything is made in a directory beside it that
// is renamed at the end, so a kill leaves no half world, and founding again
// works. f.Tables are the world's own numbers. dir must not exist or be empty.
func Found(dir string, rb game.Rulebook, f game.Founding, now time.Time, files ...game.File) (err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return fmt.Errorf("founding: %w", err)
	}
	defer func() { err = store.Full(err) }()
	switch there, err := os.ReadDir(dir); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("founding: %w", err)
	case len(there) > 0:
		return fmt.Errorf("%w: %s is not empty", store.ErrExists, dir)
	}
	world, note, tables, err := found(rb, f, now)
	if err != nil {
		return err
	}
	building := dir + ".founding"
	lock, err := clearSite(building, files)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	for _, file := range files {
		err := store.WriteNew(filepath.Join(building, file.Name),
			func(w io.Writer) error { _, err := w.Write(file.Data); return err })
		if err != nil {
			return fmt.Errorf("founding: %w", err)
		}
	}
	if err := firstStore(filepath.Join(building, store.FileName), rb, world, f.Seed, note, tables); err != nil {
		return fmt.Errorf("founding: %w", err)
	}
	if err := errors.Join(store.SyncDir(building), unix.Rename(building, dir),
		store.SyncDir(filepath.Dir(dir))); err != nil {
		return fmt.Errorf("founding %s: %w", dir, err)
	}
	return nil
}

// found makes the first state and what is told of it.
func found(rb game.Rulebook, f game.Founding, now time.Time) (game.World, chronicle.Founding, []byte, error) {
	tables, err := rb.Tables(f.Tables)
	if err != nil {
		return nil, chronicle.Founding{}, nil, fmt.Errorf("%w: %w", store.ErrTables, err)
	}
	f.Tables = tables
	world, err := rb.Found(f)
	if err != nil {
		return nil, chronicle.Founding{}, nil, fmt.Errorf("founding: %w", err)
	}
	return world, chronicle.Founding{Seed: f.Seed.String(), Width: f.Width, Height: f.Height,
		Tables: store.SumOf(tables),
		Rules:  rb.Version(), State: store.SumOf(world.State()), At: now.UTC()}, tables, nil
}

// clearSite makes the directory a world is built in, or takes over the one a
// killed founding left, without what was in it.
func clearSite(building string, files []game.File) (*store.DirLock, error) {
	if err := os.Mkdir(building, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("founding: %w", err)
	}
	// In a folder that is open to all it may have been laid out by somebody else.
	if err := store.Private(building, 0o700); err != nil {
		return nil, fmt.Errorf("founding: %w", err)
	}
	lock, err := store.Lock(building)
	if err != nil {
		return nil, err
	}
	names := []string{store.FileName}
	for _, f := range files {
		names = append(names, f.Name)
	}
	for _, name := range names {
		if err := os.Remove(filepath.Join(building, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			lock.Unlock()
			return nil, fmt.Errorf("founding: %w", err)
		}
	}
	return lock, nil
}

func firstStore(path string, rb game.Rulebook, world game.World, seed game.Seed, note chronicle.Founding,
	tables []byte) error {
	return store.Create(path, func(tx *store.Tx) error {
		meta := tx.Bucket(store.MetaBucket)
		store.Put(meta, []byte("schema"), store.U32(store.Schema))
		store.Put(meta, []byte("rulebook"), []byte(rb.Name()))
		store.Put(meta, []byte("seed"), seed[:])
		store.PutJSON(meta, []byte("founded"), note)
		store.PutFile(tx, tables)
		return chronicle.PutState(tx, world.Asked().Turn, world.State(),
			chronicle.Opening{Since: note.At, Former: note.State})
	})
}
