package chronicle

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Each of these was computed with a calendar. In Berlin in 2027, clocks go forward on Sunday 28 March at 02:00 and
// back on Sunday 31 October at 03:00.
func TestDeadlinesOverBothChangesIn2027(t *testing.T) {
	friday20 := Deadline{Weekday: time.Friday, Hour: 20}
	sunday0230 := Deadline{Weekday: time.Sunday, Hour: 2, Minute: 30}
	for _, c := range []struct {
		name        string
		d           Deadline
		since, want string
	}{
		// Half a week is 84 hours of real time, not by the clock on the wall: from Friday 20:00 to Tuesday 08:00 in a
		// week without a change.
		{"winter, Tuesday 07:59: Friday is more than 84 hours away", friday20, "2027-03-23T07:59:00+01:00",
			"2027-03-26T20:00:00+01:00"},
		{"winter, Tuesday 08:00: it is 84 hours to the second, too little", friday20, "2027-03-23T08:00:00+01:00",
			"2027-04-02T20:00:00+02:00"},
		{"the Friday before the change to the one after: 7 days less an hour", friday20, "2027-03-26T20:00:00+01:00",
			"2027-04-02T20:00:00+02:00"},
		{"back in October: 7 days and an hour", friday20, "2027-10-29T20:00:00+02:00", "2027-11-05T20:00:00+01:00"},
		{"Sunday 02:30 is left out in March", sunday0230, "2027-03-24T10:00:00+01:00", "2027-03-28T03:30:00+02:00"},
		{"and is there again a week later", sunday0230, "2027-03-28T03:30:00+02:00", "2027-04-04T02:30:00+02:00"},
		{"in October it comes twice: the first", sunday0230, "2027-10-27T10:00:00+02:00", "2027-10-31T02:30:00+02:00"},
		{"and once a week later", sunday0230, "2027-10-31T02:30:00+02:00", "2027-11-07T02:30:00+01:00"},
		{"03:00 in October is after the change", Deadline{Weekday: time.Sunday, Hour: 3}, "2027-10-27T10:00:00+02:00",
			"2027-10-31T03:00:00+01:00"},
		{"02:00 in October is the first of two", Deadline{Weekday: time.Sunday, Hour: 2}, "2027-10-27T10:00:00+02:00",
			"2027-10-31T02:00:00+02:00"},
		{"02:00 in March is 03:00", Deadline{Weekday: time.Sunday, Hour: 2}, "2027-03-24T10:00:00+01:00",
			"2027-03-28T03:00:00+02:00"},
		{"01:59 in March is winter", Deadline{Weekday: time.Sunday, Hour: 1, Minute: 59}, "2027-03-24T10:00:00+01:00",
			"2027-03-28T01:59:00+01:00"},
		{"14 days over the change forward", Deadline{Days: 14}, "2027-03-20T20:00:00+01:00",
			"2027-04-03T20:00:00+02:00"},
		{"14 days over the change back", Deadline{Days: 14}, "2027-10-23T20:00:00+02:00", "2027-11-06T20:00:00+01:00"},
		{"a day, to a time that is left out", Deadline{Days: 1}, "2027-03-27T02:15:30+01:00",
			"2027-03-28T03:15:30+02:00"},
		{"a day, from the second of two: the day after shows it once", Deadline{Days: 1}, "2027-10-31T02:15:00+01:00",
			"2027-11-01T02:15:00+01:00"},
		{"from the store, which keeps UTC", friday20, "2027-03-26T19:00:00Z", "2027-04-02T18:00:00Z"},
	} {
		got := c.d.After(at(t, c.since), berlin)
		if want := at(t, c.want); !got.Equal(want) || got.Location() != berlin {
			t.Errorf("%s: after %s comes %s, want %s", c.name, c.since, got, want.In(berlin))
		}
	}
}

// In March 2027 the first is a Monday. The turn began on Friday 5 March, so a weekly deadline is Friday 12 March,
// 20:00.
func TestTheDeadlineAfterAPause(t *testing.T) {
	friday20 := Deadline{Weekday: time.Friday, Hour: 20}
	days := func(n int) Deadline { return Deadline{Days: n} }
	for _, c := range []struct {
		name            string
		d               Deadline
		at, from, until string
		want            string
	}{
		{"Monday to Tuesday 07:00: Friday is 85 hours away and stays", friday20, "2027-03-12T20:00:00+01:00",
			"2027-03-08T07:00:00+01:00", "2027-03-09T07:00:00+01:00", "2027-03-12T20:00:00+01:00"},
		{"to Tuesday 08:00: 84 hours are too little", friday20, "2027-03-12T20:00:00+01:00",
			"2027-03-08T07:00:00+01:00", "2027-03-09T08:00:00+01:00", "2027-03-19T20:00:00+01:00"},
		{"begun an hour before the deadline, for two weeks: half a week of time", friday20, "2027-03-12T20:00:00+01:00",
			"2027-03-12T19:00:00+01:00", "2027-03-26T19:00:00+01:00", "2027-04-02T20:00:00+02:00"},
		{"a deadline two weeks away does not come earlier", friday20, "2027-03-19T20:00:00+01:00",
			"2027-03-06T08:00:00+01:00", "2027-03-07T08:00:00+01:00", "2027-03-19T20:00:00+01:00"},
		{"14 days, paused for three: three days later", days(14), "2027-03-19T20:00:00+01:00",
			"2027-03-10T09:00:00+01:00", "2027-03-13T09:00:00+01:00", "2027-03-22T20:00:00+01:00"},
		{"paused for two and a half: the time of day stays", days(14), "2027-03-19T20:00:00+01:00",
			"2027-03-10T09:00:00+01:00", "2027-03-12T21:00:00+01:00", "2027-03-22T20:00:00+01:00"},
		{"paused for half an hour: it stays", days(14), "2027-03-19T20:00:00+01:00", "2027-03-10T09:00:00+01:00",
			"2027-03-10T09:30:00+01:00", "2027-03-19T20:00:00+01:00"},
		{"paused an hour before the deadline: half a week, at the same time of day", days(14),
			"2027-03-19T20:00:00+01:00", "2027-03-19T19:00:00+01:00", "2027-04-02T19:00:00+02:00",
			"2027-04-06T20:00:00+02:00"},
		{"of a turn a day half a day is left", days(1), "2027-03-06T20:00:00+01:00", "2027-03-06T19:00:00+01:00",
			"2027-03-10T08:00:00+01:00", "2027-03-10T20:00:00+01:00"},
		{"of which a minute more is the next day", days(1), "2027-03-06T20:00:00+01:00", "2027-03-06T19:00:00+01:00",
			"2027-03-10T08:01:00+01:00", "2027-03-11T20:00:00+01:00"},
		{"a day over the change forward is 23 hours, and one day", days(14), "2027-04-02T20:00:00+02:00",
			"2027-03-27T12:00:00+01:00", "2027-03-28T12:00:00+02:00", "2027-04-03T20:00:00+02:00"},
		{"a day over the change back is 25 hours, and one day", days(14), "2027-11-05T20:00:00+01:00",
			"2027-10-30T12:00:00+02:00", "2027-10-31T12:00:00+01:00", "2027-11-06T20:00:00+01:00"},
		{"the deadline was over before the pause", days(14), "2027-03-19T20:00:00+01:00", "2027-03-19T21:00:00+01:00",
			"2027-03-20T21:00:00+01:00", "2027-03-24T20:00:00+01:00"},
	} {
		got := c.d.Resumed(at(t, c.at), at(t, c.from), at(t, c.until), berlin)
		if want := at(t, c.want); !got.Equal(want) || got.Location() != berlin {
			t.Errorf("%s: %s, want %s", c.name, got, want.In(berlin))
		}
	}
}

// anyDeadline draws a deadline and a moment of the years 2026 to 2030.
func anyDeadline(r *rapid.T) (Deadline, time.Time) {
	d := Deadline{Days: rapid.IntRange(1, 40).Draw(r, "days")}
	if rapid.Bool().Draw(r, "by weekday") {
		d = Deadline{Weekday: time.Weekday(rapid.IntRange(0, 6).Draw(r, "weekday")),
			Hour: rapid.IntRange(0, 23).Draw(r, "hour"), Minute: rapid.IntRange(0, 59).Draw(r, "minute")}
	}
	return d, time.Unix(rapid.Int64Range(1767225600, 1924991999).Draw(r, "since"), 0).UTC()
}

// zones change their clocks at other times of day, by half an hour, or never.
var zones = []string{"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Asia/Kolkata",
	"UTC"}

func anyZone(r *rapid.T) *time.Location {
	z, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(r, "zone"))
	if err != nil {
		r.Fatal(err)
	}
	return z
}

// A deadline is at least half a week or its number of days in the future, and at most a week more. Clocks there show
// its time of day or, if a change skips that, a time within an hour of it.
func TestDeadlinesLieAhead(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d, since := anyDeadline(r)
		zone := anyZone(r)
		got := d.After(since, zone)
		least, most := halfAWeek, halfAWeek+7*24*time.Hour+time.Hour
		want := time.Date(2000, 1, 1, d.Hour, d.Minute, 0, 0, time.UTC)
		if d.Days > 0 {
			least, most = time.Duration(d.Days)*24*time.Hour-time.Hour, time.Duration(d.Days)*24*time.Hour+time.Hour
			want = time.Date(2000, 1, 1, since.In(zone).Hour(), since.In(zone).Minute(), 0, 0, time.UTC)
		} else if got.Weekday() != d.Weekday {
			r.Errorf("%s is a %s", got, got.Weekday())
		}
		if ahead := got.Sub(since); ahead < least || ahead > most {
			r.Errorf("%s is %s after %s, want %s to %s", got, ahead, since, least, most)
		}
		shown := time.Date(2000, 1, 1, got.Hour(), got.Minute(), 0, 0, time.UTC)
		if off := shown.Sub(want); off < 0 || off > time.Hour {
			r.Errorf("%s shows %s, want %s", got, shown.Format("15:04"), want.Format("15:04"))
		}
	})
}

// A later turn has no earlier deadline. A deadline that was kept is followed by one a week later at the same time of
// day.
func TestDeadlinesFollowEachOther(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d, since := anyDeadline(r)
		zone := anyZone(r)
		first := d.After(since, zone)
		if later := d.After(since.Add(time.Duration(rapid.IntRange(0, 30*86400).Draw(r, "later"))*time.Second),
			zone); later.Before(first.Add(-time.Hour)) {
			r.Errorf("a later turn has the deadline %s, an earlier one %s", later, first)
		}
		if next := d.After(first, zone); d.Days == 0 &&
			(next.Weekday() != first.Weekday() || next.Sub(first) < 7*24*time.Hour-2*time.Hour ||
				next.Sub(first) > 7*24*time.Hour+2*time.Hour) {
			r.Errorf("after %s comes %s", first, next)
		}
	})
}

// After a pause there is time left. No pause makes a deadline earlier, nor does a longer pause compared with a shorter
// one.
func TestPausesTakeNoTime(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d, since := anyDeadline(r)
		zone := anyZone(r)
		hours := func(name string, most int) time.Duration {
			return time.Duration(rapid.IntRange(0, most*60).Draw(r, name)) * time.Minute
		}
		from := since.Add(hours("from", 1000))
		until := from.Add(hours("length", 1000))
		before := d.After(since, zone)
		got := d.Resumed(before, from, until, zone)
		least := halfAWeek
		if d.Days > 0 {
			least = min(halfAWeek, time.Duration(d.Days)*12*time.Hour)
		}
		if got.Before(before) || got.Sub(until) < least {
			r.Errorf("%s until %s: from %s to %s", from, until, before, got)
		}
		if longer := d.Resumed(before, from, until.Add(hours("longer", 500)),
			zone); longer.Before(got.Add(-time.Hour)) {
			r.Errorf("a longer pause gives %s, a shorter one %s", longer, got)
		}
	})
}
