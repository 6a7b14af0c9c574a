//go:build fleet && linux

package powerloss

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPowerFails: what was synced is there, and what was not synced is gone.
func TestPowerFails(t *testing.T) {
	m := Mount(t)
	at := func(name string) string { return filepath.Join(m.Folder, name) }
	synced := func(name string) {
		t.Helper()
		f, err := os.Open(at(name))
		must(t, err)
		defer f.Close()
		must(t, f.Sync())
	}
	holds := func(name, want string) {
		t.Helper()
		got, err := os.ReadFile(at(name))
		if want == "" && !os.IsNotExist(err) || want != "" && (err != nil || string(got) != want) {
			t.Errorf("%s: %.40q (%d bytes), %v, want %.40q", name, got, len(got), err, want)
		}
	}
	long := strings.Repeat("long ", 2000)
	must(t, os.MkdirAll(at("folder/deep"), 0o700))
	for _, name := range []string{"kept", "unnamed", "unsynced", "changed", "grown", "cut", "gone", "moved", "over",
		"folder/deep/kept", "folder/lost"} {
		must(t, os.WriteFile(at(name), []byte(name+long), 0o600))
		if name != "unsynced" && name != "unnamed" {
			synced(name)
		}
	}
	must(t, os.Remove(at("unnamed")))
	synced(".")
	synced("folder/deep")
	must(t, os.WriteFile(at("unnamed"), []byte("content only"), 0o600))
	synced("unnamed")
	f, err := os.OpenFile(at("changed"), os.O_RDWR, 0)
	must(t, err)
	_, err = f.WriteAt([]byte("CHANGED"), 5000)
	must(t, err)
	must(t, f.Close())
	f, err = os.OpenFile(at("grown"), os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(long)
	must(t, err)
	must(t, f.Close())
	f, err = os.OpenFile(at("each"), os.O_CREATE|os.O_WRONLY|os.O_SYNC, 0o600)
	must(t, err)
	_, err = f.WriteString("by each write")
	must(t, err)
	must(t, f.Close())
	must(t, os.Truncate(at("cut"), 3))
	must(t, os.Remove(at("gone")))
	must(t, os.Rename(at("moved"), at("over")))
	holds("over", "moved"+long)
	holds("each", "by each write")
	holds("cut", "cut")
	m.PowerFails(t, nil)
	for _, name := range []string{"kept", "changed", "grown", "cut", "gone", "moved", "over"} {
		holds(name, name+long)
	}
	for _, name := range []string{"unnamed", "each", "folder/deep/kept", "folder/lost"} {
		holds(name, "") // the last two are gone: the folder was never synced
	}
	if got, err := os.ReadFile(at("unsynced")); err != nil || len(got) != 0 {
		t.Errorf("a file that only its folder was synced for has %d bytes, %v", len(got), err)
	}
	if m.Dropped() == 0 || m.Syncs() == 0 {
		t.Errorf("%d dropped, %d syncs", m.Dropped(), m.Syncs())
	}
}

// TestLies: a disk that lies keeps nothing.
func TestLies(t *testing.T) {
	m := Mount(t)
	name := filepath.Join(m.Folder, "a")
	write := func(text string) {
		t.Helper()
		must(t, os.WriteFile(name, []byte(text), 0o600))
		for _, name := range []string{name, m.Folder} {
			f, err := os.Open(name)
			must(t, err)
			must(t, f.Sync())
			must(t, f.Close())
		}
	}
	write("true")
	m.Lie()
	write("a lie")
	m.PowerFails(t, nil)
	if got, err := os.ReadFile(name); err != nil || string(got) != "true" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestLucky: with dice some pages are kept and some are lost, each as a whole.
func TestLucky(t *testing.T) {
	m := Mount(t)
	name := filepath.Join(m.Folder, "a")
	old, fresh := bytes.Repeat([]byte("o"), 64*pageSize), bytes.Repeat([]byte("f"), 80*pageSize)
	f, err := os.Create(name)
	must(t, err)
	_, err = f.Write(old)
	must(t, err)
	must(t, f.Sync())
	folder, err := os.Open(m.Folder)
	must(t, err)
	must(t, folder.Sync())
	must(t, folder.Close())
	_, err = f.WriteAt(fresh, 0)
	must(t, err)
	must(t, f.Close())
	m.PowerFails(t, rand.New(rand.NewPCG(1, 2)))
	got, err := os.ReadFile(name)
	must(t, err)
	count := map[byte]int{}
	for page := range slices.Chunk(got, pageSize) {
		if !bytes.Equal(page, bytes.Repeat(page[:1], len(page))) {
			t.Error("a page is half old and half new")
		}
		count[page[0]]++
	}
	if count['o'] < 10 || count['f'] < 10 || len(got) <= len(old) {
		t.Errorf("%d bytes, pages: %d old, %d new, %d of nothing", len(got), count['o'], count['f'], count[0])
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
