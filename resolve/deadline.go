package resolve

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Deadline is when a turn is resolved: at a weekday and time, or, with Days,
// so many days after the last turn at the same time of day.
type Deadline struct {
	Weekday time.Weekday `json:"weekday"`
	Hour    int          `json:"hour"`
	Minute  int          `json:"minute"`
	Days    int          `json:"days,omitempty"`
}

// halfAWeek is the least time between a turn and the next deadline by weekday:
// a turn forced or all in a day early does not leave players one day.
const halfAWeek = 84 * time.Hour

// longPast is how long after its deadline a turn is resolved only by force: a
// clock that is so far ahead is likelier wrong than right, and a turn resolved by
// it would keep all that comes at the right time out.
const longPast = 35 * 24 * time.Hour

// onTime is how long after its deadline a turn still counts as resolved at it,
// so that deadlines do not creep by the minutes a command took.
const onTime = 12 * time.Hour

// After gives the deadline of what has been going on since a moment. Times of
// day are those of the zone, also across a change of the clocks: one that is
// left out is as long after the change as it would have been, of one that comes
// twice it is the first.
func (d Deadline) After(since time.Time, zone *time.Location) time.Time {
	if d.Days > 0 {
		t := since.In(zone)
		return wall(t.Year(), t.Month(), t.Day()+d.Days, t.Hour(), t.Minute(), zone).Add(time.Duration(t.Second()) * time.Second)
	}
	t := since.Add(halfAWeek).In(zone)
	for day := t.Day(); ; day++ {
		at := wall(t.Year(), t.Month(), day, d.Hour, d.Minute, zone)
		if at.Weekday() == d.Weekday && at.After(t) {
			return at
		}
	}
}

// wall is the moment when clocks in the zone show a time. time.Date does not
// promise which moment it gives where there is none or two.
func wall(year int, month time.Month, day, hour, minute int, zone *time.Location) time.Time {
	shown := time.Date(year, month, day, hour, minute, 0, 0, time.UTC)
	_, before := shown.Add(-24 * time.Hour).In(zone).Zone()
	first := shown.Add(-time.Duration(before) * time.Second).In(zone)
	if shows(first, shown) {
		return first
	}
	_, after := first.Zone()
	if second := shown.Add(-time.Duration(after) * time.Second).In(zone); shows(second, shown) {
		return second
	}
	return first // left out by the change
}

func shows(t, wall time.Time) bool {
	return t.Hour() == wall.Hour() && t.Minute() == wall.Minute() && t.Day() == wall.Day()
}

// readiness is whether a turn may be resolved.
type readiness struct {
	due      bool
	passed   bool          // because its deadline is over
	waits    phrase.Phrase // what for, if it is not due
	deadline time.Time     // zero if the game does not go by it
}

// ready looks at a turn with the sheets in force. The game master's force
// brings any turn forward but that of a world without players or at its end.
func (w *World) ready(c current, sheets []game.Sheet, now time.Time, force bool) readiness {
	asked, due := c.world.Asked(), c.world.Due(sheets)
	at := w.s.Deadline.After(c.opened.Since, w.s.Zone)
	r := readiness{deadline: at}
	sent := map[int]bool{}
	for _, s := range sheets {
		sent[s.Realm] = true
	}
	missing := 0
	for _, n := range asked.Realms {
		if !sent[n] {
			missing++
		}
	}
	switch {
	case asked.Over:
		return readiness{waits: phrase.P("waits-over")}
	case len(asked.Realms) == 0:
		return readiness{waits: phrase.P("waits-realms")}
	case force, due == game.Now:
		r.due = true
	case due == game.ByHand:
		r.waits = phrase.P("waits-master")
	case !now.Before(at):
		r.due, r.passed = true, true
	case due == game.AtDeadline && w.s.Early && missing == 0:
		r.due = true
	default:
		r.waits = phrase.P("waits-deadline", phrase.Num("missing", missing), phrase.Num("asked", len(asked.Realms)))
	}
	return r
}

// nextSince is from when the deadline counts after a turn was resolved at now:
// from its own deadline if it was kept, else from the turn.
func nextSince(deadline, now time.Time) time.Time {
	if !deadline.IsZero() && !now.Before(deadline) && now.Sub(deadline) < onTime {
		return deadline.UTC()
	}
	return now.UTC()
}
