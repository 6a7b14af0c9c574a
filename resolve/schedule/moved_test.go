package schedule_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/schedule"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// joins adds a realm at a time, and returns the letters that are sent because of it, except those to the newcomer.
func joins(b *worldtest.Game, name string, at time.Time) []outbox.Draft {
	b.T.Helper()
	_, _, err := players.AddRealm(b.World, game.Joining{Name: name, Player: name, Lang: phrase.De}, name+"@example.org", at)
	must(b.T, err)
	return b.Sent("deadline", at)
}

// Day0 is a Monday, the deadline Friday 18:00. Until Tuesday 06:00, half a week is left of the first turn: joining by
// then does not move the announced deadline. Joining later moves it, and everybody is told.
func TestWhoJoinsLateMovesTheDeadlineAndAllAreTold(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	deadline := func(at, want time.Time) {
		t.Helper()
		s, err := gamemaster.StatusOf(b.World, at)
		must(t, err)
		if !s.Deadline.Equal(want) {
			t.Errorf("the deadline is %v, want %v", s.Deadline, want)
		}
	}
	early, late := worldtest.Friday.Add(-84*time.Hour), worldtest.Friday.Add(-84*time.Hour+time.Second) // half a week
	if got := joins(b, "Frueh", early); len(got) != 0 {
		t.Errorf("told without need: %+v", got)
	}
	deadline(early, worldtest.Friday)
	got := joins(b, "Spaet", late)
	if len(got) != 2 || got[0].To != "r1@example.org" || got[1].To != "Frueh@example.org" {
		t.Fatalf("told: %+v", got)
	}
	next := worldtest.Friday.AddDate(0, 0, 7)
	deadline(late, next)
	for _, d := range got {
		if !strings.Contains(d.Text, "Freitag, 4. Dezember 2026, 18:00 Uhr") || d.Event == nil ||
			!d.Event.At.Equal(next) || d.Event.Sequence != 1 {
			t.Errorf("%s\n%+v", d.Text, d.Event)
		}
	}
	joins(b, "Spaeter", worldtest.Friday) // half a week is left again
	deadline(worldtest.Friday, next)
}

// Of two letters about one deadline only the last leaves.
func TestOnlyTheLastLetterAboutADeadlineLeaves(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	at := worldtest.Day0
	for _, days := range []int{1, 3} {
		at = at.Add(time.Minute)
		if _, _, err := schedule.Postpone(b.World, worldtest.Friday.AddDate(0, 0, days).Format("2006-01-02 15:04"), at,
			func(_, _ time.Time) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	got := b.Sent("deadline", at)
	if len(got) != 2 || got[0].To == got[1].To {
		t.Fatalf("%d letters", len(got))
	}
	for _, d := range got {
		if want := worldtest.Friday.AddDate(0, 0, 3); d.Event == nil || !d.Event.At.Equal(want) || d.Event.Sequence != 2 {
			t.Errorf("%s\n%+v", d.Text, d.Event)
		}
	}
}

// Whatever moves a deadline, each letter's event has a greater number than those before it. Otherwise a calendar
// ignores it.
func TestEachMoveOfADeadlineIsNews(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	at, last := worldtest.Day0, 0
	told := func(off bool) {
		t.Helper()
		got := b.Sent("deadline", at)
		if len(got) != 1 || got[0].Event == nil {
			t.Fatalf("letters: %+v", got)
		}
		if e := got[0].Event; e.Sequence <= last || e.Off != off {
			t.Errorf("number %d after %d, off %t", e.Sequence, last, e.Off)
		}
		last = got[0].Event.Sequence
	}
	for _, days := range []int{12, 19, 0, 5} {
		at = at.Add(time.Hour)
		until := time.Time{}
		if days > 0 {
			until = worldtest.Friday.AddDate(0, 0, days)
		}
		b.Paused(until, at)
		told(days == 0)
	}
	at = at.Add(time.Hour)
	if changed, err := schedule.Resume(b.World, at); err != nil || !changed {
		t.Fatal(changed, err)
	}
	told(false)
}
