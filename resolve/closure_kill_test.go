package resolve

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// tally is the state of a world with five realms while it is closed and opened again: what its outbox has, and whether
// it is open, to be closed, or closed.
type tally struct {
	turn                        int
	closing                     string
	reports, told, last, undone int // letters: reports, about a closing to come, the last ones, about an undo
}

func tallied(b *worldtest.Game) (y tally) {
	b.T.Helper()
	y.turn, y.reports, y.undone = standing(b)
	rows, err := b.Outbox()
	must(b.T, err)
	for _, r := range rows {
		switch {
		case r.Kind != outbox.KindDeadline:
		case strings.Contains(r.Subject, "geschlossen werden"), strings.Contains(r.Subject, "to be closed"),
			strings.Contains(r.Subject, "geht weiter"), strings.Contains(r.Subject, "goes on"):
			y.told++
		case strings.Contains(r.Subject, "ist geschlossen"), strings.Contains(r.Subject, "is closed"):
			y.last++
		}
	}
	s, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	must(b.T, err)
	switch {
	case s.Closing == nil && !s.Over:
		y.closing = "open"
	case s.Over && !s.Closing.Closed.IsZero():
		y.closing = "closed"
	case !s.Over:
		y.closing = fmt.Sprintf("after %d", s.Closing.After)
	}
	return y
}

// closings are the steps that close a game and open it again, beside those of hands.
var closings = []hand{
	{name: "plan", does: func(w *world.World, at time.Time) error {
		s, err := gamemaster.StatusOf(w, at)
		if err == nil {
			_, err = schedule.Close(w, s.Turn, "x", at)
		}
		return err
	}},
	{name: "now", does: func(w *world.World, at time.Time) error { _, err := schedule.Close(w, 0, "x", at); return err }},
	{name: "off", does: func(w *world.World, at time.Time) error { _, err := schedule.CallOff(w, at); return err }},
	{name: "turn", does: func(w *world.World, at time.Time) error { _, err := turns.Advance(w, at, true); return err }},
}

// A closing, a turn that closes the game, an undo that opens it, and calling it off may each be killed at any instant.
// Then all of it is done or nothing. If it was not done and is repeated, no letter is lost, and none is there twice.
// KILLS=full kills each fifty times.
func TestClosingsKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	rounds := worldtest.Bouts(2, 50)
	b := worldtest.Found(t, victimRules, 5)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	killed := map[string][2]int{} // by step: before it was done, and after
	for round := range rounds {
		turn, at := round+1, worldtest.Friday.AddDate(0, 0, 7*round)
		// Letters that have not left are withdrawn when they are no longer true: told letters of `off`, last ones of
		// `undo`, and those of `undo` by `redo`.
		steps := []struct {
			step string
			then tally
		}{
			{"plan", tally{turn, fmt.Sprintf("after %d", turn), 0, 5, 0, 0}},
			{"turn", tally{turn + 1, "closed", 5, 0, 5, 0}},
			{"undo", tally{turn, fmt.Sprintf("after %d", turn), 0, 0, 0, 5}},
			{"off", tally{turn, "open", 0, 5, 0, 5}},
			{"redo", tally{turn + 1, "open", 5, 5, 0, 0}},
			{"now", tally{turn + 1, "closed", 5, 0, 5, 0}},
			{"undo", tally{turn, fmt.Sprintf("after %d", turn), 0, 0, 0, 5}},
			{"off", tally{turn, "open", 0, 5, 0, 5}},
			{"redo", tally{turn + 1, "open", 5, 5, 0, 0}},
		}
		zero := tallied(b)
		zero.turn, zero.closing = 0, ""
		was := tally{turn: turn, closing: "open"}
		for n, s := range steps {
			at = at.Add(time.Minute)
			c := start(t, b.Dir, fmt.Sprintf("hand %s %d", s.step, at.Unix()))
			time.Sleep(time.Duration(round*(n+1)*7%60) * time.Millisecond)
			kill(t, c)
			b.Reopen(victimRules)
			count := killed[s.step]
			switch got := tallied(b).less(zero); got {
			case s.then:
				count[1]++
			case was:
				count[0]++
				for _, h := range append(closings, hands...) {
					if h.name == s.step {
						must(t, h.does(b.World, at))
						break
					}
				}
				if got := tallied(b).less(zero); got != s.then {
					t.Fatalf("round %d, %s: %+v, want %+v", round, s.step, got, s.then)
				}
			default:
				t.Fatalf("round %d, %s is half done: %+v, was %+v, want %+v", round, s.step, got, was, s.then)
			}
			killed[s.step], was = count, s.then
		}
		b.Verified()
		b.ClockAt = at
		b.Sent("", at.Add(time.Minute))
	}
	t.Logf("killed before it was done, and after: %v", killed)
}

// less returns a tally without what was there before.
func (y tally) less(was tally) tally {
	y.reports, y.told, y.last, y.undone = y.reports-was.reports, y.told-was.told, y.last-was.last, y.undone-was.undone
	return y
}
