package fleet

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/resolve/store/entry"
)

// versed is a worker that has rules, and does nothing.
type versed struct{ Worker }

func (versed) Rules() map[string]int { return map[string]int{"chess": 2} }

// Letters give way to a rush of turns, for half a minute at most, and to nothing else.
func TestLettersGiveWayToARush(t *testing.T) {
	now := time.Date(2026, 3, 1, 18, 0, 20, 0, time.UTC)
	deadline := now.Add(-20 * time.Second)
	h := &Host{Worker: versed{}, Fleet: &Fleet{Config: &config.Config{Turns: 2,
		Accounts: []config.Account{{Name: "post"}}}}, full: map[string]time.Time{}}
	for what, c := range map[string]struct {
		change func(*world) // applied to each of three worlds whose deadline has passed
		letter time.Duration
		leaves bool
	}{
		"three due, two hands":      {func(*world) {}, 20 * time.Second, false},
		"a letter after the turn":   {func(*world) {}, 0, false},
		"a letter of half a minute": {func(*world) {}, 30 * time.Second, true},
		"due for half a minute": {func(w *world) { w.gist.Deadline = now.Add(-30 * time.Second) }, 20 * time.Second,
			true},
		"due in a second":    {func(w *world) { w.gist.Deadline = now.Add(time.Second) }, 0, true},
		"no deadline":        {func(w *world) { w.gist.Deadline = time.Time{} }, 0, true},
		"held":               {func(w *world) { w.gist.Held = 3 }, 0, true},
		"of another version": {func(w *world) { w.Rules = 1 }, 0, true},
		"great":              {func(w *world) { w.entry.Size = great }, 0, true},
		"standing still":     {func(w *world) { w.stopped = &Stopped{Why: "lost"} }, 0, true},
		"two due, two hands": {func(w *world) {
			if w.name == "due-2" {
				w.gist.Deadline = now.Add(time.Hour)
			}
		}, 0, true},
	} {
		t.Run(what, func(t *testing.T) {
			s := &seen{now: now, worlds: map[string]*world{"done": {name: "done", Entered: Entered{Account: "post"},
				gist: entry.Gist{Waiting: 4, Oldest: now.Add(-c.letter), Due: deadline}}}, order: []string{"done"}}
			for n := range 3 {
				w := &world{name: fmt.Sprint("due-", n), gist: entry.Gist{Deadline: deadline}}
				w.Rulebook, w.Rules = "chess", 2
				c.change(w)
				s.worlds[w.name] = w
				s.order = append(s.order, w.name)
			}
			out, want := outgoing{h, map[string]time.Time{}}, []string(nil)
			if c.leaves {
				want = []string{"post"}
			}
			if got := out.accounts(s); !slices.Equal(got, want) {
				t.Errorf("accounts that send: %v, want %v", got, want)
			}
		})
	}
}
