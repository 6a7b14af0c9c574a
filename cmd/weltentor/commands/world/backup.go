package world

import (
	"errors"
	"fmt"
	"path/filepath"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// BackupCmd copies the store.
type BackupCmd struct {
	folder.Reads
	File string `arg:""`
}

// Run writes a whole copy that other users cannot read. The game goes on meanwhile.
func (k *BackupCmd) Run(c *call.Call, w *folder.Opened) error {
	gone := w.Watched("work-backup")
	err := w.World.BackupFile(k.File)
	gone()
	if errors.Is(err, faults.ErrExists) {
		return fault.Usage("file-exists", phrase.Str("file", k.File))
	}
	if errors.Is(err, faults.ErrFull) {
		return folder.StoreError(c, filepath.Dir(k.File), err)
	}
	if err != nil {
		return err
	}
	c.Voice.Say("backed-up", phrase.Str("file", k.File))
	// The copy has the pages as they are, with whatever is wrong in them.
	if err := w.World.View(func(tx *store.Tx) error {
		for wrong := range tx.Wrong() {
			return fmt.Errorf("%w: %w", faults.ErrDamaged, wrong)
		}
		return nil
	}); err != nil {
		c.Voice.Warn("backed-up-damaged", phrase.Str("file", k.File))
		return err
	}
	if m, marked, _ := disk.Marked(k.Dir); marked && c.Linked == nil {
		c.Voice.Warn("in-fleet-old", folder.OfMark(c, &disk.MarkedError{Dir: k.Dir, Mark: m})...)
	}
	return nil
}
