package main

import (
	"errors"
	"path/filepath"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// backupCmd copies the store.
type backupCmd struct {
	Dir  string `arg:""`
	File string `arg:""`
}

// Run writes a whole copy, closed to others; the game goes on meanwhile.
func (k *backupCmd) Run(c *Call) error {
	w, err := c.look(k.Dir)
	if err != nil {
		return err
	}
	gone := w.watched("work-backup")
	err = w.World.BackupFile(k.File)
	gone()
	if errors.Is(err, store.ErrExists) {
		return usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, store.ErrFull) {
		return c.storeError(filepath.Dir(k.File), err)
	}
	if err != nil {
		return w.wrong(err)
	}
	c.voice.say("backed-up", phrase.Str("file", k.File))
	if m, marked, _ := store.Marked(k.Dir); marked && c.aboard == nil {
		c.voice.warn("in-fleet-old", ofMark(c, &store.MarkedError{Dir: k.Dir, Mark: m})...)
	}
	return nil
}
