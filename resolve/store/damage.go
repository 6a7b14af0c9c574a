package store

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

	"weltentor/orders/phrase"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// ofStore reports whether a panic comes from bbolt, which asserts instead of returning errors, or from a read outside
// the mapped file. It goes by the stack. Any other panic is ours.
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

// broken is a panic of ofStore that was recovered and goes on: the stack does not show any more where it came from.
type broken struct{ what any }

func (b *broken) String() string { return fmt.Sprint(b.what) }

// abandon closes a store after a panic. bbolt would wait forever for a transaction that could not be rolled back. So
// the file is closed in any case, and its lock is free for the command that restores a copy.
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
		_ = disk.Unflock(file.Fd()) // the mapping keeps the lock alive
		_ = file.Close()
	}
}

// Guarded turns a panic of the rules into ErrRules: a letter that runs into a mistake of ours must not keep all others
// out. If a program that the rules need has failed, the error also wraps its game.Failed, and says nothing of our code.
// A panic about damage of the store passes through.
func Guarded(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Damage, *Undecoded, *Unread:
			panic(p) // from a read, not from the rules
		case *game.Failed:
			err = fmt.Errorf("%w: %w", faults.ErrRules, p)
		default:
			err = fmt.Errorf("%w: %v\n%s", faults.ErrRules, p, debug.Stack())
		}
	}()
	f()
	return nil
}

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

// Uncured is an error without what it says to do: of a copy, which has no copies beside it.
func Uncured(err error) error {
	var cured *curedError
	if errors.As(err, &cured) {
		return cured.error
	}
	return err
}

// In says it in a language, with the cure.
func (e *curedError) In(lang phrase.Lang) string {
	text := faults.Detail(e.error)
	var tells wording.Telling
	if errors.As(e.error, &tells) {
		text = tells.In(lang)
	}
	return text + "; " + wording.Words(lang).Say(e.cure)
}

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
	return phrase.P("fault.cure", phrase.Str("folder", st.Dir),
		phrase.Str("copy", filepath.Join(st.Dir, disk.BackupsName, name)))
}

// LastCopy is the name of the newest sound copy among a world's backups, or of the one from before a turn. It is "" if
// there is none. The copy from before the turn in which damage was met may be a copy of the damaged store.
func LastCopy(dir string, turn int) string {
	pattern := "before-turn-*.db"
	if turn >= 0 {
		pattern = copyName(turn)
	}
	found, err := copies.List(filepath.Join(dir, disk.BackupsName), pattern)
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
	for err := range FromBolt(raw).Wrong() {
		wrong = err
	}
	return wrong
}
