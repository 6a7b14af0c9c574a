package conformance

import (
	"fmt"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// publishing: what is public is told to each realm anyway (law 6). A public event is told to all who get a report.
// Each number of the standings is in each report, or computed from numbers there (Example.Reckoned). News and
// standings do not depend on what any realm may not know, before the turn and after it.
func publishing(tb *table, bad fail) {
	for turn, w := range tb.turns(tb.ex.Turns) {
		sheets := tb.sheets(w)
		out := w.Resolve(slices.Clone(sheets), tb.turnSeed(w), 1, nil)
		tb.standings(w, bad)
		tb.news(w, out, bad)
		if out.Next().Standings() != nil {
			tb.inReports(out, bad)
		}
		if turn < 6 && tb.ex.Hidden != nil {
			tb.unseen(w, out, sheets, bad)
		}
	}
	tb.standings(tb.after(tb.ex.Turns), bad)
}

// standings: one row per realm, one number per column, in words of both languages, and without players.
func (tb *table) standings(w game.World, bad fail) {
	s, realms := w.Standings(), w.Realms()
	if has := tb.start().Standings() != nil; s == nil || !has {
		if s != nil || has {
			bad("turn %d: there are standings: %t, and before turn 1: %t", w.Asked().Turn, s != nil, has)
		}
		return
	}
	for _, c := range s.Columns {
		tb.worded(phrase.P("public."+c), bad)
	}
	listed := map[int]bool{}
	for _, row := range s.Rows {
		i := slices.IndexFunc(realms, func(r game.Realm) bool { return r.Number == row.Realm })
		switch {
		case i < 0 || listed[row.Realm]:
			bad("the standings list realm %d, which is not in the game or is there twice", row.Realm)
		case row.Name != realms[i].Name || row.Fallen != realms[i].Fallen:
			bad("the standings have %+v, and the realm is %+v", row, realms[i])
		case len(row.Numbers) != len(s.Columns):
			bad("the standings have %d numbers of realm %d in %d columns", len(row.Numbers), row.Realm, len(s.Columns))
		}
		listed[row.Realm] = true
	}
	for _, note := range s.Notes {
		tb.public("a note of the standings", note, realms, bad)
	}
}

// public: a sentence has its words, and mentions neither a player nor a place in a realm's own numbering.
func (tb *table) public(what string, p phrase.Phrase, realms []game.Realm, bad fail) {
	tb.worded(p, bad)
	for _, a := range p.Args {
		if a.Kind == phrase.Place {
			bad("%s, %q, has a place that each realm counts otherwise", what, p.Code)
		}
		for _, r := range realms {
			if a.Kind == phrase.Word && r.Player != "" && r.Player != r.Name && a.S == r.Player {
				bad("%s, %q, names the player %s", what, p.Code, r.Player)
			}
		}
	}
}

// published returns the public events of a turn.
func published(w game.World, out game.Outcome) (news []game.Event) {
	codes := w.News()
	for _, e := range out.Annals().Events() {
		if slices.Contains(codes, e.Code) {
			news = append(news, e)
		}
	}
	return news
}

// news: public events are told to all who get a report.
func (tb *table) news(w game.World, out game.Outcome, bad fail) {
	for _, e := range published(w, out) {
		for _, r := range out.Realms() {
			if !e.For(r) {
				bad("turn %d: %q is public, and realm %d is not told", w.Asked().Turn, e.Code, r)
			}
		}
		tb.public("public news", e.Phrase, w.Realms(), bad)
	}
	for _, code := range w.News() {
		if !tb.rb.Words(phrase.En).Has(code) {
			bad("news are an event %q, which has no sentence", code)
		}
	}
}

// inReports: the numbers after a turn are in each of its reports.
func (tb *table) inReports(out game.Outcome, bad fail) {
	s := out.Next().Standings()
	for _, reader := range out.Realms() {
		told := numbersIn(string(out.Report(reader, nil).Text))
		for _, row := range s.Rows {
			for i, c := range s.Columns {
				n := strconv.FormatInt(max(row.Numbers[i], -row.Numbers[i]), 10)
				if row.Numbers[i] != 0 && !told[n] && !slices.Contains(tb.ex.Reckoned, c) {
					bad("%s of realm %d, %s, is public and not in the report of realm %d", c, row.Realm, n, reader)
				}
			}
		}
	}
}

// page is what a public page takes from a world besides the standings: whose orders are awaited, the turn's title, and
// the part of the map that all realms see.
func page(w game.World) string {
	return fmt.Sprintf("%+v\n%s\n%s\n%+v", w.Asked().Public(), w.Title(phrase.De), w.Title(phrase.En), common(w))
}

// common is the part of the map that all realms see; nil: there is none.
func common(w game.World) *game.Chart { return w.Chart(game.Everybody, phrase.En) }

// unseen: if anything changes that a realm may not know, what is public stays the same.
func (tb *table) unseen(w game.World, out game.Outcome, sheets []game.Sheet, bad fail) {
	tell := func(w game.World, out game.Outcome) string {
		return fmt.Sprintf("%s\n%+v\n%+v\n%s\n%+v", page(w), w.Standings(), published(w, out), page(out.Next()),
			out.Next().Standings())
	}
	for _, r := range w.Realms() {
		other, theirs := tb.ex.Hidden(w, slices.Clone(sheets), r.Number, tb.dice(w, "public", int64(r.Number)))
		if one, two := tell(w, out), tell(other, other.Resolve(theirs, tb.turnSeed(w), 1, nil)); one != two {
			bad("turn %d: what is public tells realm %d what it may not know:\n%s\n---\n%s", w.Asked().Turn, r.Number,
				one, two)
		}
	}
}
