package archive

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A copy that was kept is found again, whatever characters its settings have. A copy that would not be found is not
// kept.
func TestWhatIsKeptIsFound(t *testing.T) {
	file := filepath.Join(t.TempDir(), "world.db")
	if err := os.WriteFile(file, []byte("store"), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		settings string
		kept     bool
	}{
		"signs of HTML": {"# " + strings.Repeat("<&>", 200<<10), true},
		"umlauts":       {"# " + strings.Repeat("ü", 300<<10), true},
		"too long":      {"# " + strings.Repeat("x", maxNote), false},
	} {
		a := Archive{Folder(t.TempDir())}
		kept, err := a.Keep(t.Context(), Copy{World: "north", Since: time.Unix(0, 0).UTC(), At: 7,
			Settings: c.settings}, file)
		if (err == nil) != c.kept {
			t.Errorf("%s: %v", what, err)
		}
		found, err := a.Copies(t.Context(), "north")
		if err != nil || (len(found) == 1) != c.kept ||
			c.kept && (found[0].Settings != c.settings || found[0] != kept) {
			t.Errorf("%s: %d copies are found (%v)", what, len(found), err)
		}
	}
}
