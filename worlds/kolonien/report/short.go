package report

import (
	"cmp"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// short writes the short report.
type short struct {
	*frame.Text
	a    *account
	news selection
}

// writeShort writes the year in short: combats in a few lines, what a player orders from as it is, and of all others only
// what is new.
func writeShort(t *frame.Text, a *account, shown *game.Shown) {
	w := short{t, a, selection{t.Book, shown}}
	frame.WriteOpening(t, titleOf(a.year.Before))
	w.Title("report-events")
	fought := w.tidings()
	writeRefused(t, a)
	before := standingOf(a.year.Before, a.realm.Number)
	w.possessions(before)
	w.Part("short.seen", func() { w.newcomers(before) })
	writeNations(t, a, a.year.Before.State)
	w.Post("report.letters", a.year.Letters(), a.called)
	if !a.realm.NoMap {
		w.outline()
	}
	if fought {
		w.Blank()
		w.Say("", "short.rounds")
	}
	w.End("report-end")
}

// possessions writes what the realm has, and the standing orders that have changed. before is the account of the year's
// beginning.
func (w short) possessions(before *account) {
	w.Title("report-own")
	money := moneyRow(w.a)
	if earned := w.a.earned(); earned > 0 {
		money = phrase.P("short.money", append(money.Args, phrase.Num("earned", earned))...)
	}
	w.Line("  ", money)
	writeHoldings(w.Text, w.a)
	w.newOrders(before)
}

// newOrders writes the standing orders that are news. before is the account of the year's beginning.
func (w short) newOrders(before *account) {
	all := commanders(w.Book, w.a)
	w.news.forget(commanders(w.Book, before), all)
	kept, lines := false, []string{}
	for _, c := range all {
		news := w.news.topics(c)
		if kept = kept || len(news) < len(c.topics); len(news) > 0 {
			lines = append(lines, c.line(news))
		}
	}
	switch {
	case len(all) == 0:
	case len(lines) == 0:
		w.Say("  ", "short.orders-kept")
	case kept:
		w.Say("  ", "short.orders-changed")
	default:
		w.Say("  ", "own-orders")
	}
	for _, line := range lines {
		w.Wrap("    ", line)
	}
}

// newcomers writes what is new of the people in sight, and how it was before. Those who were in sight before, and are
// not now, come last. before is the account of the year's beginning: of that, only what the reader was shown counts.
func (w short) newcomers(before *account) {
	was := map[string]*spot{}
	earlier := spots(before)
	for i := range earlier {
		was[earlier[i].key] = &earlier[i]
	}
	now := spots(w.a)
	for _, s := range now {
		old := was[s.key]
		delete(was, s.key)
		if old != nil && !w.news.known(old) {
			old = nil
		}
		if w.news.seen(&s) {
			w.Line("  ", w.changed(&s, old)...)
		}
	}
	var gone []string
	for i := range earlier {
		if s := &earlier[i]; was[s.key] != nil && w.news.gone(s) {
			row := w.Book.Say(s.row)
			gone = append(gone, row[:strings.LastIndex(row, ": ")]) // without units
		}
	}
	if len(gone) > 0 {
		w.Say("  ", "short.gone", phrase.Str("list", strings.Join(gone, "; ")))
	}
}

// changed is the sentence about people in sight, with where they were before, or how many.
func (w short) changed(now, old *spot) []phrase.Phrase {
	switch {
	case old == nil:
		return []phrase.Phrase{now.row}
	case now.at != old.at:
		return []phrase.Phrase{now.row, phrase.P("short.was-in", phrase.Num("area", old.at))}
	case now.troops != old.troops:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", cmp.Or(old.troops.String(), w.Book.T("bout.none"))))}
	case now.ships != old.ships:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", old.ships.String()))}
	}
	return []phrase.Phrase{now.row}
}

// outline writes the map without its empty lines, and the homes in one sentence.
func (w short) outline() {
	w.Title("report-map")
	writeMap(w.Text, w.a, false)
	var homes []string
	for i := range w.a.at.State.Realms {
		home := w.a.at.State.Realms[i].Home
		homes = append(homes, w.Book.Say(phrase.P("short.home", phrase.Num("home", home),
			phrase.Num("sea", w.a.at.State.Areas[home-1].Beside[0]))))
	}
	w.Line("", phrase.P("map-legend"), phrase.P("short.homes", phrase.Str("list", strings.Join(homes, ", "))))
}
