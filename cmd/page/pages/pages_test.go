package pages

import (
	"bytes"
	"io/fs"
	"path"
	"strings"
	"testing"

	"weltentor/resolve/outbox"
)

// Everything that was built is a page with a version of its own. What was not built has no page.
func TestPages(t *testing.T) {
	entries, err := built.ReadDir("built")
	if err != nil || len(entries) == 0 {
		t.Fatalf("what is embedded: %v", err)
	}
	versions := map[string]bool{}
	for _, e := range entries {
		rulebook, is := strings.CutSuffix(e.Name(), ".html.gz")
		if !is {
			continue
		}
		html, version, ok := Page(rulebook)
		if !ok || !bytes.HasPrefix(html, []byte("<!DOCTYPE html>")) || len(version) != versionDigits ||
			version != Version(rulebook) || versions[version] || bytes.Count(html, []byte(outbox.DataPlace)) != 1 {
			t.Errorf("%s: ok %v, %d bytes, version %q", rulebook, ok, len(html), version)
		}
		versions[version] = true
	}
	for _, none := range []string{"", "chess", "none", "../pages"} {
		if html, version, ok := Page(none); ok || html != nil || version != "" || Version(none) != "" {
			t.Errorf("a page of %q", none)
		}
	}
}

// A version is counted once: a turn asks for it with each report.
func TestVersionIsCountedOnce(t *testing.T) {
	files, err := fs.Glob(built, "built/*.html.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "built/unknown.html.gz") {
		rulebook := strings.TrimSuffix(path.Base(file), ".html.gz")
		if Version(rulebook) == "" != (rulebook == "unknown") {
			t.Errorf("%s has version %q", rulebook, Version(rulebook))
		}
		if n := testing.AllocsPerRun(10, func() { Version(rulebook) }); n > 0 {
			t.Errorf("%s: %v allocations", rulebook, n)
		}
	}
}
