package main

import (
	"archive/zip"
	"bytes"
	"slices"
	"testing"
	"time"
)

// The archive for Windows has the program by the name that it needs there and the pages, and nothing of Unix. The same
// files give the same bytes.
func TestZipForWindows(t *testing.T) {
	t.Parallel()
	m := &material{when: time.Date(2027, 3, 5, 20, 0, 0, 0, time.UTC)}
	files := []file{{"bin/weltentor", 0o755, []byte("MZ")}, {"share/man/man1/weltentor.1.gz", 0o644, nil},
		{"share/doc/weltentor/changes.md", 0o644, []byte("# Changes\n")}}
	raw, err := m.zipped("weltentor-1", files)
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
		if !f.Modified.Equal(m.when) {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
	}
	if want := []string{"weltentor-1/weltentor.exe", "weltentor-1/changes.md"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if again, err := m.zipped("weltentor-1", files); err != nil || !bytes.Equal(again, raw) {
		t.Errorf("other bytes, %v", err)
	}
}
