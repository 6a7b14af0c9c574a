package folder

import (
	"os"
	"path/filepath"

	"weltentor/resolve/store/disk"
)

// Here lists the worlds of the working directory by the names of their folders, or "." if it is itself a world.
func Here() (dirs []string) {
	is := func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, disk.FileName))
		return err == nil
	}
	if is(".") {
		return []string{"."}
	}
	list, _ := os.ReadDir(".") // a folder that cannot be read shows no worlds
	for _, e := range list {
		if is(e.Name()) {
			dirs = append(dirs, e.Name())
		}
	}
	return dirs
}

// Once returns folders without those that were named before, in whatever spelling.
func Once(dirs []string) (once []string) {
	named := map[string]bool{}
	for _, dir := range dirs {
		whole, err := filepath.Abs(dir)
		if real, is := filepath.EvalSymlinks(whole); err == nil && is == nil {
			whole = real
		}
		if !named[whole] {
			once = append(once, dir)
		}
		named[whole] = true
	}
	return once
}
