package main

import (
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// weekdays are the names a deadline may use, German and English, in the order
// of time.Weekday; the first three letters will do.
var weekdays = [7][2]string{
	{"sunday", "sonntag"}, {"monday", "montag"}, {"tuesday", "dienstag"}, {"wednesday", "mittwoch"},
	{"thursday", "donnerstag"}, {"friday", "freitag"}, {"saturday", "samstag"},
}

// parseDeadline reads "Friday 20:00", "Freitag 20:00" or "14 days", "14 Tage".
func parseDeadline(s string) (resolve.Deadline, error) {
	wrong := usage("setting-deadline", phrase.Str("value", s))
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(s, ",", " ")))
	if len(words) == 3 && words[2] == "uhr" {
		words = words[:2]
	}
	if len(words) != 2 {
		return resolve.Deadline{}, wrong
	}
	if n, err := strconv.Atoi(words[0]); err == nil {
		unit := words[1]
		if n < 1 || n > 366 || !(strings.HasPrefix(unit, "day") || strings.HasPrefix(unit, "tag")) {
			return resolve.Deadline{}, wrong
		}
		return resolve.Deadline{Days: n}, nil
	}
	clock, err := time.Parse("15:04", words[1])
	if err != nil {
		return resolve.Deadline{}, wrong
	}
	for i, names := range weekdays {
		for _, name := range names {
			if len(words[0]) >= 3 && strings.HasPrefix(name, words[0]) {
				return resolve.Deadline{Weekday: time.Weekday(i), Hour: clock.Hour(), Minute: clock.Minute()}, nil
			}
		}
	}
	return resolve.Deadline{}, wrong
}
