package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// A realm that has reported nothing owes an answer, and gets a letter about that. If what it has to answer comes in
// the last day before the deadline, the deadline moves once, by 24 hours, and both are told. Nothing is moved earlier
// than that, a second time, or in a game that is advanced by hand. Day0 is a Monday, the deadline Friday 18:00.
func TestAnswersGetTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules worldtest.Tiny
		at    time.Time
		want  time.Time
	}{
		"in the last hour":      {worldtest.Tiny{Agreed: true, Owes: true}, worldtest.Friday.Add(-time.Hour), worldtest.Friday.Add(24 * time.Hour)},
		"a day and more before": {worldtest.Tiny{Agreed: true, Owes: true}, worldtest.Friday.Add(-24 * time.Hour), worldtest.Friday},
		"a second less": {worldtest.Tiny{Agreed: true, Owes: true}, worldtest.Friday.Add(-24*time.Hour + time.Second),
			worldtest.Friday.Add(24 * time.Hour)},
		"nobody owes anything": {worldtest.Tiny{Agreed: true}, worldtest.Friday.Add(-time.Hour), worldtest.Friday},
		"by hand":              {worldtest.Tiny{Agreed: true, Owes: true, Due: game.ByHand}, worldtest.Friday.Add(-time.Hour), worldtest.Friday},
	} {
		t.Run(name, func(t *testing.T) {
			b := worldtest.Found(t, c.rules, 2)
			b.Sent("", worldtest.Day0)
			deadline := func(want time.Time) {
				t.Helper()
				if s, err := gamemaster.StatusOf(b.World, b.ClockAt); err != nil || !s.Deadline.Equal(want) {
					t.Errorf("the deadline is %v, %v, want %v", s.Deadline, err, want)
				}
			}
			b.ClockAt = c.at
			receipt, letters, _ := digsTo(b, 1, 3, "")
			deadline(c.want)
			moved := !c.want.Equal(worldtest.Friday)
			if strings.Contains(receipt, "um 24 Stunden verschoben") != moved {
				t.Errorf("the receipt says\n%s", receipt)
			}
			if len(letters) > 0 != c.rules.Owes {
				t.Fatalf("letters: %+v", letters)
			}
			if !c.rules.Owes {
				return
			}
			d := letters[0]
			if d.To != "r2@example.org" ||
				!strings.Contains(d.Text, "Reported by another, not yet by you:\n  We dig 3 deep.\n") ||
				strings.Contains(d.Text, "moved once, by 24 hours") != moved {
				t.Errorf("to %s:\n%s", d.To, d.Text)
			}
			if moved && (d.Event == nil || !d.Event.At.Equal(c.want) || d.Event.Sequence != 1) {
				t.Errorf("the calendar gets %+v", d.Event)
			}
			b.ClockAt = c.want.Add(-time.Minute) // other figures, a minute before the new deadline
			if _, letters, _ = digsTo(b, 1, 4, ""); len(letters) != 1 ||
				!strings.Contains(letters[0].Text, "We dig 4 deep.") {
				t.Errorf("of other figures: %+v", letters)
			}
			switch {
			case moved, c.rules.Due == game.ByHand:
				deadline(c.want)
			default:
				deadline(worldtest.Friday.Add(24 * time.Hour))
			}
		})
	}
}
