package stage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Disk is a small file system of its own, which can be filled.
type Disk struct {
	t   testing.TB
	Dir string
}

// NewDisk puts one of so many bytes over a folder. Nil: this user may not; where all tests have to run, that is not
// enough.
func NewDisk(t testing.TB, dir string, size int, mode os.FileMode) *Disk {
	t.Helper()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=%o", size, mode)); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no file system to fill: %v", err)
		}
		t.Logf("no file system to fill: %v", err)
		return nil
	}
	t.Cleanup(func() { unix.Unmount(dir, unix.MNT_DETACH) })
	return &Disk{t, dir}
}

func (d *Disk) ballast() string { return filepath.Join(d.Dir, "ballast") }

// Fill takes all the room there is.
func (d *Disk) Fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

// Free gives it back, if it was taken.
func (d *Disk) Free() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
}
