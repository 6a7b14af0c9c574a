package thoramar

import (
	"strconv"

	"weltentor/orders/phrase"
)

// words are the fixed words of reports in one language, put together once.
type words struct {
	book      *phrase.Book
	weeks     [Weeks + 1]string // the heading of each week, with the blank line after it
	events    string
	sightings string
	field     string
	alike     string   // the sightings of an army that are those of another
	lost      string   // behind a field that was lost this turn
	terrain   []string // names, by index
	codes     []string // of terrains, by index
}

func newWords(book *phrase.Book, tables *Tables) *words {
	w := &words{
		book:      book,
		events:    book.T("report.events") + "\n\n",
		sightings: book.T("report.sightings") + "\n\n",
		field:     book.T("report.field"),
		alike:     book.T("report.alike"),
		lost:      book.T("report.lost"),
	}
	for n := 1; n <= Weeks; n++ {
		w.weeks[n] = "W" + twoDigits(n) + " " + book.Say(phrase.P("report.week", phrase.Num("n", n))) + "\n\n"
	}
	for i := range tables.Terrain {
		w.terrain = append(w.terrain, book.T(tables.Terrain[i].key()))
		w.codes = append(w.codes, tables.Terrain[i].Code)
	}
	return w
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// realmTags are the numbers of realms as sightings show them: as wide as the
// longest (decision 12). The last one is the sign-less "?".
func realmTags(realms int) []string {
	width := len(strconv.Itoa(realms - 1))
	out := make([]string, realms+1)
	for r := range realms {
		s := strconv.Itoa(r)
		out[r] = blanks[:width-len(s)] + s
	}
	out[realms] = blanks[:width-1] + "?"
	return out
}
