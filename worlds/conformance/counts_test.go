package conformance

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// Counts that cannot be compared are found.
func TestUnlikeCountsCatches(t *testing.T) {
	fields, gold := game.Count{Name: "fields", N: 1}, game.Count{Name: "gold", N: 5}
	for _, c := range []struct {
		before, after []game.Count
		want          string
	}{
		{[]game.Count{fields, gold}, []game.Count{gold, fields}, `"fields" is counted before, and "gold" after`},
		{[]game.Count{fields, gold}, []game.Count{fields}, "2 things are counted before, 1 after"},
		{nil, nil, "0 things are counted"},
		{[]game.Count{fields, fields}, []game.Count{fields, fields}, "counted twice"},
		{[]game.Count{fields, gold}, []game.Count{{Name: "fields", N: 2}, gold}, ""},
	} {
		if got := strings.Join(unlikeCounts(c.before, c.after), "; "); !strings.Contains(got, c.want) ||
			(got == "") != (c.want == "") {
			t.Errorf("%v, %v: found %q, want %q", c.before, c.after, got, c.want)
		}
	}
}
