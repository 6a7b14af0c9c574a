// Package report writes what a nation is told. A position, or a mail phase that was played, goes in; reports, facts,
// templates, maps and standings come out. The root calls it.
package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// page is a report being written for one realm over a world.
type page struct {
	frame.Page
	at    realm.Position
	realm *realm.Realm
	view  game.View
	seen  []bool
	early []game.Said // of the course of a battle whose result follows
}

// newPage is the empty page of a nation; nil: there is none.
func newPage(at realm.Position, realm int) *page {
	r := at.State.Realm(realm)
	if r == nil {
		return nil
	}
	view := at.State.View(realm)
	p := &page{Page: at.Rules.Page(&r.Person), at: at, realm: r, view: view, seen: sight.Seen(at, realm)}
	p.Places, p.Weigh, p.Meanings, p.Teller = view, p.weigh, meanings, p.teller
	return p
}

// name is what a nation is called.
func (p *page) name(nation int) string { return p.at.State.Realms[nation-1].Name }

// Welcome tells a realm that has just joined where it is and what it has.
func Welcome(at realm.Position) frame.Reporter {
	return frame.Telling[*page]{Turn: at.State.Turn - 1, Title: Title(at), Write: (*page).welcome,
		Page: func(n int) *page { return newPage(at, n) }, Brief: (*page).welcome, Body: (*page).greet}
}

// greet writes the greeting.
func (p *page) greet() {
	realm, code := p.realm.Number, "welcome"
	if p.realm.King {
		code = "welcome-king"
	}
	n := &p.at.Tables.Rules
	greeting := []phrase.Phrase{
		phrase.P(code, phrase.Str("name", p.realm.Name), phrase.Num("realm", realm), phrase.Num("rounds", n.Rounds),
			phrase.Num("treasury", p.realm.Treasury)),
		phrase.P("welcome-table", phrase.Num("table", n.Table), phrase.Num("size", n.ArmySize))}
	if !p.realm.King && n.Table > 0 {
		greeting = append(greeting, phrase.P("welcome-lists", phrase.Num("armies", len(p.realm.Armies))))
	}
	for _, what := range greeting {
		p.Line("", what)
	}
	p.FactPart("welcome", "report-welcome", greeting...)
}

// welcome writes report 0.
func (p *page) welcome() {
	p.greet()
	p.body()
	p.Blank()
	p.Say("", "legend.map")
	p.Title("legend.title")
	p.legend()
	p.EndWelcome("report-end")
}

// body writes what a realm has and sees, and what everybody knows.
func (p *page) body() {
	p.armies()
	p.fields()
	p.sightings()
	p.nations()
	p.money()
	if !p.realm.NoMap {
		p.atlas("map-legend")
	}
}

// Phase is a mail phase that was played, as reports show it.
type Phase struct {
	Before, After realm.Position
	*frame.Played
	Turn *turn.Turn // what it did
}

// Telling tells the nations about the mail phase.
func (o Phase) Telling() frame.Reporter {
	return frame.Telling[*page]{Turn: o.Before.State.Turn, Title: Title(o.After), Write: o.report,
		Page: func(n int) *page { return newPage(o.After, n) }, Brief: o.brief, Digest: o.digest, Files: o.Turn.Enclosed}
}

// report writes the mail phase for one realm: what was refused, what happened, what it has, what it sees, the nations, the
// map, the letters.
func (o Phase) report(p *page) {
	p.Opening(roundTitle(o.Before))
	o.refused(p)
	o.happened(p)
	p.pendings()
	p.body()
	p.Post("report.letters", p.realm.Number, o.Letters(), p.name)
	p.End("report-end")
}

// refused writes the lines that were not done, or only in part.
func (o Phase) refused(p *page) {
	none, inPart := o.refusals(p.realm.Number)
	p.Part("report-refused", func() { p.Refused("  ", none, o.Written(p.realm.Number), false) })
	p.Part("report-in-part", func() { p.Refused("  ", inPart, o.Written(p.realm.Number), true) })
}

// refusals lists the refused lines of a realm: first those that do not count at all, then those that count in part, as
// they gave their army a command.
func (o Phase) refusals(realm int) (none, inPart []orders.Problem) {
	for _, p := range o.Refused(realm) {
		if o.Turn.Commands(realm, p.Line) {
			inPart = append(inPart, p)
		} else {
			none = append(none, p)
		}
	}
	return none, inPart
}

// happened writes the events that the realm is told.
func (o Phase) happened(p *page) {
	p.Title("report-events")
	told := o.told(p.realm.Number)
	for _, e := range told {
		p.FactEvent(e, e.Phrase)
		indent := "  "
		switch {
		case heads(e.Code):
			p.Blank()
		case below(e.Code):
			indent = "    "
		}
		p.Line(indent, e.Phrase)
	}
	if len(told) == 0 {
		p.Say("  ", "report-quiet")
	}
}
