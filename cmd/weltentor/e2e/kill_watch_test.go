//go:build linux

package e2e

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// watch reports what a command does to a world's files: "open" of the store, "write" into it, "commit" when it has a
// new transaction. For the copy before a turn it reports "copy" when it begins and "copied" at its end.
type watch struct {
	t       testing.TB
	fd      int
	store   *os.File
	backups int // the kernel's number for the folder of copies
	newest  uint64
	at      func(step string)
	stop    chan struct{}
	ended   sync.WaitGroup
}

// newWatch sees what happens from now on, and nothing from before.
func newWatch(t testing.TB, dir string, at func(step string)) *watch {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	w := &watch{t: t, fd: fd, at: at, stop: make(chan struct{})}
	path := filepath.Join(dir, "world.db")
	if w.store, err = os.OpenFile(path, os.O_RDWR, 0); err != nil { // before the watch starts, which would see it
		t.Fatal(err)
	}
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_OPEN|unix.IN_MODIFY); err != nil {
		t.Fatal(err)
	}
	backups := filepath.Join(dir, "backups")
	if err := os.Mkdir(backups, 0o700); err != nil && !os.IsExist(err) {
		t.Fatal(err)
	}
	if w.backups, err = unix.InotifyAddWatch(fd, backups, unix.IN_CREATE|unix.IN_MOVED_TO); err != nil {
		t.Fatal(err)
	}
	w.newest = newestOf(w.store)
	w.ended.Go(w.run)
	return w
}

func (w *watch) close() {
	close(w.stop)
	w.ended.Wait()
	unix.Close(w.fd)
	w.store.Close()
}

func (w *watch) run() {
	buf := make([]byte, 1<<16)
	for {
		select {
		case <-w.stop:
			return
		default:
		}
		n, err := unix.Read(w.fd, buf)
		if err != nil || n <= 0 {
			poll := []unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}
			_, _ = unix.Poll(poll, 20)
			continue
		}
		w.events(buf[:n])
	}
}

// events reads records of four numbers (whose, what, a cookie, the length of the name) and a name.
func (w *watch) events(buf []byte) {
	for len(buf) >= unix.SizeofInotifyEvent {
		whose, mask := int(int32(binary.NativeEndian.Uint32(buf))), binary.NativeEndian.Uint32(buf[4:])
		end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(buf[12:]))
		name := strings.TrimRight(string(buf[unix.SizeofInotifyEvent:end]), "\x00")
		buf = buf[end:]
		switch {
		case whose == w.backups && strings.HasSuffix(name, ".half") && mask&unix.IN_CREATE != 0:
			w.at("copy")
		case whose == w.backups && mask&unix.IN_MOVED_TO != 0:
			w.at("copied")
		case whose == w.backups:
		case mask&unix.IN_OPEN != 0:
			w.at("open")
		case mask&unix.IN_MODIFY != 0:
			if now := newestOf(w.store); now != w.newest {
				w.newest = now
				w.at("commit")
			} else {
				w.at("write")
			}
		}
	}
}

// newestOf returns the number of a store's last transaction: the higher one of its two meta pages.
func newestOf(store *os.File) (tx uint64) {
	pages := make([]byte, 2*4096)
	if _, err := store.ReadAt(pages, 0); err != nil {
		return 0
	}
	return max(binary.NativeEndian.Uint64(pages[16+48:]), binary.NativeEndian.Uint64(pages[4096+16+48:]))
}

// hold keeps every command out of the store until release, so that a command stops where it wants to open it. A
// command has the store open only for moments, never while it waits for the network.
func (w *watch) hold() {
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		err := unix.Flock(int(w.store.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return
		}
		if time.Now().After(end) {
			w.t.Errorf("the store is open while the network is waited for: %v", err)
			return
		}
	}
}

func (w *watch) release() { unix.Flock(int(w.store.Fd()), unix.LOCK_UN) }
