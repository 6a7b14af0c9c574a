//go:build fleet

package fleet_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A copy from before some orders came is put in the place of a world. Then its deadline passes, and no new mail comes:
// the orders are read again before the turn is resolved, and count in it.
func TestTheFleetsRestoredWorldReadsAgainBeforeItsTurn(t *testing.T) {
	c := newConvoy(t, "north").embark()
	file := filepath.Join(c.home, "backup.db")
	c.done("backup", "north", file)
	c.start("one")
	c.quiet(1)
	c.mail("north", 1)
	c.quiet(1)
	c.end("one")
	orders := func(turn string) string {
		t.Helper()
		return c.done("orders", "north", "1", turn)
	}
	if out := orders("1"); !strings.Contains(out, "1001") {
		t.Fatal(out)
	}
	if _, err := os.Stat(file); err != nil {
		t.Fatal(err)
	}
	if out := c.done("restore", "north", file, "--yes"); !strings.Contains(out, "again") {
		t.Error(out)
	}
	if out := orders("1"); strings.Contains(out, "1001") {
		t.Errorf("the copy knows the orders: %s", out)
	}
	c.jump(25 * time.Hour)
	c.start("one")
	c.quiet(2)
	c.stop()
	if out := orders("1"); !strings.Contains(out, "1001") {
		t.Errorf("turn 1 was resolved without the orders: %s", out)
	}
	if out := orders("2"); strings.Contains(out, "1001") {
		t.Errorf("they count in turn 2: %s", out)
	}
	if n := c.inbox(); n != 0 {
		t.Errorf("%d mails in the inbox", n)
	}
}
