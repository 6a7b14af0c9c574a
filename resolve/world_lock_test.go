package resolve

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/intake"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// Deleting the lock file lets another command in. The command that had the lock writes nothing from then on.
func TestLockIsDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	for name, take := range map[string]func(path string) error{
		"gone":    os.Remove,
		"another": func(path string) error { return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600)) },
		"link": func(path string) error {
			return errors.Join(os.Rename(path, path+"ed"),
				os.Symlink(path+"ed", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := worldtest.Found(t, worldtest.Tiny{}, 1)
			lock, err := disk.Lock(b.Dir)
			must(t, err)
			b.Holds(lock)
			b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
			o, err := b.Next(b.ClockAt)
			must(t, err)
			must(t, b.Rehearse(o.ID))
			must(t, take(filepath.Join(b.Dir, worldtest.LockName)))
			before := b.Bytes()
			_, err = intake.Accept(b.World, b.Letter(1, "$I 1 PASSWORD\n$A\ndig 2\n"), b.ClockAt)
			worldtest.WantError(t, err, faults.ErrUnlocked, worldtest.LockName)
			_, err = turns.Advance(b.World, worldtest.Friday, true)
			worldtest.WantError(t, err, faults.ErrUnlocked)
			worldtest.WantError(t, b.Rehearse(o.ID), faults.ErrUnlocked)
			worldtest.WantError(t, b.Record(o.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}), faults.ErrUnlocked)
			if !bytes.Equal(before, b.Bytes()) {
				t.Error("something was written")
			}
			if _, err := gamemaster.StatusOf(b.World, worldtest.Day0); err != nil {
				t.Error(err)
			}
			must(t, lock.Unlock())
		})
	}
}

// A reader waits a while for a command that was stopped while it held the store, and is told which process that is.
func TestReadingBehindAStoppedCommand(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	lock, err := disk.Lock(b.Dir)
	must(t, err)
	held, err := os.OpenFile(b.Path(), os.O_RDWR, 0)
	must(t, err)
	must(t, unix.Flock(int(held.Fd()), unix.LOCK_EX))
	b.Disk.Patience = 150 * time.Millisecond
	began := time.Now()
	_, err = gamemaster.StatusOf(b.World, worldtest.Day0)
	if waited := time.Since(began); waited < b.Disk.Patience/2 { // bbolt makes its last try before the end
		t.Errorf("the reader waited only %s", waited)
	}
	worldtest.WantError(t, err, faults.ErrBusy, fmt.Sprint("process ", os.Getpid()))
	worldtest.WantError(t, err, faults.ErrLocked)
	must(t, held.Close())
	if _, err := gamemaster.StatusOf(b.World, worldtest.Day0); err != nil {
		t.Error(err)
	}
	must(t, lock.Unlock())
}
