package engines

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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

// What is renamed all the time is seldom seen. Then it counts what the disk has lost, but else that is nobody's.
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
