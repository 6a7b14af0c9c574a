package resolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// open opens the store for one use and closes it again; it is the only place
// that does. Damage that bbolt meets as a panic becomes ErrDamaged here, with
// the copy to restore; a panic of ours stays one.
func (w *World) open(readOnly bool, use func(*bbolt.DB) error) (err error) {
	if w.damage != nil {
		return w.damage // what bbolt panicked over may still be locked
	}
	if err := whole(w.path()); err != nil {
		return w.cured(err)
	}
	var db *bbolt.DB
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a page that points outside the file
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		abandon(db)
		if !ofStore(p) {
			panic(p)
		}
		w.damage = w.cured(fmt.Errorf("%w: %s: %v", ErrDamaged, w.path(), p))
		err = w.damage
	}()
	if db, err = openStore(w.path(), readOnly); err != nil {
		return w.cured(err)
	}
	err = use(db)
	return w.cured(errors.Join(err, db.Close()))
}

func openStore(path string, readOnly bool) (*bbolt.DB, error) {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: busy, ReadOnly: readOnly, PageSize: pageSize, FreelistType: bbolt.FreelistMapType,
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, fmt.Errorf("%w: %s is busy", ErrLocked, path)
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %s: %v", ErrDamaged, path, err)
	case err != nil:
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	return db, nil
}

// ofStore tells a panic of bbolt, which asserts instead of returning errors, and
// a read outside the mapped file, from a panic of ours, by the stack it came from.
func ofStore(p any) bool {
	if fault, ok := p.(runtime.Error); ok {
		if _, outside := fault.(interface{ Addr() uintptr }); outside {
			return true
		}
	}
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
	for panicked := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panicked = true
		case panicked && !strings.HasPrefix(f.Function, "runtime."):
			return strings.HasPrefix(f.Function, "go.etcd.io/bbolt")
		}
		if !more {
			return false
		}
	}
}

// abandon closes a store after a panic, as far as that is possible: a writer
// that could not take itself back still holds it.
func abandon(db *bbolt.DB) {
	if db == nil {
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		_ = db.Close()
	}()
	select {
	case <-done:
	case <-time.After(time.Second):
	}
}

// cured adds to a report of damage what to do about it.
func (w *World) cured(err error) error {
	var already *curedError
	if errors.As(err, &already) || !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrMissing) {
		return err
	}
	return &curedError{err, w.cure(lastCopy(w.dir, -1))}
}

// curedError is an error that says what to do.
type curedError struct {
	error
	cure string
}

func (e *curedError) Error() string { return e.error.Error() + "; " + e.cure }

func (e *curedError) Unwrap() error { return e.error }

// cure names the copy that makes a world work again.
func (w *World) cure(name string) string {
	if name == "" {
		return fmt.Sprintf("there is no copy in %s: restore a backup of your own as %s", filepath.Join(w.dir, backupsName), w.path())
	}
	return fmt.Sprintf("restore it: cp %s %s", filepath.Join(w.dir, backupsName, name), w.path())
}

// lastCopy is the name of the newest copy in a world's backups, or of the one
// from before a turn; "" if there is none.
func lastCopy(dir string, turn int) string {
	pattern := "before-turn-*.db"
	if turn >= 0 {
		pattern = copyName(turn)
	}
	found, err := filepath.Glob(filepath.Join(dir, backupsName, pattern))
	if err != nil || len(found) == 0 {
		return ""
	}
	return filepath.Base(slices.Max(found))
}

func copyName(turn int) string { return fmt.Sprintf("before-turn-%05d.db", turn) }

// Missing tells what of a world is not there: ErrMissing if some of it is,
// ErrNoWorld if nothing is, nil if nothing is missing.
func Missing(dir string) error {
	var there, gone []string
	for _, name := range []string{storeName, settingsName, backupsName} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			there = append(there, name)
		} else if name != backupsName { // made with the first turn
			gone = append(gone, name)
		}
	}
	switch {
	case len(gone) == 0:
		return nil
	case len(there) == 0:
		return fmt.Errorf("%w: there is no %s", ErrNoWorld, filepath.Join(dir, storeName))
	}
	w := &World{dir: dir}
	if gone[0] != storeName {
		return fmt.Errorf("%w: there is no %s, but %s; `weltentor new` in another folder makes a fresh one to fill in",
			ErrMissing, filepath.Join(dir, gone[0]), strings.Join(there, " and "))
	}
	return w.cured(fmt.Errorf("%w: there is no %s, but %s", ErrMissing, filepath.Join(dir, gone[0]), strings.Join(there, " and ")))
}
