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

	"weltentor/orders/phrase"
	"weltentor/resolve/store"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
	"golang.org/x/sys/unix"
)

// open opens the store for one use and closes it again. What bbolt panicked over
// is not opened a second time: it may still be held.
func (st *Store) open(readOnly bool, use func(*bbolt.DB) error) error {
	if st.damage != nil {
		return st.damage
	}
	err, panicked := openFor(st.path(), readOnly, use)
	err = full(err)
	if err = st.cured(err); panicked {
		st.damage = err
	}
	return err
}

// createStore makes a store with all buckets, filled in one transaction.
func createStore(path string, fill func(*store.Tx) error) error {
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{Timeout: busy, PageSize: pageSize, FreelistType: bbolt.FreelistMapType, OpenFile: openOwn})
	if err != nil {
		return err
	}
	err = db.Update(func(raw *bbolt.Tx) error {
		tx := store.In(raw)
		for _, name := range buckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return fill(tx)
	})
	return errors.Join(err, db.Close())
}

// openFor is the only place that opens stores there are. Damage becomes ErrDamaged here,
// which bbolt meets as a panic, and a checksum as a store.Damage; a panic of ours
// stays one.
func openFor(path string, readOnly bool, use func(*bbolt.DB) error) (err error, panicked bool) {
	used, err := whole(path)
	if err == nil && !readOnly {
		err = allowed(path, used)
	}
	if err != nil {
		return err, false
	}
	var db *bbolt.DB
	var file *os.File
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a page that points outside the file
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		abandon(db, file)
		if _, value := p.(*store.Damage); !value && !ofStore(p) {
			panic(p)
		}
		err, panicked = fmt.Errorf("%w: %s: %v", ErrDamaged, path, p), true
	}()
	if db, err = openStore(path, readOnly, &file); err != nil {
		return err, false
	}
	err = use(db)
	return errors.Join(err, db.Close()), false
}

// openStore opens the store; file is what it opened, even if it panics.
func openStore(path string, readOnly bool, file **os.File) (*bbolt.DB, error) {
	wait := busy
	if readOnly {
		wait = busyReading
	}
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{
		Timeout: wait, ReadOnly: readOnly, PageSize: pageSize, FreelistType: bbolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
			f, err = openOwn(name, flag, mode)
			*file = f
			return f, err
		},
	})
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return nil, &heldError{path, holder(filepath.Join(filepath.Dir(path), lockName))}
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, fmt.Errorf("%w: %s: %v", ErrDamaged, path, err)
	case err != nil:
		return nil, fmt.Errorf("opening the store: %w", err)
	}
	return db, nil
}

// heldError is a store that another command holds too long.
type heldError struct{ path, pid string }

func (e *heldError) Error() string {
	return fmt.Sprintf("%v: %s, process %s", ErrBusy, e.path, e.pid)
}

func (e *heldError) Is(target error) bool { return target == ErrBusy || target == ErrLocked }

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

// abandon closes a store after a panic. A transaction that could not take itself
// back makes bbolt wait for it for ever; its file is closed all the same, so that
// the lock on it is free for whoever restores a copy.
func abandon(db *bbolt.DB, file *os.File) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { _ = recover() }()
		if db != nil {
			_ = db.Close()
		}
	}()
	select {
	case <-done:
	case <-time.After(200 * time.Millisecond):
	}
	if file != nil {
		_ = unix.Flock(int(file.Fd()), unix.LOCK_UN) // the mapping keeps the lock alive
		_ = file.Close()
	}
}

// cured adds to a report of damage what to do about it.
func (st *Store) cured(err error) error {
	var already *curedError
	if errors.As(err, &already) || !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrMissing) {
		return err
	}
	return &curedError{err, st.cure(lastCopy(st.dir, -1))}
}

// curedError is an error that says what to do.
type curedError struct {
	error
	cure phrase.Phrase
}

func (e *curedError) Error() string { return e.error.Error() + "; " + Words(phrase.En).Say(e.cure) }

func (e *curedError) Unwrap() error { return e.error }

// In says it in a language, with the cure.
func (e *curedError) In(lang phrase.Lang) string {
	text := Detail(e.error)
	var tells Telling
	if errors.As(e.error, &tells) {
		text = tells.In(lang)
	}
	return text + "; " + Words(lang).Say(e.cure)
}

// clockError is a clock before the last turn, with what to do if that one's was wrong.
type clockError struct{ what, cure phrase.Phrase }

func (e *clockError) Error() string { return ErrClock.Error() + ": " + e.In(phrase.En) }

func (e *clockError) Unwrap() error { return ErrClock }

// In says it in a language.
func (e *clockError) In(lang phrase.Lang) string {
	what := e.what
	what.Args = append(slices.Clone(what.Args), phrase.Str("cure", Words(lang).Say(e.cure)))
	return Words(lang).Say(what)
}

// cureOf names the copy from before a turn that makes a world work again.
func (st *Store) cureOf(turn int) phrase.Phrase { return st.cure(lastCopy(st.dir, turn)) }

// cure names the copy that makes a world work again.
func (st *Store) cure(name string) phrase.Phrase {
	if name == "" {
		return phrase.P("fault.cure-none", phrase.Str("folder", filepath.Join(st.dir, backupsName)), phrase.Str("store", st.path()))
	}
	return phrase.P("fault.cure", phrase.Str("copy", filepath.Join(st.dir, backupsName, name)), phrase.Str("store", st.path()))
}

// lastCopy is the name of the newest sound copy in a world's backups, or of the
// one from before a turn; "" if there is none. The copy from before the turn in
// which damage was met may have been made of the damaged store.
func lastCopy(dir string, turn int) string {
	pattern := "before-turn-*.db"
	if turn >= 0 {
		pattern = copyName(turn)
	}
	found, err := copiesIn(filepath.Join(dir, backupsName), pattern)
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
	for err := range store.In(raw).Wrong() {
		wrong = err
	}
	return wrong
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
	st := &Store{dir: dir}
	if gone[0] != storeName {
		return fault(ErrMissing, "missing-settings", phrase.Str("path", filepath.Join(dir, gone[0])),
			phrase.Str("there", strings.Join(there, ", ")))
	}
	return st.cured(fault(ErrMissing, "missing-store", phrase.Str("path", filepath.Join(dir, gone[0])),
		phrase.Str("there", strings.Join(there, ", "))))
}
