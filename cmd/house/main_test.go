package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Two files that use each other are a knot, and a third is not part of it. Promoted methods count in a method set.
func TestReadings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.25\n",
		"a/a.go": "package a\n\ntype Inner struct{ n int }\n\nfunc (i Inner) N() int { return twice(i.n) }\n",
		"a/b.go": "package a\n\nfunc twice(n int) int { return 2 * Inner{n}.n }\n",
		"a/c.go": "package a\n\ntype Outer struct{ Inner }\n\nfunc (o Outer) M() int { return o.N() }\n",
		"b/b.go": "package b\n\nimport \"example/a\"\n\nvar V = a.Outer{}.M()\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rooms, module, err := measured(dir)
	if err != nil || module != "example" || len(rooms) != 2 {
		t.Fatalf("%d packages of %q, %v", len(rooms), module, err)
	}
	a := rooms[slices.IndexFunc(rooms, func(r room) bool { return r.path == "example/a" })]
	want := room{path: "example/a", files: 3, lines: 13, exported: 2, fan: 1, set: 2, of: "Outer", deep: 1, knot: 2,
		decls: 5, circle: 1, welded: 2} // Inner itself uses nothing: the circle is its method's
	if a != want {
		t.Errorf("%+v,\nwant %+v", a, want)
	}
	var out strings.Builder
	if err := show(&out, dir, 1); err != nil || strings.Count(out.String(), "\n") != 2 {
		t.Errorf("%v: %s", err, &out)
	}
}
