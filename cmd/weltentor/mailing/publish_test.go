package mailing

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/resolve/worldtest"
)

// If one of the new files cannot be written, all of the old ones stay, and nothing is left beside them. What a killed run
// has left goes with the next one.
func TestPublishIsWholeOrNotAtAll(t *testing.T) {
	to := t.TempDir()
	read := func(name string) string {
		raw, _ := os.ReadFile(filepath.Join(to, name))
		return string(raw)
	}
	old := map[string][]byte{"index.html": []byte("old"), "public.json": []byte("{}")}
	if changed, err := publishAll(to, old, noted{World: "1"}); err != nil || !changed {
		t.Fatal(changed, err)
	}
	bad := map[string][]byte{"index.html": []byte("new"), "public.json": []byte("[]"), "no/folder": nil}
	if _, err := publishAll(to, bad, noted{World: "2"}); err == nil {
		t.Error("a file without a folder was written")
	}
	if left, _ := filepath.Glob(filepath.Join(to, ".public-*")); len(left) > 0 || read("index.html") != "old" ||
		read("public.json") != "{}" || notedIn(to).World != "1" {
		t.Errorf("%v %q %q %v", left, read("index.html"), read("public.json"), notedIn(to))
	}
	worldtest.Must(t, os.WriteFile(filepath.Join(to, note), []byte(`{"world":"1","stamp":"said who has sent","files":null}`), 0o644))
	if changed, err := publishAll(to, old, noted{World: "1"}); err != nil || !changed || read(note) != `{"world":"1","files":null}` {
		t.Errorf("the note of an older version is %s: %v %v", read(note), changed, err)
	}
	killed, then := filepath.Join(to, ".public-1"), time.Now().Add(-2*time.Hour)
	for _, err := range []error{os.Mkdir(killed, 0o755), os.Chtimes(killed, then, then)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if changed, err := publishAll(to, old, noted{World: "1"}); err != nil || changed {
		t.Error(changed, err)
	}
	if _, err := os.Stat(killed); err == nil {
		t.Error("what a killed run has left is still there")
	}
}
