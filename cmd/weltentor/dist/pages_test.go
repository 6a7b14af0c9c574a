package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The folder of a release can be hosted as it is: its page links to every file by its name alone, the sums cover the
// pages, and no text names an address.
func TestReleaseCanBeHosted(t *testing.T) {
	to := t.TempDir()
	archives := []string{"weltentor-0.9.0-linux-amd64.tar.gz", "weltentor-0.9.0-windows-amd64.zip", "weltentor_0.9.0_amd64.deb"}
	for _, name := range archives {
		if err := os.WriteFile(filepath.Join(to, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir("../../..") // where make runs it
	if err := (&material{version: "0.9.0"}).pages(to); err != nil {
		t.Fatal(err)
	}
	if err := sums(to); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(to, indexFile))
	if err != nil {
		t.Fatal(err)
	}
	linked := map[string]bool{}
	for _, m := range regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(string(page), -1) {
		if _, err := os.Stat(filepath.Join(to, m[1])); err != nil || filepath.Base(m[1]) != m[1] {
			t.Errorf("a link to %q: %v", m[1], err)
		}
		linked[m[1]] = true
	}
	listed, _ := os.ReadFile(filepath.Join(to, sumsFile))
	install, _ := os.ReadFile(filepath.Join(to, installFile))
	for _, name := range append(archives, sumsFile, changesFile) {
		if !linked[name] {
			t.Errorf("no link to %s in\n%s", name, page)
		}
		if !strings.Contains(string(install), name) {
			t.Errorf("no %s in\n%s", name, install)
		}
	}
	for _, name := range append(archives, installFile, changesFile, indexFile) {
		if !strings.Contains(string(listed), "  "+name+"\n") {
			t.Errorf("no sum of %s in\n%s", name, listed)
		}
	}
	for _, text := range []string{string(page), string(install)} {
		if strings.Contains(text, "://") || strings.Contains(text, "{") {
			t.Errorf("an address, or a place that is not filled in:\n%s", text)
		}
	}
}
