//go:build fleet

package nats

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestDiskFull: one of three servers has a disk that is full, and gives up for good; when there is room again,
// another has taken its place, and gets all that was confirmed meanwhile.
func TestDiskFull(t *testing.T) {
	disk := t.TempDir()
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=64m,mode=700"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no file system to fill: %v", err)
		}
		t.Logf("no file system to fill: %v", err)
		return
	}
	t.Cleanup(func() { unix.Unmount(disk, unix.MNT_DETACH) })
	f := founded(t, 3, func(c *Config) {
		if c.Name == "host-1" {
			c.Folder = filepath.Join(disk, "nats")
		}
	})
	e := f.engine(1)
	want := filled(t, e, "world/a", 3)
	settled(t, e, 3)
	ballast, err := os.Create(filepath.Join(disk, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := ballast.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
	first := f.servers[0].now()
	for end := time.Now().Add(3 * patience); first.JetStreamEnabled(); {
		n, err := e.Append(t.Context(), "world/a", want[len(want)-1], nil, make([]byte, 100<<10))
		if err != nil {
			t.Fatalf("two servers that have room: %v", err)
		}
		if want = append(want, n); time.Now().After(end) {
			t.Fatal("its disk is full, and it does not mind")
		}
	}
	if err := errors.Join(ballast.Close(), os.Remove(ballast.Name())); err != nil {
		t.Fatal(err)
	}
	settled(t, e, 3)
	f.stop(2)
	if got := numbers(t, f.engine(0), "world/a"); !slices.Equal(got, want) {
		t.Errorf("without another server there are the entries %v, want %v", got, want)
	}
}
