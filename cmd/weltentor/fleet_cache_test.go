//go:build fleet

package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/entry"
)

// A host's copy says that the journal has confirmed more than it has. If the host wrote this, the journal has lost
// entries, and the world stands still. If somebody has changed the file, or it is from another fleet, the copy is
// thrown away, and the world goes on.
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
			path := filepath.Join(dir, entry.ConfirmedName)
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
			m, _, unread := disk.Marked(dir)
			if err != nil || unread != nil || m.Of == "" {
				t.Fatal(err, unread, m)
			}
			if of.foreign {
				m.Of, m.Since = "A"+m.Of[1:]+"B", m.Since.Add(time.Hour)
				if err := disk.PutMark(dir, m); err != nil {
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
			if now, _, err := disk.Marked(dir); err != nil || of.foreign && now.Of == m.Of {
				t.Errorf("%+v, %v", now, err)
			}
			c.holds()
		})
	}
}

// slipped is an engine that from some moment on has, of a log, only what it had earlier.
type slipped struct {
	engine.Engine
	back *atomic.Pointer[engine.Entry] // nil: it has all
}

func (e slipped) Head(ctx context.Context, log string) (engine.Entry, error) {
	if back := e.back.Load(); back != nil && back.Log == log {
		return *back, nil
	}
	return e.Engine.Head(ctx, log)
}

func (e slipped) Heads(ctx context.Context, prefix string) iter.Seq2[engine.Entry, error] {
	return func(yield func(engine.Entry, error) bool) {
		for h, err := range e.Engine.Heads(ctx, prefix) {
			if back := e.back.Load(); err == nil && back != nil && back.Log == h.Log {
				h = *back
			}
			if !yield(h, err) {
				return
			}
		}
	}
}

// The journal loses entries while a host works, as when a standby that lagged takes over: the host notices at once,
// though there is nothing to do in the world.
func TestTheFleetsJournalSlips(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	var back atomic.Pointer[engine.Entry]
	c.around = func(_ string, e engine.Engine) engine.Engine { return slipped{e, &back} }
	c.start("one")
	c.quiet(1)
	was, err := c.reach("one").Engine.Head(t.Context(), fleet.LogOf("north"))
	if err != nil {
		t.Fatal(err)
	}
	c.mail("north", 1)
	c.quiet(1)
	back.Store(&was)
	view := c.views()
	c.eventually("north stands still", func() bool { return view().Worlds["north"].State == "stopped" })
	if w := view().Worlds["south"]; w.State != "well" {
		t.Errorf("%+v", w)
	}
	c.stop()
}
