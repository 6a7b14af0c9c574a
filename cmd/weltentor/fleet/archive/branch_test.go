package archive_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/archive"
)

// Copies are in the order in which they were made, also where a journal that lost entries gave their positions again.
func TestTheArchiveGoesByBranchAndTime(t *testing.T) {
	a := archive.Archive{Place: archive.Folder(t.TempDir())}
	file := filepath.Join(t.TempDir(), "store")
	since := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	for n, c := range []archive.Copy{
		{Since: since, At: 60, Made: since.Add(3 * time.Hour)},
		{Since: since, At: 50, Made: since.Add(5 * time.Hour)}, // of a branch that went on from 40
		{Since: since.Add(time.Hour), At: 2, Made: since.Add(4 * time.Hour)},
		{Since: since, At: 40, Made: since.Add(2 * time.Hour)},
	} {
		if err := os.WriteFile(file, []byte{byte(n)}, 0o600); err != nil {
			t.Fatal(err)
		}
		c.World = "north"
		if _, err := a.Keep(t.Context(), c, file); err != nil {
			t.Fatal(err)
		}
	}
	copies, err := a.Copies(t.Context(), "north")
	var at []uint64
	for _, c := range copies {
		at = append(at, c.At)
	}
	if want := []uint64{40, 60, 50, 2}; err != nil || len(at) != 4 || [4]uint64(at) != [4]uint64(want) {
		t.Errorf("%v (%v), want %v", at, err, want)
	}
}
