//go:build fleet

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/store"
)

// A host's copy says that the journal has confirmed more than it has. If that was written so, the journal has lost it,
// and the world stands still. If somebody has changed the file, or it is a copy of another fleet's, the copy is thrown
// away, and the world goes on.
func TestTheFleetsCopyThatKnowsMore(t *testing.T) {
	for what, of := range map[string]struct {
		edited, foreign bool
		want            string
	}{
		"the journal has lost it": {want: "stopped"},
		"somebody has changed it": {edited: true, want: "well"},
		"it is another fleet's":   {foreign: true, want: "well"},
	} {
		t.Run(what, func(t *testing.T) {
			c := newConvoy(t, "north").embark()
			c.start("one")
			c.quiet(1)
			c.stop()
			dir := c.reach("one").Folder("north")
			path := filepath.Join(dir, store.ConfirmedName)
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			line, sum, _ := strings.Cut(string(raw), "\n")
			line = strings.Replace(line, `"position":`, `"position":9`, 1)
			if !of.edited {
				sum = fmt.Sprintf("%x\n", sha256.Sum256([]byte(line)))
			}
			err = os.WriteFile(path, []byte(line+"\n"+sum), 0o600)
			m, _, unread := store.Marked(dir)
			if err != nil || unread != nil || m.Of == "" {
				t.Fatal(err, unread, m)
			}
			if of.foreign {
				m.Of, m.Since = "A"+m.Of[1:]+"B", m.Since.Add(time.Hour)
				if err := store.PutMark(dir, m); err != nil {
					t.Fatal(err)
				}
			}
			c.mail("north", 1)
			c.start("one")
			if of.want == "stopped" {
				c.eventually("it stands still", func() bool { return c.view().Worlds["north"].State == of.want })
				c.stop()
				return
			}
			c.quiet(1)
			if w := c.view().Worlds["north"]; w.State != of.want {
				t.Errorf("%+v", w)
			}
			c.stop()
			told := slices.ContainsFunc(c.told.lines, func(l string) bool { return strings.Contains(l, path) })
			kept, _ := filepath.Glob(filepath.Join(dir, "backups", "replaced-*.db"))
			if told != of.edited || (len(kept) == 1) != of.foreign {
				t.Errorf("%v, kept %v", c.told.lines, kept)
			}
			if now, _, err := store.Marked(dir); err != nil || of.foreign && now.Of == m.Of {
				t.Errorf("%+v, %v", now, err)
			}
			c.holds()
		})
	}
}
