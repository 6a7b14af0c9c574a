package report

import (
	"cmp"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// brief writes the year in short: combats in a few lines, what a player orders from
// as it is, and of all others only what is new.
func (y Year) brief(p *page) {
	p.Opening(titleOf(y.Before))
	p.Title("report-events")
	fought := y.tidings(p)
	y.refused(p)
	before := newPage(y.Before, p.realm.Number)
	p.possessions(y.earned(p.realm.Number), before)
	p.Part("short.seen", func() { p.newcomers(before) })
	p.nations(y.Before.State)
	p.Post("report.letters", p.realm.Number, y.Letters(), p.called)
	if !p.realm.NoMap {
		p.outline()
	}
	if fought {
		p.Blank()
		p.Say("", "short.rounds")
	}
	p.End("report-end")
}

// earned is what a realm's income of the year was.
func (y Year) earned(realm int) (ducats int64) {
	for _, e := range y.Told(realm) {
		if e.Code == "income" {
			ducats += e.Arg("ducats").N
		}
	}
	return ducats
}

// possessions writes what the realm has, and the standing orders that have changed. before is the page of the year's
// beginning.
func (p *page) possessions(earned int64, before *page) {
	p.Title("report-own")
	money := p.money()
	if earned > 0 {
		money = phrase.P("short.money", append(money.Args, phrase.Num("earned", earned))...)
	}
	p.Line("  ", money)
	p.holdings()
	p.newOrders(before)
}

// newcomers writes what is new of the people in sight, and how it was before. Those who were in sight before, and are
// not now, come last. before is the page of the year's beginning: of that, only what the reader was shown counts.
func (p *page) newcomers(before *page) {
	was := map[string]*spot{}
	earlier := before.spots()
	for i := range earlier {
		was[earlier[i].key] = &earlier[i]
	}
	now := p.spots()
	for _, s := range now {
		old := was[s.key]
		delete(was, s.key)
		if old != nil && !p.Shown.Has(old.fact(before)) {
			old = nil
		}
		if p.News(s.fact(p)) {
			p.Line("  ", p.changed(&s, old)...)
		}
	}
	var gone []string
	for i := range earlier {
		if s := &earlier[i]; was[s.key] != nil && p.News(game.Fact{Subject: s.key}) {
			row := p.Book.Say(s.row)
			gone = append(gone, row[:strings.LastIndex(row, ": ")]) // without units
		}
	}
	if len(gone) > 0 {
		p.Say("  ", "short.gone", phrase.Str("list", strings.Join(gone, "; ")))
	}
}

// changed is the sentence about people in sight, with where they were before, or how many.
func (p *page) changed(now, old *spot) []phrase.Phrase {
	switch {
	case old == nil:
		return []phrase.Phrase{now.row}
	case now.at != old.at:
		return []phrase.Phrase{now.row, phrase.P("short.was-in", phrase.Num("area", old.at))}
	case now.troops != old.troops:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", cmp.Or(old.troops.String(), p.Book.T("bout.none"))))}
	case now.ships != old.ships:
		return []phrase.Phrase{now.row, phrase.P("short.was", phrase.Str("units", old.ships.String()))}
	}
	return []phrase.Phrase{now.row}
}

// outline writes the map without its empty lines, and the homes in one sentence.
func (p *page) outline() {
	p.Title("report-map")
	p.grid(false)
	var homes []string
	for i := range p.at.State.Realms {
		home := p.at.State.Realms[i].Home
		homes = append(homes, p.Book.Say(phrase.P("short.home", phrase.Num("home", home),
			phrase.Num("sea", p.at.State.Areas[home-1].Beside[0]))))
	}
	p.Line("", phrase.P("map-legend"), phrase.P("short.homes", phrase.Str("list", strings.Join(homes, ", "))))
}
