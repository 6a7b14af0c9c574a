package resolve

import (
	"testing"
	"time"

	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// The gist of a world is what is due in it.
func TestTheGistOfAWorld(t *testing.T) {
	t.Parallel()
	h := worldtest.Found(t, worldtest.Tiny{}, 2)
	gist := func() world.Gist {
		g, _, _, err := h.Outlook(h.ClockAt)
		must(t, err)
		return g
	}
	deadline := time.Date(2026, 11, 27, 17, 0, 0, 0, time.UTC) // Friday 18:00 in Berlin
	if !deadline.Equal(worldtest.Friday) {
		t.Fatalf("the first deadline is %v", worldtest.Friday)
	}
	want := world.Gist{Turn: 1, Deadline: deadline, Look: deadline,
		Waiting: 2, Oldest: worldtest.Day0.UTC(), Due: worldtest.Day0.UTC()}
	if got := gist(); got != want {
		t.Errorf("founded:\n%+v, want\n%+v", got, want)
	}
	h.Sent("", worldtest.Day0.Add(time.Hour))
	want.Waiting, want.Oldest, want.Due = 0, time.Time{}, time.Time{}
	if got := gist(); got != want {
		t.Errorf("all sent:\n%+v, want\n%+v", got, want)
	}
	h.Advance(worldtest.Friday)
	want.Turn, want.Waiting, want.Oldest, want.Due = 2, 2, worldtest.Friday.UTC(), worldtest.Friday.UTC()
	want.Deadline, want.Look = deadline.AddDate(0, 0, 7), deadline.AddDate(0, 0, 7)
	if got := gist(); got != want {
		t.Errorf("a turn:\n%+v, want\n%+v", got, want)
	}
	h.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Reminder = 24 * time.Hour })
	h.Sent("", worldtest.Friday.Add(time.Hour))
	if got := gist(); !got.Look.Equal(want.Deadline.AddDate(0, 0, -1)) || !got.Deadline.Equal(want.Deadline) {
		t.Errorf("with a reminder: looked at %v", got.Look)
	}
	a, err := turns.Advance(h.World, worldtest.Friday.AddDate(0, 0, 6).Add(time.Hour), false)
	must(t, err)
	if got := gist(); len(a.Reminded) != 2 || !got.Look.Equal(want.Deadline) {
		t.Errorf("%v reminded: looked at %v", a.Reminded, got.Look)
	}
	now := worldtest.Friday.AddDate(0, 0, 6).Add(2 * time.Hour)
	_, err = schedule.Pause(h.World, time.Time{}, now)
	must(t, err)
	if got := gist(); !got.Deadline.IsZero() || !got.Look.IsZero() || !got.Paused.Equal(now) ||
		!got.Resumes.IsZero() {
		t.Errorf("paused: %+v", got)
	}
	_, err = schedule.Pause(h.World, now.AddDate(0, 0, 9), now.Add(time.Hour))
	must(t, err)
	if got := gist(); !got.Paused.Equal(now) || !got.Resumes.Equal(now.AddDate(0, 0, 9)) {
		t.Errorf("paused until a time: %+v", got)
	}
	_, err = schedule.Resume(h.World, now.Add(2*time.Hour))
	must(t, err)
	_, err = turns.Hold(h.World, now.Add(3*time.Hour), true)
	must(t, err)
	if got := gist(); !got.Paused.IsZero() || got.Held != 2 || !got.Deadline.IsZero() {
		t.Errorf("held: %+v", got)
	}
}
