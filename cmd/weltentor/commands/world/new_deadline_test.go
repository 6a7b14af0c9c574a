package world_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds"
)

// Where players move one after the other a fresh world proposes a day a turn; elsewhere it is
// a week.
func TestNewProposesADeadline(t *testing.T) {
	t.Parallel()
	proposals := 0
	for _, rb := range worlds.Rulebooks() {
		rulebook, want := rb.Name(), `deadline = "Friday 20:00"`
		if days := rb.Days(); days > 0 {
			proposals++
			want = `deadline = "1 day"`
			if days != 1 {
				want = fmt.Sprintf("deadline = \"%d days\"", days)
			}
		}
		dir := filepath.Join(t.TempDir(), "world")
		if code, out, errs := clitest.Run(t, "", "new", dir, "--rulebook", rulebook, "--seed", "x"); code != complaint.ExitDone {
			t.Fatalf("%s: exit %d\n%s%s", rulebook, code, out, errs)
		}
		raw, err := os.ReadFile(filepath.Join(dir, settings.File))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "\n"+want+"\n") {
			t.Errorf("%s: %s is not in its settings", rulebook, want)
		}
	}
	if proposals == 0 {
		t.Error("no rulebook proposes a deadline")
	}
}
