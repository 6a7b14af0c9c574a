package conformance

import "testing"

// A row of a tournament goes into the table of its game and its set of numbers, in place of the one of the same map.
func TestRowsOfATournament(t *testing.T) {
	heads := "| realms | games |\n|---|---|\n"
	page := func(cells string) string {
		return "<!-- duel -->\n\n" + heads + "| 3 | 1 |\n\n<!-- end of duel -->\n\n<!-- duel hard -->\n\n" + heads +
			"| 3 | 2 |\n| 3 on 8 × 8 | " + cells + " |\n\n<!-- end of duel hard -->\n"
	}
	for _, c := range []struct{ name, heads, row, want string }{
		{"duel hard", heads, "| 3 on 8 × 8 | 60 |\n", page("60")},
		{"duel hard", heads, "| 6 | 60 |\n", ""},
		{"duel", heads, "| 3 on 8 × 8 | 60 |\n", ""},
		{"duel soft", heads, "| 3 | 60 |\n", ""},
		{"duel", "| games |\n", "| 3 | 60 |\n", ""},
	} {
		if got, err := withRow(page("4"), c.name, c.heads, c.row); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s of %s: %v\n%s", c.row, c.name, err, got)
		}
	}
}
