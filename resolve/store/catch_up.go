package store

import (
	"context"
	"errors"
	"fmt"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/follow"
)

// CatchUp makes the store in a folder what a world's journal has: it throws a draft away, takes over what other hosts
// have appended, and makes a store if there is none. It is called with the world's lock, before the store is opened.
// If it is killed anywhere, it can be called again and ends the same.
//
// It returns ErrLogBehind if the journal lacks what it had confirmed to this host.
func CatchUp(ctx context.Context, dir string, lock *disk.DirLock, j entry.Journal, world string) (
	entry.Confirmed, error) {
	f := &follow.Follower{Ctx: ctx, Dir: dir, Lock: lock, Journal: j, World: world, Disk: disk.OS{}, Sound: soundAt}
	c, err := f.CatchUp()
	if err != nil {
		return c, fmt.Errorf("catching up %s: %w", world, disk.Full(err))
	}
	return c, nil
}

// soundAt checks the pages and values of a store.
func soundAt(path string) error {
	err, _ := openFor(path, true, func(db *bbolt.DB) error { return db.View(sound) })
	if err != nil && !errors.Is(err, faults.ErrDamaged) {
		err = fmt.Errorf("%w: %w", faults.ErrDamaged, err)
	}
	return err
}
