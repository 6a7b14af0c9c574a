package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// File is the journal of one host: it sends nothing, and the stores themselves are the truth. It keeps the last entry
// of each world, without its pages, beside the world's store. The world's lock serves as the lease, and this journal
// keeps the fence, too.
//
// No command links it: a world on one host has no journal and needs none. It does the least that keeps Journal's
// promises, so that tests can check the link of a store without an engine.
type File struct {
	Dir string // has a folder for each world, named like the world
}

var _ Journal = File{}

// fileName is the file with the last entry.
const fileName = "journal"

// filed is the content of that file.
type filed struct {
	Position Position `json:"position"`
	Entry
}

func (j File) folder(world string) (string, error) {
	if world == "" || world != filepath.Base(world) || !filepath.IsLocal(world) {
		return "", fmt.Errorf("%w: %q is no name of a folder", ErrNoWorld, world)
	}
	return filepath.Join(j.Dir, world), nil
}

// Head implements Journal.
func (j File) Head(_ context.Context, world string) (Position, Entry, error) {
	dir, err := j.folder(world)
	if err != nil {
		return 0, Entry{}, err
	}
	last, err := readFiled(dir)
	return last.Position, last.Entry, err
}

func readFiled(dir string) (last filed, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, fileName))
	if errors.Is(err, fs.ErrNotExist) {
		return last, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &last)
	}
	if err != nil {
		return filed{}, fmt.Errorf("%w: %s: %v", ErrDamaged, filepath.Join(dir, fileName), err)
	}
	return last, nil
}

// Append implements Journal.
func (j File) Append(ctx context.Context, world string, prev Position, e Entry) (Position, error) {
	dir, err := j.folder(world)
	if err != nil {
		return 0, err
	}
	d, err := os.Open(dir) // locked instead of the file, which is replaced
	if err != nil {
		return 0, err
	}
	defer d.Close()
	if err := unix.Flock(int(d.Fd()), unix.LOCK_EX); err != nil {
		return 0, err
	}
	last, err := readFiled(dir)
	switch {
	case err != nil:
		return 0, err
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case last.Position != prev:
		return 0, fmt.Errorf("%w: %s", ErrFenced, world)
	}
	return prev + 1, writeSynced(osDisk{}, dir, fileName, MustJSON(filed{prev + 1, e}))
}

// Read implements Journal. It cannot give entries before the last one, nor any pages.
func (j File) Read(ctx context.Context, world string, from Position) iter.Seq2[Placed, error] {
	return func(yield func(Placed, error) bool) {
		at, e, err := j.Head(ctx, world)
		if err != nil || at >= from && at > 0 {
			yield(Placed{at, e}, err)
		}
	}
}

// adopt takes the store as confirmed: no other host has changed it.
func (j File) adopt(ctx context.Context, dir, world string) (Confirmed, error) {
	last, err := readConfirmed(dir)
	if err != nil {
		return last, err
	}
	at, e, err := j.Head(ctx, world)
	if err != nil {
		return last, err
	}
	transaction := newest(filepath.Join(dir, FileName))
	switch {
	case at == 0:
		return last, fmt.Errorf("%w: the journal has no world %s", ErrNoWorld, world)
	case transaction == 0:
		return last, fmt.Errorf("%w: %s is not a store", ErrDamaged, filepath.Join(dir, FileName))
	case at == last.Position && transaction == last.Transaction:
		return last, nil
	}
	last.Position, last.Hash = at, e.Hash()
	e.Before, e.Transaction = last.Hash, transaction
	if at, err = j.Append(ctx, world, at, e); err != nil {
		return last, err
	}
	last = last.after(at, e)
	return last, writeConfirmed(osDisk{}, dir, last)
}
