package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"weltentor/resolve/store"
)

// The archive is a folder beside the engine, with a whole copy of each world: losing the
// engine loses at most what came after. A file is called by the position in the journal it is
// as of, and is what `weltentor restore` takes.

// mostCopies of a world are kept there.
const mostCopies = 2

// base is the last whole entry of a world.
func (w *world) base() uint64 {
	if w.entry.Whole {
		return w.at
	}
	return uint64(w.entry.Base)
}

// copies are the positions of a world's copies, the oldest first.
func (h *Host) copies(name string) (out []uint64) {
	files, _ := os.ReadDir(filepath.Join(h.Charter.Archive, name))
	for _, f := range files {
		stem, is := strings.CutSuffix(f.Name(), ".db")
		if at, err := strconv.ParseUint(stem, 10, 64); is && err == nil {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

// unarchived tells whether a world has a whole entry that is newer than its copies, or has
// forgotten something that one of them has.
func (h *Host) unarchived(w *world) bool {
	if h.Charter.Archive == "" {
		return false
	}
	copies := h.copies(w.name)
	return len(copies) == 0 || copies[len(copies)-1] < w.base() || store.Position(copies[0]) < w.entry.Drop
}

// archive makes a copy of a world, and drops those that are old or have what was forgotten.
func (h *Host) archive(ctx context.Context, w *world) error {
	dir := filepath.Join(h.Charter.Archive, w.name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the archive: %w", err)
	}
	at := w.at
	file := func(at uint64) string { return filepath.Join(dir, strconv.FormatUint(at, 10)+".db") }
	had, err := h.with(ctx, w.name, func(_ context.Context, stay Stay) error {
		half := file(at) + ".half"
		os.Remove(half)
		if err := h.Crew.Copy(stay, half); err != nil {
			return err
		}
		return errors.Join(os.Rename(half, file(at)), store.SyncDir(dir))
	})
	if !had || err != nil {
		return err
	}
	copies := h.copies(w.name)
	for i, c := range copies {
		if store.Position(c) < w.entry.Drop || i < len(copies)-mostCopies {
			if err := os.Remove(file(c)); err != nil {
				return fmt.Errorf("the archive: %w", err)
			}
		}
	}
	return nil
}
