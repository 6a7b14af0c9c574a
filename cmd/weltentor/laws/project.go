// Package laws tests what docs/laws.md and the manuals promise about the project as a whole: imports, names, words,
// pages, copies. A law that could fail silently has a twin that breaks it on purpose. Tests of other packages take the
// list of files from it (Tracked), and the check of what their packages may import (Arrows).
package laws

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// root is the root of the module: the nearest folder upwards that has a go.mod. Tests run in their package's folder,
// so there is one.
var root = sync.OnceValue(func() string {
	dir, err := os.Getwd()
	for err == nil {
		if _, none := os.Stat(filepath.Join(dir, "go.mod")); none == nil {
			return dir
		}
		if filepath.Dir(dir) == dir {
			err = fs.ErrNotExist
		}
		dir = filepath.Dir(dir)
	}
	panic(fmt.Sprint("no go.mod from here upwards: ", err))
})

// Tracked returns the files of the project by their paths, as git knows them.
func Tracked(t testing.TB) []string {
	t.Helper()
	files, err := tracked()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(files)
}

// tracked asks git once for all laws.
var tracked = sync.OnceValues(func() (files []string, err error) {
	root := root()
	cmd := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	for _, f := range strings.Fields(string(out)) {
		if _, err := os.Stat(filepath.Join(root, f)); err == nil {
			files = append(files, path.Clean(f))
		}
	}
	if len(files) < 20 {
		return nil, fmt.Errorf("git knows only %d files", len(files))
	}
	return files, nil
})

// Content returns the text of a file of the project.
func Content(t testing.TB, file string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root(), file))
	if err != nil {
		t.Fatal(fmt.Errorf("a file of the house: %w", err))
	}
	return string(raw)
}
