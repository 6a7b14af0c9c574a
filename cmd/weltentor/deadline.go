package main

import (
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
)

// deadline is when a turn falls due: at the next Weekday and time of day, or,
// with Days, so many days after the last turn.
type deadline struct {
	Weekday      time.Weekday
	Hour, Minute int
	Days         int
}

// weekdays are the names a deadline may use, German and English, in the order
// of time.Weekday; the first three letters will do.
var weekdays = [7][2]string{
	{"sunday", "sonntag"}, {"monday", "montag"}, {"tuesday", "dienstag"}, {"wednesday", "mittwoch"},
	{"thursday", "donnerstag"}, {"friday", "freitag"}, {"saturday", "samstag"},
}

// parseDeadline reads "Friday 20:00", "Freitag 20:00" or "14 days", "14 Tage".
func parseDeadline(s string) (deadline, error) {
	wrong := usage("setting-deadline", phrase.Str("value", s))
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(s, ",", " ")))
	if len(words) == 3 && words[2] == "uhr" {
		words = words[:2]
	}
	if len(words) != 2 {
		return deadline{}, wrong
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		unit := words[1]
		if n < 1 || n > 366 || !(strings.HasPrefix(unit, "day") || strings.HasPrefix(unit, "tag")) {
			return deadline{}, wrong
		}
		return deadline{Days: n}, nil
	}
	clock, err := time.Parse("15:04", words[1])
	if err != nil {
		return deadline{}, wrong
	}
	for i, names := range weekdays {
		for _, name := range names {
			if len(words[0]) >= 3 && strings.HasPrefix(name, words[0]) {
				return deadline{Weekday: time.Weekday(i), Hour: clock.Hour(), Minute: clock.Minute()}, nil
			}
		}
	}
	return deadline{}, wrong
}
