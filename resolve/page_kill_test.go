package resolve

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/received"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/worldtest"
)

// sealedIn is where the page keeps its last letter as it was sealed, until it has an answer.
func sealedIn(dir string) string { return filepath.Join(dir, "sealed") }

// postMany sends orders by the door of realm 1 for ever, each kept as the page keeps it.
func postMany(dir string) error {
	b := &worldtest.Pages{Game: &worldtest.Game{T: &testing.T{}, Dir: dir, Passwords: []string{"", ""}}}
	b.Reopen(worldtest.Tiny{})
	door := b.Key(1, letter.ByDoor, "")
	for n := b.Kept() + 1; ; n++ {
		b.ClockAt = worldtest.Day0.Add(time.Duration(n) * time.Minute)
		b.Seals(door, "", fmt.Sprintf("$I 1 -\n$A\ndig %d\n", n%9+1), false)
		if err := os.WriteFile(sealedIn(dir)+".new", b.Sealed, 0o600); err != nil {
			return err
		}
		if err := os.Rename(sealedIn(dir)+".new", sealedIn(dir)); err != nil {
			return err
		}
		if _, err := b.Try(door); err != nil {
			return err
		}
	}
}

// A letter from the page is killed at any instant, and its answer is lost. The page sends it again: it is in force once,
// with one sheet and one copy for the mailbox. KILLS=full kills fifty calls, otherwise it is every fifth of these.
func TestPageKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	b, again := worldtest.OnPages(t, 1), 0
	for n := 0; n < 50; n += worldtest.Bouts(5, 1) {
		c := start(t, b.Dir, "post")
		time.Sleep(time.Duration(20+n*3) * time.Millisecond)
		kill(t, c)
		b.Reopen(worldtest.Tiny{})
		sealed, err := os.ReadFile(sealedIn(b.Dir))
		if os.IsNotExist(err) {
			continue
		}
		must(t, err)
		b.Sealed, b.ClockAt = sealed, worldtest.Day0.Add(24*time.Hour)
		if a := b.Again(b.Key(1, letter.ByDoor, "")); a.Again {
			again++
		}
		kept := b.Kept()
		if got, want := b.InForce(1), fmt.Sprintf("$I 1 ***\n$A\ndig %d\n", kept%9+1); got != want {
			t.Errorf("in force is %q, want %q", got, want)
		}
		must(t, b.View(func(tx *store.Tx) error {
			copies, replaced := len(received.Copies(tx)), sheets.CountReplaced(tx, 1, 1)
			if copies != kept || replaced != kept-1 {
				t.Errorf("%d letters, %d copies, %d sheets", kept, copies, replaced+1)
			}
			return nil
		}))
	}
	if t.Logf("%d letters, %d of them known when they came again", b.Kept(), again); b.Kept() == 0 {
		t.Error("nobody was killed at work")
	}
}
