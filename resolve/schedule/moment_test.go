package schedule_test

import (
	"testing"
	"time"

	"weltentor/resolve/schedule"
)

// A deadline is moved by the words that a deadline is set with, in both languages, counted from the present one.
func TestMomentReadsWords(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	sunday := time.Date(2026, 12, 13, 18, 0, 0, 0, berlin)
	for when, want := range map[string]string{
		"2026-12-20":        "2026-12-20 18:00",
		"20.12.2026 9:30":   "2026-12-20 09:30",
		"14.12. 20 Uhr":     "2026-12-14 20:00",
		"14.12.2026 20 uhr": "2026-12-14 20:00",
		"14.12. 20:15 Uhr":  "2026-12-14 20:15",
		"2.1.":              "2027-01-02 18:00",
		"Monday 20:00":      "2026-12-14 20:00",
		"montag 20 Uhr":     "2026-12-14 20:00",
		"So 18:00":          "",
		"Sonntag, 18:00":    "2026-12-13 18:00",
		"sonntag 19:00":     "2026-12-13 19:00",
		"freitag":           "2026-12-18 18:00",
		"Fri":               "2026-12-18 18:00",
		"2 days":            "2026-12-15 18:00",
		"1 Tag":             "2026-12-14 18:00",
		"+24h":              "2026-12-14 18:00",
		"+90m":              "2026-12-13 19:30",
		"24h":               "",
		"soon":              "",
		"31.2.":             "",
		"0 days":            "",
	} {
		at, err := schedule.Moment(when, sunday, berlin)
		if got := at.In(berlin).Format("2006-01-02 15:04"); (err == nil) != (want != "") || err == nil && got != want {
			t.Errorf("%q: %s, %v; want %q", when, got, err, want)
		}
	}
	for _, when := range []string{"freitag", "+24h", "2 days", "14.12."} {
		if at, err := schedule.Moment(when, time.Time{}, berlin); err == nil {
			t.Errorf("%q counts from nothing: %s", when, at)
		}
	}
}
