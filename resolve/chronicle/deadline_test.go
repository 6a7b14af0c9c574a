package chronicle

import (
	"testing"
	"time"
)

func at(t *testing.T, s string) time.Time {
	t.Helper()
	v, err := time.Parse(time.RFC3339, s)
	must(t, err)
	return v
}

// In Berlin, clocks go forward on 28 March 2027 at 02:00 (to 03:00) and back on 25 October 2026 at 03:00 (to 02:00).
// Both are Sundays.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name        string
		d           Deadline
		since, want string
	}{
		{"a week after the last", Deadline{Weekday: time.Friday, Hour: 18}, "2026-11-27T18:00:00+01:00",
			"2026-12-04T18:00:00+01:00"},
		{"resolved on Monday: four and a quarter days", Deadline{Weekday: time.Friday, Hour: 18},
			"2026-11-23T12:00:00+01:00", "2026-11-27T18:00:00+01:00"},
		{"resolved on Wednesday: not the day after tomorrow", Deadline{Weekday: time.Friday, Hour: 18},
			"2026-11-25T12:00:00+01:00", "2026-12-04T18:00:00+01:00"},
		{"exactly half a week is too little", Deadline{Weekday: time.Friday, Hour: 18}, "2026-11-24T06:00:00+01:00",
			"2026-12-04T18:00:00+01:00"},
		{"over the change to summer time", Deadline{Weekday: time.Monday, Hour: 18}, "2027-03-22T18:00:00+01:00",
			"2027-03-29T18:00:00+02:00"},
		{"over the change to winter time", Deadline{Weekday: time.Monday, Hour: 18}, "2026-10-19T18:00:00+02:00",
			"2026-10-26T18:00:00+01:00"},
		{"a time that is left out", Deadline{Weekday: time.Sunday, Hour: 2, Minute: 30}, "2027-03-21T02:30:00+01:00",
			"2027-03-28T03:30:00+02:00"},
		{"a time that comes twice", Deadline{Weekday: time.Sunday, Hour: 2, Minute: 30}, "2026-10-18T02:30:00+02:00",
			"2026-10-25T02:30:00+02:00"},
		{"after the change of the same day", Deadline{Weekday: time.Sunday, Hour: 12}, "2026-10-18T12:00:00+02:00",
			"2026-10-25T12:00:00+01:00"},
		{"midnight", Deadline{Weekday: time.Sunday}, "2026-11-23T12:00:00+01:00", "2026-11-29T00:00:00+01:00"},
		{"days", Deadline{Days: 3}, "2026-11-23T12:34:00+01:00", "2026-11-26T12:34:00+01:00"},
		{"days over the change", Deadline{Days: 1}, "2026-10-24T18:00:00+02:00", "2026-10-25T18:00:00+01:00"},
		{"days over the end of the year", Deadline{Days: 10}, "2026-12-25T08:00:00+01:00", "2027-01-04T08:00:00+01:00"},
	} {
		got := c.d.After(at(t, c.since), berlin)
		if want := at(t, c.want); !got.Equal(want) || got.Location() != berlin {
			t.Errorf("%s: after %s comes %s, want %s", c.name, c.since, got, want.In(berlin))
		}
	}
}

func TestDeadlinesDoNotCreep(t *testing.T) {
	deadline := at(t, "2026-11-27T18:00:00+01:00")
	for late, want := range map[time.Duration]time.Time{
		-time.Hour:      deadline.Add(-time.Hour), // forced: counts from the turn
		0:               deadline,
		7 * time.Minute: deadline,
		12 * time.Hour:  deadline.Add(12 * time.Hour), // the server was down
	} {
		if got := NextSince(deadline, deadline.Add(late)); !got.Equal(want) {
			t.Errorf("%s late: counted from %s, want %s", late, got, want)
		}
	}
}

// berlin is the zone of the tests' worlds.
var berlin = func() *time.Location {
	z, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return z
}()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
