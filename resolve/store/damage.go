package store

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/store/faults"
	"weltentor/resolve/store/system"
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
		_ = system.Unlock(file.Fd()) // the mapping keeps the lock alive
		_ = file.Close()
	}
}

// Guarded turns a panic of the rules into ErrRules: a letter that runs into a mistake of ours must not keep all others
// out. A panic about damage of the store passes through.
func Guarded(f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Damage, *Undecoded, *Unread:
			panic(p) // from a read, not from the rules
		default:
			err = fmt.Errorf("%w: %v\n%s", faults.ErrRules, p, debug.Stack())
		}
	}()
	f()
	return nil
}
