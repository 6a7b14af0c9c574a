package disk

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A released lock is free at once, even while another process still has the file open: a program started at that
// moment inherits it for an instant.
func TestUnlockDoesNotWaitForTheForked(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	twin, err := unix.Dup(int(l.f.Fd())) // shares the lock, as a forked process does
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(twin)
	if err := l.Unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := Lock(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Unlock(); err != nil {
		t.Fatal(err)
	}
}
