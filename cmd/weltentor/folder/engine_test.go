package folder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/folder"
)

// A program sees its folder, so no world may be in it, also not by way of a link.
func TestNoWorldInAnEngine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"engine", "engine/saves", "engine-2", "world"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "engine", "saves"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	for world, refused := range map[string]bool{"engine": true, "engine/saves/w": true, "link/w": true, "link": true,
		"engine/../engine/new/w": true, "world": false, "engine-2/w": false, "..engine": false, ".": false} {
		_, err := folder.Engine(filepath.Join(dir, "engine"), filepath.Join(dir, world))
		if err == nil { // there is no engine.toml
			t.Fatalf("%s: no error", world)
		}
		if got := strings.Contains(err.Error(), "would see this world"); got != refused {
			t.Errorf("%s: %v", world, err)
		}
	}
}
