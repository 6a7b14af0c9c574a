package store

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"go.etcd.io/bbolt"
	"golang.org/x/sys/unix"
)

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
