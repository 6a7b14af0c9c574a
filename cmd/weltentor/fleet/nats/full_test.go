//go:build fleet

package nats

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
)

// TestDiskFull: one of three servers has a disk that is full, and gives up for good; when there is room again,
// another has taken its place, and gets all that was confirmed meanwhile.
func TestDiskFull(t *testing.T) {
	disk := stage.NewDisk(t, t.TempDir(), 64<<20, 0o700)
	if disk == nil {
		return
	}
	f := founded(t, 3, func(c *Config) {
		if c.Name == "host-1" {
			c.Folder = filepath.Join(disk.Dir, "nats")
		}
	})
	e := f.engine(1)
	want := filled(t, e, "world/a", 3)
	settled(t, e, 3)
	disk.Fill()
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
	disk.Free()
	settled(t, e, 3)
	f.stop(0)
	for _, room := range []int{0, 1 << 20} { // with a little, the server itself would begin
		little := filepath.Join(disk.Dir, "little")
		if err := os.WriteFile(little, make([]byte, room), 0o600); err != nil {
			t.Fatal(err)
		}
		disk.Fill()
		if err := os.Remove(little); err != nil {
			t.Fatal(err)
		}
		if s, err := Start(t.Context(), f.configs[0]); err == nil {
			t.Errorf("it starts with room for %d bytes", room)
			s.Close()
		} else if !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("a start with room for %d bytes: %v", room, err)
		}
		disk.Free()
	}
	f.start(0)
	settled(t, e, 3)
	f.stop(2)
	if got := numbers(t, f.engine(0), "world/a"); !slices.Equal(got, want) {
		t.Errorf("without another server there are the entries %v, want %v", got, want)
	}
}
