package chronicle

import (
	"strconv"
	"strings"
	"time"
)

// Deadline is when a turn is resolved: at a weekday and time or, with Days, that many days after the last turn, at the
// same time of day.
type Deadline struct {
	Weekday time.Weekday `json:"weekday"`
	Hour    int          `json:"hour"`
	Minute  int          `json:"minute"`
	Days    int          `json:"days,omitempty"`
}

// weekdays are the names that a deadline may use, German and English, in the order of time.Weekday. Their first three
// letters are enough.
var weekdays = [7][2]string{
	{"sunday", "sonntag"}, {"monday", "montag"}, {"tuesday", "dienstag"}, {"wednesday", "mittwoch"},
	{"thursday", "donnerstag"}, {"friday", "freitag"}, {"saturday", "samstag"},
}

// ReadDeadline reads "Friday 20:00", "Freitag 20 Uhr" or "14 days", "14 Tage". It reports whether the text is one.
func ReadDeadline(text string) (d Deadline, ok bool) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, ",", " ")))
	if len(words) == 3 && words[2] == "uhr" {
		if words = words[:2]; !strings.Contains(words[1], ":") {
			words[1] += ":00"
		}
	}
	if len(words) != 2 {
		return d, false
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		unit := words[1]
		return Deadline{Days: n}, n >= 1 && n <= 366 && (strings.HasPrefix(unit, "day") || strings.HasPrefix(unit, "tag"))
	}
	clock, err := time.Parse("15:04", words[1])
	if err != nil {
		return d, false
	}
	for i, names := range weekdays {
		for _, name := range names {
			if len(words[0]) >= 3 && strings.HasPrefix(name, words[0]) {
				return Deadline{Weekday: time.Weekday(i), Hour: clock.Hour(), Minute: clock.Minute()}, true
			}
		}
	}
	return d, false
}

// halfAWeek is the least time between a turn and the next deadline by weekday. So a turn that was forced, or had all
// its orders a day early, does not leave players a single day.
const halfAWeek = 84 * time.Hour

// LongPast is how long after its deadline a turn is resolved only by force. A clock that far ahead is probably wrong.
// A turn resolved by it would shut out all letters that come at the right time.
const LongPast = 35 * 24 * time.Hour

// onTime is how long after its deadline a turn still counts as resolved on time. So deadlines do not creep by the
// minutes that a command took.
const onTime = 12 * time.Hour

// After returns the deadline for a turn that began at a moment. Times of day are those of the zone, also across a
// change of the clocks. A time that the change skips falls as long after the change as it would have without it. If a
// time comes twice, the first one counts.
func (d Deadline) After(since time.Time, zone *time.Location) time.Time {
	if d.Days > 0 {
		t := since.In(zone)
		return wall(t.Year(), t.Month(), t.Day()+d.Days, t.Hour(), t.Minute(), zone).Add(time.Duration(t.Second()) *
			time.Second)
	}
	return d.Next(since.Add(halfAWeek), zone)
}

// Next returns the first moment of its weekday and time behind another one, or with Days the one that many days later.
func (d Deadline) Next(than time.Time, zone *time.Location) time.Time {
	if d.Days > 0 {
		return d.After(than, zone)
	}
	t := than.In(zone)
	for day := t.Day(); ; day++ {
		at := wall(t.Year(), t.Month(), day, d.Hour, d.Minute, zone)
		if at.Weekday() == d.Weekday && at.After(t) {
			return at
		}
	}
}

// wall is the moment when clocks in the zone show a time. time.Date does not promise which moment it returns for a
// time that is skipped or comes twice.
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
	return first // skipped by the change
}

func shows(t, wall time.Time) bool {
	return t.Hour() == wall.Hour() && t.Minute() == wall.Minute() && t.Day() == wall.Day()
}

// Resumed returns the deadline after a pause. at is the former deadline; from is when the pause began, or the turn if
// that was later. By weekday it is the first such moment at least half a week after the end. By days the pause does
// not count, and the time of day stays. At least half a week is left, or half of the days. A pause never makes a
// deadline earlier.
func (d Deadline) Resumed(at, from, until time.Time, zone *time.Location) time.Time {
	if d.Days == 0 {
		if next := d.After(until, zone); next.After(at) {
			return next
		}
		return at.In(zone)
	}
	least := d.Least()
	// A change of the clocks may shift the time of day by an hour, which does not count as another day.
	soonest := until.Add(max(at.Sub(from)-time.Hour, least))
	day, at := soonest.In(zone), at.In(zone)
	for n := 0; ; n++ {
		next := wall(day.Year(), day.Month(), day.Day()+n, at.Hour(), at.Minute(),
			zone).Add(time.Duration(at.Second()) * time.Second)
		if !next.Before(soonest) && !next.Before(at) {
			return next
		}
	}
}

// Least is the least time that players have left when something has moved a deadline: half a week, or half of the
// days.
func (d Deadline) Least() time.Duration {
	if d.Days == 0 {
		return halfAWeek
	}
	return min(halfAWeek, time.Duration(d.Days)*12*time.Hour)
}

// NextSince returns the time from which the next deadline counts, after a turn was resolved at now. It is the turn's
// own deadline if that was kept, and otherwise now.
func NextSince(deadline, now time.Time) time.Time {
	if !deadline.IsZero() && !now.Before(deadline) && now.Sub(deadline) < onTime {
		return deadline.UTC()
	}
	return now.UTC()
}
