package laws

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestArrowsCatches: a project without faults, and one for each way to break the rules of arrows.
func TestArrowsCatches(t *testing.T) {
	t.Parallel()
	list := func() []Package { return []Package{{"cellar", nil}, {"hall", []string{"cellar"}}} }
	put := func(file, imported string) func(map[string]string, *[]Package) {
		return func(files map[string]string, _ *[]Package) { files[file] = imported }
	}
	for _, c := range []struct {
		what   string
		change func(files map[string]string, packages *[]Package)
		want   string
	}{
		{"all is well", func(map[string]string, *[]Package) {}, ""},
		{"up", put("cellar/up.go", "h/hall"), "cellar imports h/hall"},
		{"into the folder", put("hall/up.go", "h"), "hall imports h;"},
		{"a test may", put("cellar/up_test.go", "h/hall"), ""},
		{"others may be", put("cellar/x.go", "hut/hall"), ""},
		{"unused", put("hall/a.go", "fmt"), "hall may import cellar"},
		{"upside down", func(_ map[string]string, packages *[]Package) { slices.Reverse(*packages) },
			"cellar is not below hall"},
		{"unlisted", put("attic/a.go", "fmt"), "the package attic is not in"},
		{"for tests alone", put("stage/a.go", "h"), ""},
		{"no such package", func(_ map[string]string, packages *[]Package) { *packages = append(*packages, Package{"roof", nil}) },
			"the package roof: no files"},
	} {
		files, packages := map[string]string{"cellar/a.go": "fmt", "hall/a.go": "h/cellar"}, list()
		c.change(files, &packages)
		folder := t.TempDir()
		for name, imported := range files {
			name = filepath.Join(folder, name)
			text := "package x\n\nimport _ \"" + imported + "\"\n"
			if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got := arrows(folder, "h", packages, []string{"stage"})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
