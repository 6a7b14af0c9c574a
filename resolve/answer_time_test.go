package resolve

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/master"
	"weltentor/worlds/game"
)

// A realm that has reported nothing owes an answer, and gets a letter about that. If what it has to answer comes in
// the last day before the deadline, the deadline moves once, by 24 hours, and both are told. Nothing is moved earlier
// than that, a second time, or in a game that is advanced by hand. Day0 is a Monday, the deadline Friday 18:00.
func TestAnswersGetTime(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules tiny
		at    time.Time
		want  time.Time
	}{
		"in the last hour":      {tiny{agreed: true, owes: true}, friday.Add(-time.Hour), friday.Add(24 * time.Hour)},
		"a day and more before": {tiny{agreed: true, owes: true}, friday.Add(-24 * time.Hour), friday},
		"a second less": {tiny{agreed: true, owes: true}, friday.Add(-24*time.Hour + time.Second),
			friday.Add(24 * time.Hour)},
		"nobody owes anything": {tiny{agreed: true}, friday.Add(-time.Hour), friday},
		"by hand":              {tiny{agreed: true, owes: true, due: game.ByHand}, friday.Add(-time.Hour), friday},
	} {
		t.Run(name, func(t *testing.T) {
			b := sit(t, c.rules, 2)
			b.sent("", day0)
			deadline := func(want time.Time) {
				t.Helper()
				if s, err := master.StatusOf(b.World, b.clockAt); err != nil || !s.Deadline.Equal(want) {
					t.Errorf("the deadline is %v, %v, want %v", s.Deadline, err, want)
				}
			}
			b.clockAt = c.at
			receipt, letters, _ := b.digsTo(1, 3, "")
			deadline(c.want)
			moved := !c.want.Equal(friday)
			if strings.Contains(receipt, "um 24 Stunden verschoben") != moved {
				t.Errorf("the receipt says\n%s", receipt)
			}
			if len(letters) > 0 != c.rules.owes {
				t.Fatalf("letters: %+v", letters)
			}
			if !c.rules.owes {
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
			b.clockAt = c.want.Add(-time.Minute) // other figures, a minute before the new deadline
			if _, letters, _ = b.digsTo(1, 4, ""); len(letters) != 1 ||
				!strings.Contains(letters[0].Text, "We dig 4 deep.") {
				t.Errorf("of other figures: %+v", letters)
			}
			switch {
			case moved, c.rules.due == game.ByHand:
				deadline(c.want)
			default:
				deadline(friday.Add(24 * time.Hour))
			}
		})
	}
}
