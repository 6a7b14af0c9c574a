package conformance

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// What a game lacks whose rules are a program that we do not know.
const (
	data        = "data"                      // reports as data
	ownReports  = "reports in its own words"  // in the language of each player, with what players wrote
	ownReceipts = "receipts in its own words" // that say of each line what it does
)

// lacks reports whether the example says that the game has none of a thing.
func (tb *table) lacks(what string) bool { return slices.Contains(tb.ex.Lacks, what) }

// speaks reports whether the report of a turn is in the language of its reader.
func speaks(tb *table) bool {
	out := tb.resolved(tb.start())
	told := func(lang phrase.Lang) string {
		n := out.Realms()[0]
		return string(out.HandOver(n, game.Player{Name: "Neu", Lang: lang}).Report(n, nil).Text)
	}
	return told(phrase.De) != told(phrase.En)
}

// told is where a report has what the machine's players wrote: in its text, or above it in the mail.
func (tb *table) told(r game.Report) string {
	if tb.lacks(ownReports) {
		return string(r.Summary)
	}
	return string(r.Text)
}

// checked is the receipt of the sensible orders of a realm.
func (tb *table) checked(w game.World, realm int) game.Checked {
	return w.Check(game.Sheet{Realm: realm, Turn: w.Asked().Turn, Text: tb.sensible(w, realm)})
}

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
		{data, w.Facts(realm) != nil},
		{ownReports, speaks(tb)},
		{ownReceipts, len(tb.checked(tb.inPlay(1), realm).Handed) == 0},
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
