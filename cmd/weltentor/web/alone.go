package web

import (
	"cmp"
	"context"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/store/faults"
)

const (
	patience = 20 * time.Second // for a world at which another command works
	again    = 20 * time.Millisecond
)

// patiently works at a world whose lock it has. It waits for whoever else works at it, but not for long.
func (at *served) patiently(ctx context.Context, work func(*folder.Opened) error) error {
	for end := time.Now().Add(patience); ; {
		err := at.alone(work)
		if err == nil || complaint.ExitOf(err) != complaint.ExitLater || time.Now().After(end) {
			return err
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return err
		}
	}
}

// alone works at a world whose lock it has, if nobody else works at it.
func (at *served) alone(work func(*folder.Opened) error) error {
	at.mu.Lock()
	defer at.mu.Unlock()
	if err := at.look(); err != nil {
		return err
	}
	w, done, err := at.world.Locked()
	if err != nil {
		return err
	}
	defer done()
	if err := at.look(); err != nil || at.world != w { // another command has put back an older state
		return w.Wrong(cmp.Or(err, faults.ErrLocked))
	}
	if err := w.InPlace(); err != nil {
		return err
	}
	return work(w)
}
