// Package report writes what a realm is told. A position, or a year that was played, goes in; letters, reports, facts,
// templates, legends and maps come out. The root calls it for each realm.
package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
)

// Welcome tells a realm that has just joined where it is and what it has.
func Welcome(at realm.Position) frame.Reporter {
	return frame.Telling[*page]{Turn: at.State.Turn - 1, Title: Title(at), Write: (*page).welcome,
		Page: func(n int) *page { return newPage(at, n) }, Brief: (*page).welcome, Body: (*page).greet}
}

// greet writes the greeting.
func (p *page) greet() {
	greeting := []phrase.Phrase{
		phrase.P("welcome", phrase.Str("name", p.realm.Name), phrase.Num("realm", p.realm.Number),
			phrase.Num("years", p.at.Tables.Rules.Years)),
		phrase.P("welcome-home", phrase.Num("home", p.realm.Home),
			phrase.Num("sea", p.at.State.Areas[p.realm.Home-1].Beside[0]), phrase.Num("ducats", p.realm.Ducats))}
	for _, what := range greeting {
		p.Line("", what)
	}
	p.FactPart("welcome", "report-welcome", greeting...)
}

// welcome writes report 0.
func (p *page) welcome() {
	p.greet()
	p.standing()
	p.nations(nil)
	p.chart()
	p.Blank()
	p.Say("", "legend.map") // the signs of the map, which is above
	p.Title("legend.title")
	p.legend()
	p.EndWelcome("report-end")
}

// Year is a year that was played, between two positions, as reports show it.
type Year struct {
	*frame.Played
	Before, After realm.Position
	Check         func(realm int, text string) game.Checked // the receipt of a sheet with this text, after the year
}

// Telling tells the realms about the year.
func (y Year) Telling() frame.Reporter {
	return frame.Telling[*page]{Turn: y.Before.State.Turn, Title: Title(y.After), Write: y.write,
		Page: func(n int) *page { return newPage(y.After, n) }, Brief: y.brief, Digest: y.digest}
}

// write writes the year for one realm: what was refused, what happened, combats round by round, what it has, what it
// sees, the map, the letters.
func (y Year) write(p *page) {
	p.Opening(titleOf(y.Before))
	y.refused(p)
	p.Title("report-events")
	y.happened(p)
	p.standing()
	p.sightings()
	p.nations(nil)
	if !p.realm.NoMap {
		p.chart()
	}
	p.Post("report.letters", p.realm.Number, y.Letters(), p.called)
	p.End("report-end")
}

// refused writes the lines that were not done.
func (y Year) refused(p *page) {
	p.Part("report-refused", func() { p.Refused("  ", y.Refused(p.realm.Number), y.Written(p.realm.Number), false) })
}

// happened writes the events that the realm is told. How a combat ended comes before its rounds.
func (y Year) happened(p *page) {
	told := y.Told(p.realm.Number)
	for i, e := range told {
		what := From(p.realm.Number, e.Phrase)
		Event(&p.Page, what)
		p.FactEvent(e, what)
		p.paid(e)
		if e.Code == "combat" || e.Code == "sea-combat" {
			p.Line("    ", p.ended(told[i:]))
			p.tellBout(newBout(p.realm.Number, told[i:]), what)
		}
	}
	if len(told) == 0 {
		p.Say("  ", "report-quiet")
	}
}

// page is a report being written for one realm over a world.
type page struct {
	frame.Page
	at    realm.Position
	realm *realm.Realm

	people [2]string // what those who are no realm are, on each side of the last combat
}

// newPage is the empty page of a realm; nil: there is none.
func newPage(at realm.Position, number int) *page {
	r := at.State.Realm(number)
	if r == nil {
		return nil
	}
	p := &page{Page: at.Rules.Page(&r.Person), at: at, realm: r}
	p.Weigh, p.Meanings, p.Teller = p.weigh, meanings, p.teller
	return p
}

// called is the name of a realm.
func (p *page) called(realm int) string { return p.at.State.Realms[realm-1].Name }

// Title names the year and its period.
func Title(at realm.Position) phrase.Phrase {
	if at.State.Over {
		return phrase.P("title-over")
	}
	return titleOf(at)
}

func titleOf(at realm.Position) phrase.Phrase {
	return phrase.P("title", phrase.Num("turn", at.State.Turn), phrase.Num("years", at.Tables.Rules.Years),
		phrase.Num("period", at.Tables.Rules.Period(at.State.Turn)))
}

// Event writes an event. The rounds of a combat are indented.
func Event(p *frame.Page, what phrase.Phrase) {
	indent := "  "
	switch code := what.Code; {
	case code == "combat" || code == "sea-combat":
		p.Blank()
	case code == "combat.round", code == "combat.won", strings.HasPrefix(code, "roster"):
		indent = "    "
	case code == "combat.bonus":
		indent = "          "
	case fight.Protocol(code):
		indent = "      "
	}
	p.Line(indent, what)
}

// accounts are the lines of a realm's money, by the event that belongs to each; arg is the event's argument with the
// amount. No event says what a building cost.
var accounts = map[string]struct{ kind, code, arg string }{
	"income": {"income", "colonies", "ducats"}, "raised": {"outlay", "units", "cost"},
	"launched": {"outlay", "ships", "cost"}, "appointed": {"outlay", "leaders", "cost"},
	"engaged": {"outlay", "medics", "cost"}, "raided": {"outlay", "pirates", "ducats"},
	"hand.ducats": {"income", "hand", "more"}, "hand.treasury": {"income", "hand", "now"},
}

// paid puts the amount of an event into the facts, if it changed the reader's treasury.
func (p *page) paid(e *game.Event) {
	a, is := accounts[e.Code]
	if !is || p.Facts == nil {
		return
	}
	values, _ := p.Figures(e.Phrase)
	amount := values[a.arg]
	switch {
	case e.Code == "hand.treasury":
		if amount -= values["was"]; amount < 0 {
			a.kind = "outlay"
		}
	case a.kind == "outlay":
		amount = -amount
	}
	p.FactSum(a.kind, a.code, amount)
}
