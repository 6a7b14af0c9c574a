package engines

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Of what a program says the last lines are kept, as a person can read them.
func TestLastWords(t *testing.T) {
	failed := errors.New("exit status 3")
	for _, c := range []struct{ said, want string }{
		{"", "it ended with exit status 3 and said nothing"},
		{"\n\n", "it ended with exit status 3 and said nothing"},
		{"1\n2\n3\n4\n5\n6\n", "it ended with exit status 3 and said:\n> 2\n> 3\n> 4\n> 5\n> 6"},
		{"1\n\nready> \n", "it ended with exit status 3 and said:\n> 1\n> \n> ready>"},
		{"bell\a, \x1b[31mred\r\n, M\xe4rz, \u202eturned", "it ended with exit status 3 and said:\n> bell ,  [31mred \n> , M?rz,  turned"},
		{strings.Repeat("x", 3*kept), "it ended with exit status 3 and said:\n> " + strings.Repeat("x", kept)},
	} {
		said := &tail{}
		for part := range strings.SplitAfterSeq(c.said, ",") {
			if n, err := said.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if got := said.of(failed).Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		if said.of(nil) != nil {
			t.Error("no error has words")
		}
	}
}

// A world whose engine cannot run is refused, with the package that is missing.
func TestNoWall(t *testing.T) {
	dir := put(t, map[string]string{"engine.toml": whole})
	t.Setenv("PATH", t.TempDir())
	if rb, err := Read(dir, nil); rb != nil || err == nil || !strings.Contains(err.Error(), "install the package bubblewrap") {
		t.Errorf("%v, %v", rb, err)
	}
	if rb, err := Read(filepath.Join(dir, "nowhere"), nil); rb != nil || err == nil || !strings.Contains(err.Error(), "engine.toml cannot be read") {
		t.Errorf("%v, %v", rb, err)
	}
}

// What is renamed all the time is seldom seen. Then what the disk has lost counts; otherwise others may have written that.
func TestWallVanishing(t *testing.T) {
	dir := t.TempDir()
	for i := range 1000 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("a", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	nobody, lost := sandbox{fd: -1}, unused(dir)+1<<40
	if err := nobody.above(dir, 1<<30, lost); err != nil {
		t.Errorf("others fill the disk: %v", err)
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		name := func(n int) string { return filepath.Join(dir, fmt.Sprint("d", n)) }
		_ = os.Mkdir(name(0), 0o700)
		for n := 0; ; n++ {
			select {
			case <-over:
				return
			default:
				_ = os.Rename(name(n), name(n+1))
			}
		}
	}()
	defer func() { close(over); <-ended }()
	for end := time.Now().Add(10 * time.Second); ; {
		if err := nobody.above(dir, 1<<30, unused(dir)); err != nil {
			t.Fatalf("the disk has lost nothing: %v", err)
		}
		if err := nobody.above(dir, 1<<30, lost); err != nil {
			if want := "it took more than 1024 MB of memory and files together"; err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
			return
		}
		if time.Now().After(end) {
			t.Fatal("nobody minds a folder that is never there")
		}
	}
}

// Folders deeper than any path may be, and closed, are removed also by a user who is not root.
func TestWallRemoves(t *testing.T) {
	closed, err := os.MkdirTemp("", "weltentor-engine-") // not t.TempDir, in whose folder another user sees nothing
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(closed)
	dir := filepath.Join(closed, "game")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), nil, 0); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends, and with it what it is
		done <- func() error {
			if os.Geteuid() == 0 {
				const other = 65534
				if err := errors.Join(os.Chown(closed, other, other), os.Chown(dir, other, other)); err != nil {
					return err
				}
				if _, _, no := unix.RawSyscall(unix.SYS_SETRESUID, other, other, other); no != 0 { // of this thread only
					return no
				}
			}
			at, err := unix.Open(dir, unix.O_DIRECTORY, 0)
			for range 30 {
				name := strings.Repeat("n", 200)
				err = cmp.Or(err, unix.Mkdirat(at, name, 0o700), unix.Mkdirat(at, "m", 0))
				below, no := unix.Openat(at, name, unix.O_DIRECTORY, 0)
				err = cmp.Or(err, no, unix.Fchmod(at, 0), unix.Close(at))
				at = below
			}
			err = cmp.Or(err, unix.Close(at))
			if err == nil && os.Geteuid() != 0 && os.RemoveAll(closed) == nil {
				return errors.New("the folder is none that is hard to remove")
			}
			return cmp.Or(err, remove(dir))
		}()
	}()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(closed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("it is still there: %v", err)
	}
}
