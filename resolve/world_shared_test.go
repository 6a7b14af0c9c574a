package resolve

import (
	"os"
	"path/filepath"
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// In a folder where others may write, somebody prepares what a founding would use, so that it overwrites a file of the
// game master.
func TestFoundingInASharedFolder(t *testing.T) {
	t.Parallel()
	for name, lay := range map[string]func(building, diary string) error{
		"a link for the lock": func(building, diary string) error {
			must(t, os.Mkdir(building, 0o700))
			return os.Symlink(diary, filepath.Join(building, worldtest.LockName))
		},
		"a link for the folder": func(building, diary string) error {
			must(t, os.Symlink(diary, filepath.Join(filepath.Dir(diary), worldtest.LockName)))
			return os.Symlink(filepath.Dir(diary), building)
		},
		"a folder open to others": func(building, _ string) error {
			must(t, os.Mkdir(building, 0o700))
			return os.Chmod(building, 0o777)
		},
	} {
		shared, home := t.TempDir(), t.TempDir()
		diary := filepath.Join(home, "diary")
		must(t, os.WriteFile(diary, []byte("Dear diary"), 0o600))
		must(t, lay(filepath.Join(shared, "world.founding"), diary))
		err := players.Found(filepath.Join(shared, "world"), worldtest.Tiny{}, game.Founding{}, worldtest.Day0)
		worldtest.WantError(t, err, faults.ErrExposed)
		if name == "a folder open to others" {
			worldtest.WantError(t, err, faults.ErrExposed, "mode 0777", "chmod 700 ")
		}
		if text, err := os.ReadFile(diary); err != nil || string(text) != "Dear diary" {
			t.Errorf("%s: the file holds %q, %v", name, text, err)
		}
	}
}

// Files in a world are neither links nor another user's.
func TestWorldIsOurOwn(t *testing.T) {
	t.Parallel()
	for _, name := range []string{disk.FileName, worldtest.LockName} {
		b := worldtest.Found(t, worldtest.Tiny{}, 0)
		path := filepath.Join(b.Dir, name)
		must(t, os.Rename(path, path+".away"))
		must(t, os.Symlink(path+".away", path))
		_, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
		worldtest.WantError(t, err, faults.ErrExposed)
	}
	if os.Geteuid() != 0 {
		return // only the superuser can give files away
	}
	for _, name := range []string{"", disk.FileName, worldtest.LockName} {
		b := worldtest.Found(t, worldtest.Tiny{}, 0)
		must(t, os.Chown(filepath.Join(b.Dir, name), 4711, -1))
		_, err := world.Open(b.Dir, []game.Rulebook{worldtest.Tiny{}}, worldtest.Settings())
		worldtest.WantError(t, err, faults.ErrExposed, "4711")
	}
}
