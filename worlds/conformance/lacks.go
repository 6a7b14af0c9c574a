package conformance

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// lacking: what a game answers with nothing, its example names, and no more. The laws about a thing leave out a game that
// lacks it: without this one, a game that has lost a thing would keep all laws.
func lacking(tb *table, bad fail) {
	w := tb.start()
	realm := w.Realms()[0].Number
	guide, counted := w.Guide(realm, phrase.En), len(w.Counts(realm)) > 0
	_, plans := tb.opened(w, realm, bad).(game.Planner)
	known := map[string]bool{}
	for _, part := range []struct {
		what string
		has  bool
	}{
		{"map", drawn(w)},
		{"common map", common(w) != nil}, // what all realms see
		{"goal", guide.Goal != ""},
		{"legend", len(guide.Legend) > 0},
		{"first letter", begins(w)},
		{"adjustments", len(w.Adjustments(realm)) > 0},
		{"short reports", records(w.Welcome, realm)},
		{"verbs", len(w.Verbs()) > 0},
		{"counts", counted},
		{"fights", len(w.Fights()) > 0},
		{"standings", w.Standings() != nil},
		{"news", len(w.News()) > 0},
		{"bot", tb.rb.Bot() != nil},
		{"desk", plans},
	} {
		known[part.what] = true
		switch lacks := slices.Contains(tb.ex.Lacks, part.what); {
		case !part.has && !lacks:
			bad("the game has no %s, and its example does not say so: Lacks", part.what)
		case part.has && lacks:
			bad("the example says that the game lacks %q, and it has that", part.what)
		}
	}
	for _, what := range tb.ex.Lacks {
		if !known[what] {
			bad("the example says that the game lacks %q, which no game has", what)
		}
	}
}

// drawn reports whether a game has a map.
func drawn(w game.World) bool { return w.Chart(0, phrase.De) != nil }

// begins reports whether a world shows newcomers how to begin.
func begins(w game.World) bool {
	return slices.ContainsFunc(w.Realms(), func(r game.Realm) bool { return w.FirstLetter(r.Number) != "" })
}

// records reports whether a report says what it shows, so that later ones can be short.
func records(write func(realm int, shown *game.Shown) game.Report, realm int) bool {
	var shown game.Shown
	write(realm, &shown)
	return len(shown.Bytes()) > 0
}

// nobody: a realm that does not exist is shown nothing, whatever is asked.
func nobody(tb *table, bad fail) {
	for _, turns := range []int{0, 6} {
		w := tb.after(turns)
		for _, n := range []int{-1, 0, len(w.Realms()) + 1} {
			is := func(what string, there bool) {
				if there {
					bad("turn %d: realm %d is not there, and gets the %s", w.Asked().Turn, n, what)
				}
			}
			is("template", w.Template(n) != "")
			is("first letter", w.FirstLetter(n) != "")
			guide := w.Guide(n, phrase.En)
			is("guide", len(guide.Paragraphs()) > 0 || guide.Legend != nil)
			is("adjustments", w.Adjustments(n) != nil)
			is("chart", n > 0 && w.Chart(n, phrase.De) != nil)
			is("facts", w.Facts(n) != nil)
		}
	}
}
