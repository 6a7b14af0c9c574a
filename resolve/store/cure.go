package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
)

// cured adds to an error about damage what to do about it.
func (st *Store) cured(err error) error {
	var already *curedError
	if errors.As(err, &already) || !errors.Is(err, faults.ErrDamaged) && !errors.Is(err, faults.ErrMissing) {
		return err
	}
	return &curedError{err, st.Cure(LastCopy(st.Dir, -1))}
}

// curedError is an error that says what to do.
type curedError struct {
	error
	cure phrase.Phrase
}

func (e *curedError) Error() string {
	return e.error.Error() + "; " + wording.Words(phrase.En).Say(e.cure)
}

func (e *curedError) Unwrap() error { return e.error }

// CureOf says how a sound world goes back to before a turn.
func (st *Store) CureOf(turn int) phrase.Phrase {
	name := LastCopy(st.Dir, turn)
	if name == "" {
		return st.Cure("")
	}
	return phrase.P("fault.cure-turn", phrase.Str("folder", st.Dir),
		phrase.Str("copy", filepath.Join(st.Dir, disk.BackupsName, name)))
}

// Cure names the copy that makes a world work again.
func (st *Store) Cure(name string) phrase.Phrase {
	switch {
	case st.engine != nil:
		return phrase.P("fault.cure-database")
	case name == "":
		return phrase.P("fault.cure-none", phrase.Str("folder", filepath.Join(st.Dir, disk.BackupsName)),
			phrase.Str("store", st.path()))
	}
	return phrase.P("fault.cure", phrase.Str("copy", filepath.Join(st.Dir, disk.BackupsName, name)),
		phrase.Str("store", st.path()))
}

// LastCopy is the name of the newest sound copy among a world's backups, or of the one from before a turn. It is "" if
// there is none. The copy from before the turn in which damage was met may be a copy of the damaged store.
func LastCopy(dir string, turn int) string {
	pattern := "before-turn-*.db"
	if turn >= 0 {
		pattern = copyName(turn)
	}
	found, err := copies.In(filepath.Join(dir, disk.BackupsName), pattern)
	if err != nil {
		return ""
	}
	for _, path := range slices.Backward(found) {
		if looked(path, func(plain string) error {
			err, _ := openFor(plain, true, func(db *bbolt.DB) error { return db.View(sound) })
			return err
		}) == nil {
			return filepath.Base(path)
		}
	}
	return ""
}

// sound checks all values and all pages of a store.
func sound(raw *bbolt.Tx) (wrong error) {
	for err := range In(raw).Wrong() {
		wrong = err
	}
	return wrong
}

// parts are the files and folders of a world.
var parts = []string{disk.FileName, disk.SettingsName, disk.BackupsName}

// Bare reports whether a folder certainly has no part of a world. Something that cannot be examined may be a part, and
// so may a link that leads nowhere.
func Bare(dir string) bool {
	return !slices.ContainsFunc(parts, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// Missing says whether parts of a world are missing: ErrMissing if some are, ErrNoWorld if all are, nil if none is.
func Missing(dir string) error {
	var there, gone []string
	for _, name := range parts {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			there = append(there, name)
		} else if name != disk.BackupsName { // the first turn makes it
			gone = append(gone, name)
		}
	}
	switch {
	case len(gone) == 0:
		return nil
	case len(there) == 0:
		return fmt.Errorf("%w: there is no %s", faults.ErrNoWorld, filepath.Join(dir, disk.FileName))
	}
	st := &Store{Dir: dir}
	if gone[0] != disk.FileName {
		return wording.Fault(faults.ErrMissing, "missing-settings", phrase.Str("path", filepath.Join(dir, gone[0])),
			phrase.Str("there", strings.Join(there, ", ")))
	}
	return st.cured(wording.Fault(faults.ErrMissing, "missing-store", phrase.Str("path", filepath.Join(dir, gone[0])),
		phrase.Str("there", strings.Join(there, ", "))))
}
