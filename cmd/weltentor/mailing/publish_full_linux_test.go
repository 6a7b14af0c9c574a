package mailing

import (
	"path/filepath"
	"slices"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/worldtest"
)

// On a full disk the old files stay whole, and nothing is left beside them. Once there is room again, the new ones come.
func TestPublishOnAFullDisk(t *testing.T) {
	to := t.TempDir()
	disk := stage.NewDisk(t, to, 1<<20, 0o755)
	if disk == nil {
		return
	}
	files, note := edition(1)
	_, err := publishAll(to, files, note)
	worldtest.Must(t, err)
	disk.Fill()
	later, laterNote := edition(2)
	if changed, err := publishAll(to, later, laterNote); err == nil || changed {
		t.Errorf("on a full disk: %t %v", changed, err)
	}
	disk.Free()
	for name := range files {
		if n := editionOf(filepath.Join(to, name)); n != 1 {
			t.Errorf("%s is of edition %d", name, n)
		}
	}
	if got := names(t, to); len(got) != len(files)+1 || !slices.Equal(notedIn(to).Files, note.Files) {
		t.Errorf("%q are left, and the note %+v", got, notedIn(to))
	}
	_, err = publishAll(to, later, laterNote)
	worldtest.Must(t, err)
	complete(t, to, 2)
}
