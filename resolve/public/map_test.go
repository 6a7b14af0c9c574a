package public_test

import (
	"errors"
	"testing"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// The setting has four forms, and a number of turns from 1 to 1000.
func TestReadMap(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"": true, "end": true, "never": true, "late:1": true, "late:1000": true,
		"late:0": false, "late:1001": false, "late:-1": false, "late:08": false, "late:": false, "End": false, "8": false} {
		if _, ok := public.ReadMap(text); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

// A late map can be chosen only while nobody has joined. Later the map may only become stricter, and what the settings
// say beyond that is refused and not shown.
func TestTheMapOnlyBecomesStricter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		was, now public.Map
		ok       bool
	}{
		{"", "end", true}, {"", "never", true}, {"", "late:8", false}, {"end", "late:8", false}, {"end", "", true},
		{"late:8", "late:9", true}, {"late:8", "late:7", false}, {"late:8", "end", true}, {"late:8", "", true},
		{"never", "end", false}, {"never", "", false}, {"never", "never", true},
	} {
		set := func(m public.Map) func(*world.Settings) {
			return func(s *world.Settings) { s.Map, s.Public = m, public.Parts }
		}
		w := worldtest.Found(t, worldtest.Tiny{}, 2, set(c.was))
		w.Reopen(worldtest.Tiny{}, set(c.now))
		err := w.Update(func(*store.Tx) error { return nil })
		if c.ok != (err == nil) || err != nil && !errors.Is(err, faults.ErrMap) {
			t.Errorf("%q after %q: %v", c.now, c.was, err)
		}
		page, err := gamemaster.PublicOf(w.World)
		must(t, err)
		if want := map[bool]public.Map{true: c.now, false: c.was}[c.ok]; page.Map != want {
			t.Errorf("%q after %q shows %q", c.now, c.was, page.Map)
		}
	}
}
