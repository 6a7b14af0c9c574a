package game

import (
	"slices"

	"weltentor/orders/phrase"
)

// Publisher is a World of which something is public: what every report of every realm says, and nothing else. A game
// master may show it to players and to the rest of the world.
type Publisher interface {
	// Standings is how the realms stand, as far as that is public. It names no player.
	Standings() Standings
	// News returns the codes of the public events. Such an event is told to all realms that get a report of the turn.
	// It names no player, and no place in a realm's own counting.
	News() []string
}

// Dated is a World whose chronicler has names for turns, such as that of a season. The newspaper begins with them.
type Dated interface {
	// Dateline is the sentence that names a turn that was played with a seed. It says nothing else.
	Dateline(turn int, seed Seed) phrase.Phrase
}

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
