//go:build fleet && linux

package powerloss

import (
	"math/rand/v2"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
	"golang.org/x/sys/unix"
)

// Mounted is a disk that is mounted at a folder.
type Mounted struct {
	*Disk
	Folder string
	server *fuse.Server
}

// Mount mounts an empty disk for the duration of a test. If the system does not allow it, the test is skipped, or
// fails where all tests must run (CI=true).
func Mount(t testing.TB) *Mounted {
	t.Helper()
	folder, err := os.MkdirTemp("", "weltentor-disk-")
	if err != nil {
		t.Fatal(err)
	}
	m := &Mounted{Disk: New(), Folder: folder}
	t.Cleanup(func() {
		m.unmount(t)
		if err := os.Remove(folder); err != nil {
			t.Error(err)
		}
	})
	if err := m.mount(); err != nil && os.Getenv("CI") == "" {
		t.Skipf("FUSE cannot be mounted here: %v", err)
	} else if err != nil {
		t.Fatalf("FUSE cannot be mounted: %v: it needs root and /dev/fuse", err)
	}
	return m
}

func (m *Mounted) mount() (err error) {
	m.server, err = fs.Mount(m.Folder, &node{disk: m.Disk, it: m.root}, &fs.Options{
		RootStableAttr: &fs.StableAttr{Ino: m.root.ino, Mode: m.root.mode, Gen: 1},
		MountOptions: fuse.MountOptions{AllowOther: true, DirectMountStrict: true, Name: "powerloss",
			FsName: "powerloss", MaxWrite: 128 << 10, DisableXAttrs: true},
	})
	if err != nil {
		return err
	}
	return ours()
}

// ours keeps the disk's descriptor from being inherited, which go-fuse does not do when it mounts by itself. A server
// under test that inherited it would keep its own disk alive if the test dies, and wait for it forever.
func ours() error {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return err
	}
	for _, f := range open {
		to, err := os.Readlink("/proc/self/fd/" + f.Name())
		if fd, no := strconv.Atoi(f.Name()); err == nil && no == nil && to == "/dev/fuse" {
			syscall.CloseOnExec(fd)
		}
	}
	return nil
}

// unmount ends the disk as soon as nobody uses it.
func (m *Mounted) unmount(t testing.TB) {
	if m.server == nil {
		return
	}
	err := unix.Unmount(m.Folder, 0)
	for end := time.Now().Add(30 * time.Second); err != nil && time.Now().Before(end); err = unix.Unmount(m.Folder, 0) {
		time.Sleep(10 * time.Millisecond) // a killed process may still be ending
	}
	if err != nil {
		t.Errorf("the disk is still in use: %v", err)
		if err := unix.Unmount(m.Folder, unix.MNT_DETACH|unix.MNT_FORCE); err != nil {
			t.Error(err)
		}
	} else {
		m.server.Wait()
	}
	m.server = nil
}

// PowerFails drops what was not synced, or with dice some of it, and mounts what is left. Whoever used the disk must
// have been killed.
func (m *Mounted) PowerFails(t testing.TB, dice *rand.Rand) {
	t.Helper()
	m.unmount(t)
	m.Cut(dice)
	if err := m.mount(); err != nil {
		t.Errorf("mounted anew: %v", err)
	}
}
