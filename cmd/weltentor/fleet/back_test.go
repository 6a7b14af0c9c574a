//go:build fleet

package fleet_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/resolve/store/disk"
)

// A key that letters are signed with must be there for every host: not in the folder that can be deleted.
func TestTheFleetsKeysLieBesideTheFolders(t *testing.T) {
	c := newConvoy(t, "north")
	north := filepath.Join(c.home, "north")
	path := filepath.Join(north, disk.SettingsName)
	toml, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(key string) string {
		text := string(toml)
		for from, to := range map[string]string{`domain = ""`: `domain = "demo.test"`,
			`selector = ""`: `selector = "s"`, `key_file = ""`: fmt.Sprintf("key_file = %q", key)} {
			if !strings.Contains(text, from) {
				t.Fatalf("no %s in\n%s", from, text)
			}
			text = strings.Replace(text, from, to, 1)
		}
		return text
	}
	put := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{"dkim.pem", "../keys/dkim.pem", filepath.Join(north, "dkim.pem")} {
		put(path, signed(key))
		c.refused("dkim.key_file", "fleet", "add", north)
	}
	if _, marked, err := disk.Marked(north); marked || err != nil {
		t.Error("a refused world is marked", err)
	}
	put(path, signed(filepath.Join(c.home, "dkim.pem")))
	c.done("fleet", "add", north)
	file := filepath.Join(c.home, "new.toml")
	put(file, signed("dkim.pem"))
	c.refused("dkim.key_file", "fleet", "settings", "north", file)
}

// An export that fails leaves the world with its hosts, and one that is killed can be run again, wherever it was
// killed. A folder that is not its own it does not touch.
func TestTheFleetsExportThatFails(t *testing.T) {
	c := newConvoy(t, "north").embark()
	out := filepath.Join(c.home, "out")
	if code, said := c.fleet("fleet", "export", "north", filepath.Join(c.home, "nowhere", "out")); code == 0 {
		t.Errorf("exit %d, %s", code, said)
	}
	if len(c.view().Worlds) != 1 {
		t.Error("after an export that failed the world is gone")
	}
	own := filepath.Join(out+".half", "notes.txt")
	if err := errors.Join(os.Mkdir(out+".half", 0o700), os.WriteFile(own, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	c.refused("choose another name", "fleet", "export", "north", out)
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(out + ".half"); err != nil {
		t.Fatal(err)
	}
	// Killed before the folder is renamed, and after it: everything there is made anew.
	for _, dir := range []string{out + ".half", out} {
		if err := errors.Join(os.Mkdir(dir, 0o700),
			disk.PutMark(dir, disk.Mark{World: "north", Exported: true})); err != nil {
			t.Fatal(err)
		}
		if code, said := c.sh("pause", dir, "--yes"); code == 0 {
			t.Errorf("the half folder goes on: %s", said)
		}
	}
	c.done("pause", "north", "--yes") // it is still the fleet's
	c.done("fleet", "export", "north", out+"/")
	if code, said := c.sh("status", out); code != 0 || !strings.Contains(said, "paused") {
		t.Errorf("exit %d, %s", code, said)
	}
	// Killed when the world was removed.
	if err := disk.PutMark(out, disk.Mark{World: "north", Exported: true}); err != nil {
		t.Fatal(err)
	}
	c.refused("no world south", "fleet", "export", "south", filepath.Join(c.home, "x"))
	c.refused("exists; choose another name", "fleet", "export", "south", out)
	c.done("fleet", "export", "north", out)
	if code, said := c.sh("verify", out); code != 0 {
		t.Errorf("exit %d, %s", code, said)
	}
}
