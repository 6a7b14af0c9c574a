//go:build fleet

package nats

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	ballast := filepath.Join(disk, "ballast")
	filling(t, ballast)
	first := f.servers[0].now()
	for end := time.Now().Add(3 * patience); first.JetStreamEnabled(); {
		last := want[len(want)-1]
		n, err := e.Append(t.Context(), "world/a", last, nil, make([]byte, 100<<10))
		if err != nil { // it led, and its answer is lost
			h, err := e.Head(t.Context(), "world/a")
			if n = h.Number; err != nil {
				t.Fatalf("two servers that have room: %v", err)
			}
		}
		if n > last {
			want = append(want, n)
		}
		if time.Now().After(end) {
			t.Fatal("its disk is full, and it does not mind")
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	settled(t, e, 3)
	f.stop(0)
	filling(t, ballast)
	if _, err := Start(t.Context(), f.configs[0]); err == nil ||
		!strings.Contains(err.Error(), "no space left on device") {
		t.Errorf("a start without room: %v", err)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	f.start(0)
	settled(t, e, 3)
	f.stop(2)
	if got := numbers(t, f.engine(0), "world/a"); !slices.Equal(got, want) {
		t.Errorf("without another server there are the entries %v, want %v", got, want)
	}
}

// filling takes all the room there is.
func filling(t testing.TB, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 64<<10); len(block) > 0; {
		if _, err := f.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}
