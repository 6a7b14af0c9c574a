package stage

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Disk is a small file system that a test can fill.
type Disk struct {
	t   testing.TB
	Dir string
}

// NewDisk mounts a disk of that many bytes over a folder. It returns nil if this user may not mount; where all tests
// must run, the test then fails.
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

// Fill uses up all the room there is.
func (d *Disk) Fill() {
	d.t.Helper()
	f, err := os.OpenFile(d.ballast(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	Must(d.t, err)
	defer f.Close()
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

// Free frees it again, if it was used up.
func (d *Disk) Free() {
	d.t.Helper()
	if err := os.Remove(d.ballast()); err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
}
