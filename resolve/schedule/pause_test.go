package schedule_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// If a pause is taken back before any letter about it has left, nobody is told of it, nor of its end. Those who were
// told of it are.
func TestAPauseTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0)
	back := func(at time.Time) {
		t.Helper()
		if changed, err := schedule.Resume(b.World, at); err != nil || !changed {
			t.Fatalf("%t, %v", changed, err)
		}
	}
	b.Paused(time.Time{}, worldtest.Day0.Add(time.Minute))
	b.Paused(worldtest.Day0.AddDate(0, 0, 2), worldtest.Day0.Add(2*time.Minute))
	back(worldtest.Day0.Add(3 * time.Minute))
	if got := b.Sent("", worldtest.Day0.Add(4*time.Minute)); len(got) != 0 {
		t.Errorf("taken back unsent: %+v", got)
	}
	b.Paused(time.Time{}, worldtest.Day0.Add(time.Hour))
	if got := b.Sent("", worldtest.Day0.Add(time.Hour)); len(got) != 2 {
		t.Errorf("a pause is told by %d letters", len(got))
	}
	b.Paused(worldtest.Day0.AddDate(0, 0, 2), worldtest.Day0.Add(2*time.Hour)) // another end; its letter does not leave
	back(worldtest.Day0.Add(3 * time.Hour))
	b.Paused(time.Time{}, worldtest.Day0.Add(4*time.Hour)) // once more, before that letter leaves
	back(worldtest.Day0.Add(5 * time.Hour))
	got := b.Sent("", worldtest.Day0.Add(6*time.Hour))
	if len(got) != 2 || !strings.Contains(got[0].Subject, "Das Spiel geht weiter") {
		t.Errorf("that it goes on: %+v", got)
	}
}

// An absence that the game master sets and takes back before the letter leaves is told to nobody. Of several
// corrections, only the last is told.
func TestAwayTakenBack(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	away := func(turns int) {
		t.Helper()
		_, _, err := schedule.Away(b.World, 1, turns, worldtest.Day0)
		must(t, err)
	}
	b.Sent("", worldtest.Day0)
	away(3)
	away(0)
	if got := b.Sent("", worldtest.Day0); len(got) != 0 {
		t.Errorf("taken back unsent: %+v", got)
	}
	away(3)
	away(2)
	if got := b.Sent("", worldtest.Day0); len(got) != 1 || !strings.Contains(got[0].Text, "2 Züge, bis einschließlich Zug 2") {
		t.Errorf("corrected: %+v", got)
	}
	away(0)
	if got := b.Sent("", worldtest.Day0); len(got) != 1 || !strings.Contains(got[0].Text, "Eure Pause ist zu Ende") {
		t.Errorf("back: %+v", got)
	}
}

func TestAPauseWithAnEnd(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 3, worldtest.Hours(24, 24))
	b.Fall(3)
	b.Sent("", worldtest.Day0)
	tuesday, end := worldtest.Day0.AddDate(0, 0, 1), worldtest.Friday.AddDate(0, 0, 5).Add(-6*time.Hour) // Wednesday 2 December, 12:00
	// counted from there, Friday 4 December is too near
	next := worldtest.Friday.AddDate(0, 0, 14)
	b.Paused(end, tuesday)
	if changed, err := schedule.Pause(b.World, end, tuesday.Add(time.Minute)); err != nil || changed {
		t.Errorf("the same again: %t, %v", changed, err)
	}
	letters := b.Sent("", tuesday.Add(time.Hour))
	worldtest.WantRealms(t, "letters", to(letters), 1, 2)
	de, en := letters[0], letters[1]
	if de.Subject != "[Bovistan Z1] Das Spiel macht Pause" ||
		de.Text !=
			`Das Spiel macht Pause bis Mittwoch, 2. Dezember 2026, 12:00 Uhr (Europe/Berlin). `+
				`Bis dahin wird kein Zug ausgewertet.
Zug 1: Befehle bis Freitag, 11. Dezember 2026, 18:00 Uhr (Europe/Berlin).
Ihr könnt auch in der Pause Befehle schicken; die Quittung kommt wie sonst.
` || de.Event == nil || !de.Event.At.Equal(next) {
		t.Errorf("%q\n%s%+v", de.Subject, de.Text, de.Event)
	}
	if en.Subject != "[Bovistan T1] The game is paused" ||
		!strings.Contains(en.Text, "turn 1: orders until Friday, 11 December 2026, 18:00 (Europe/Berlin).") {
		t.Errorf("%q\n%s", en.Subject, en.Text)
	}

	b.Waits(worldtest.Friday, "waits-paused")
	b.ClockAt = worldtest.Friday
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	if got := b.Sent("receipt", worldtest.Friday); len(got) != 1 ||
		!strings.Contains(got[0].Text,
			"The game is paused until Wednesday, 2 December 2026, 12:00 (Europe/Berlin). Your orders are kept.\nYou "+
				"have until Friday, 11 December 2026, 18:00") {
		t.Errorf("%+v", got)
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(t, err)
	if s.Paused == nil || !s.Paused.Until.Equal(end) || !s.Deadline.Equal(next) || !s.Moved || s.Passed || s.Due {
		t.Errorf("%+v", s)
	}
	b.Waits(end.Add(-time.Second), "waits-paused")
	b.Waits(end, "waits-deadline")
	if s, err := gamemaster.StatusOf(b.World, end); err != nil || s.Paused != nil || !s.Deadline.Equal(next) {
		t.Errorf("%+v, %v", s, err)
	}
	b.Sent("", end)
	// A reminder, grace, and the turn all follow the deadline after the pause.
	worldtest.WantRealms(t, "reminded", b.Waits(next.AddDate(0, 0, -1), "waits-deadline").Reminded, 1)
	worldtest.WantRealms(t, "grace", b.Waits(next, "waits-deadline").Graced, 1)
	// No letter leaves in between, so grace takes the place of the reminder.
	if got := b.Sent("deadline", next); len(got) != 2 || got[0].Event.Sequence <= de.Event.Sequence {
		t.Errorf("%+v", got)
	}
	b.Waits(next.Add(23*time.Hour), "waits-deadline")
	b.Advance(next.Add(24 * time.Hour))
	// The pause is over: the next deadline is a week later.
	if s, err := gamemaster.StatusOf(b.World, next.Add(25*time.Hour)); err != nil || s.Moved || !s.Deadline.Equal(next.AddDate(0, 0, 7)) {
		t.Errorf("%+v, %v", s, err)
	}
}

// A calendar replaces an entry only by one with a higher sequence. So each letter about a pause has a higher one than
// those before it.
func TestACalendarFollowsEachPause(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", worldtest.Day0)
	last := 0
	for n, change := range []func() (bool, error){
		func() (bool, error) { return schedule.Pause(b.World, worldtest.Day0.AddDate(0, 0, 7), worldtest.Day0) },
		func() (bool, error) { return schedule.Pause(b.World, worldtest.Day0.AddDate(0, 0, 8), worldtest.Day0) },
		func() (bool, error) { return schedule.Resume(b.World, worldtest.Day0.AddDate(0, 0, 6)) },
		func() (bool, error) {
			return schedule.Pause(b.World, worldtest.Day0.AddDate(0, 0, 9), worldtest.Day0.AddDate(0, 0, 6))
		},
		func() (bool, error) { return schedule.Resume(b.World, worldtest.Day0.AddDate(0, 0, 8)) },
	} {
		if changed, err := change(); err != nil || !changed {
			t.Fatalf("change %d: %t, %v", n, changed, err)
		}
		got := b.Sent("deadline", worldtest.Day0.AddDate(0, 0, 9))
		if len(got) != 1 || got[0].Event == nil || got[0].Event.Sequence <= last {
			t.Fatalf("change %d: %+v, and before it sequence %d", n, got, last)
		}
		last = got[0].Event.Sequence
	}
}

func TestAPauseWithoutAnEnd(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2, func(s *world.Settings) { s.Early = true })
	b.Sent("", worldtest.Day0)
	b.Paused(time.Time{}, worldtest.Day0.Add(time.Hour))
	if got := b.Sent("deadline", worldtest.Day0.Add(time.Hour)); len(got) != 2 || got[0].Event == nil || !got[0].Event.Off ||
		strings.Contains(got[0].Text, "Befehle bis") {
		t.Errorf("%+v", got)
	}
	b.ClockAt = worldtest.Day0.Add(2 * time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 1\n", receipt.Taken)
	for _, d := range b.Sent("receipt", worldtest.Day0.Add(2*time.Hour)) {
		if !strings.Contains(d.Text, "Das Spiel macht Pause. Eure Befehle liegen bereit;") &&
			!strings.Contains(d.Text, "The game is paused. Your orders are kept;") {
			t.Errorf("the receipt says\n%s", d.Text)
		}
	}
	month := worldtest.Friday.AddDate(0, 1, 0)
	b.Waits(month, "waits-paused") // all are in, and the deadline is long over

	// The turn is forced in spite of it: the reports name no deadline.
	if a, err := turns.Advance(b.World, month, true); err != nil || !a.Resolved {
		t.Fatalf("%+v, %v", a, err)
	}
	for _, d := range b.Sent("report", month) {
		if d.Event != nil || !strings.Contains(d.Text,
			"Pause; geht es weiter, sagt ein Brief, bis wann Befehle zählen") &&
			!strings.Contains(d.Text, "is paused; when it goes on, a letter will say") {
			t.Errorf("the report says\n%s", d.Text)
		}
	}
	// Sunday 27 December, 18:00 (friday is 27 November): the next Friday but half a week is 1 January.
	if changed, err := schedule.Resume(b.World, month); err != nil || !changed {
		t.Errorf("%t, %v", changed, err)
	}
	newYear := worldtest.Friday.AddDate(0, 0, 35)
	got := b.Sent("deadline", month)
	if len(got) != 2 || got[0].Subject != "[Bovistan Z2] Das Spiel geht weiter" ||
		got[0].Text != "Das Spiel geht weiter.\nZug 2: Befehle bis Freitag, 1. Januar 2027, 18:00 Uhr "+
			"(Europe/Berlin).\n" ||
		got[1].Text != "The game goes on.\nturn 2: orders until Friday, 1 January 2027, 18:00 (Europe/Berlin).\n" ||
		!got[1].Event.At.Equal(newYear) {
		t.Errorf("%+v", got)
	}
	if changed, err := schedule.Resume(b.World, month); err != nil || changed {
		t.Errorf("again: %t, %v", changed, err)
	}
	b.Waits(newYear.Add(-time.Second), "waits-deadline")
	b.Advance(newYear)
}

// Two pauses in one turn, and the end of the second is moved. The deadline follows from the last end, and is the same
// when the store is opened again.
func TestPausesInARow(t *testing.T) {
	t.Parallel()
	days := func(s *world.Settings) { s.Deadline = chronicle.Deadline{Days: 14} }
	b := worldtest.Found(t, worldtest.Tiny{}, 1, days) // from Monday 23 November, 12:00, to Monday 7 December, 12:00
	status := func(at time.Time) gamemaster.Status {
		t.Helper()
		b.Reopen(worldtest.Tiny{}, days)
		s, err := gamemaster.StatusOf(b.World, at)
		must(t, err)
		return s
	}
	first := worldtest.Day0.AddDate(0, 0, 14)
	b.Paused(worldtest.Day0.AddDate(0, 0, 3), worldtest.Day0.AddDate(0, 0, 1)) // two days
	if s := status(worldtest.Day0.AddDate(0, 0, 4)); !s.Deadline.Equal(first.AddDate(0, 0, 2)) {
		t.Errorf("after the first: %s", s.Deadline)
	}
	b.Paused(worldtest.Day0.AddDate(0, 0, 8), worldtest.Day0.AddDate(0, 0, 5))  // three more
	b.Paused(worldtest.Day0.AddDate(0, 0, 10), worldtest.Day0.AddDate(0, 0, 6)) // or five, after a correction
	if s := status(worldtest.Day0.AddDate(0, 0, 7)); !s.Deadline.Equal(first.AddDate(0, 0, 7)) {
		t.Errorf("in the second: %s", s.Deadline)
	}
	if changed, err := schedule.Resume(b.World, worldtest.Day0.AddDate(0, 0, 9)); err != nil || !changed { // four in the end
		t.Fatalf("%t, %v", changed, err)
	}
	if s := status(worldtest.Day0.AddDate(0, 0, 9)); !s.Deadline.Equal(first.AddDate(0, 0, 6)) || s.Paused != nil {
		t.Errorf("after the second: %+v", s)
	}
	b.Advance(first.AddDate(0, 0, 6))
}

// A realm that joins in a pause is told about it.
func TestJoiningInAPause(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Paused(time.Time{}, worldtest.Day0.Add(time.Hour))
	b.Sent("", worldtest.Day0.Add(time.Hour))
	if _, _, err := players.AddRealm(b.World, joiningLate, "new@example.org", worldtest.Day0.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := b.Sent("report", worldtest.Day0.Add(2*time.Hour)); len(got) != 1 || got[0].Event != nil ||
		!strings.Contains(got[0].Text,
			"The game is paused; when it goes on, a letter will say until when orders count") {
		t.Errorf("%+v", got)
	}
}

var joiningLate = game.Joining{Name: "Late", Player: "Lea", Lang: phrase.En}
