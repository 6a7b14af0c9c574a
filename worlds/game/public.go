package game

import (
	"slices"

	"weltentor/orders/phrase"
)

// Standings is a table of the realms.
type Standings struct {
	Columns []string        // names of the numbers; the rulebook's sentence `public.` with the name heads the column
	Rows    []Standing      // a row for each realm; the best first, if the rules know who that is
	Notes   []phrase.Phrase // below the table, such as what ends the game
	// every report names who plays each realm, so it is public when a realm changes hands
	Players bool
}

// Standing is a realm in the Standings.
type Standing struct {
	Realm   int
	Name    string
	Place   int // 1 is the best, and equal ones share a place; 0: the rules know none
	Fallen  bool
	Numbers []int64 // one for each column
}

// Ranked sorts rows with better, the best first and equal ones by realm, and gives them their places.
func Ranked(rows []Standing, better func(a, b Standing) int) []Standing {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, better)
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && better(rows[i-1], rows[i]) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}
