// Package report writes what a nation is told. A position, or a mail phase that was played, goes in; reports, facts,
// templates, maps and standings come out. The root calls it.
package report

import (
	"cmp"
	"slices"

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

func newPage(at realm.Position, realm int) *page {
	r, view := &at.State.Realms[realm-1], at.State.View(realm)
	p := &page{Page: frame.Page{Book: at.Rules.Words(r.Lang), Places: view}, at: at, realm: r, view: view,
		seen: sight.Seen(at, realm)}
	p.Weigh, p.Meanings, p.Teller, p.Own = p.weigh, meanings, p.teller, []phrase.Arg{phrase.Str("own", r.Name)}
	return p
}

// name is what a nation is called.
func (p *page) name(nation int) string { return p.at.State.Realms[nation-1].Name }

// Welcome tells a realm that has just joined where it is and what it has, with the record of what the realm was shown.
func Welcome(at realm.Position, realm int, shown *game.Shown) game.Report {
	p := newPage(at, realm)
	p.Brief(&p.realm.Person, shown)
	return p.Welcome(realm, p.greet(), "report-end")
}

// Facts are the facts of Welcome, as things are now.
func Facts(at realm.Position, nation int) game.Facts {
	return factsOf(at, nation, at.State.Turn-1, func(p *page) { p.greet() })
}

// factsOf are the facts of what write writes for a nation. Refused lines are in the order of the sheet, whether all of
// a line was refused or a part.
func factsOf(at realm.Position, nation, turn int, write func(*page)) (told game.Facts) {
	if at.State.Realm(nation) != nil {
		p := newPage(at, nation)
		told = frame.Facts(&p.Page, at.Rules, &p.realm.Person, turn, nowTitle(at), func() { write(p) })
		slices.SortStableFunc(told.Refused, func(a, b game.FactRefused) int { return cmp.Compare(a.Line, b.Line) })
	}
	return told
}

// greet writes all of a welcome but its end, and returns the body of its mail.
func (p *page) greet() (summary []byte) {
	realm, code := p.realm.Number, "welcome"
	if p.realm.King {
		code = "welcome-king"
	}
	n := &p.at.Tables.Rules
	s := newPage(p.at, realm)
	s.Broad = true
	greeting := []phrase.Phrase{
		phrase.P(code, phrase.Str("name", p.realm.Name), phrase.Num("realm", realm), phrase.Num("rounds", n.Rounds),
			phrase.Num("treasury", p.realm.Treasury)),
		phrase.P("welcome-table", phrase.Num("table", n.Table), phrase.Num("size", n.ArmySize))}
	if !p.realm.King && n.Table > 0 {
		greeting = append(greeting, phrase.P("welcome-lists", phrase.Num("armies", len(p.realm.Armies))))
	}
	for _, what := range greeting {
		p.Line("", what)
		s.Line("", what)
	}
	p.FactPart("welcome", "report-welcome", greeting...)
	p.body()
	p.Blank()
	p.Say("", "legend.map")
	p.Title("legend.title")
	p.legend()
	return s.Out
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

// Report tells one realm about the mail phase: what was refused, what happened, what it has, what it sees, the
// nations, the map, the letters.
func (o Phase) Report(realm int) game.Report { return o.Since(realm, nil) }

// Since is the report for a nation that was shown what the record says. It is Report if the player wants that.
func (o Phase) Since(nation int, shown *game.Shown) game.Report {
	p, mail := newPage(o.After, nation), newPage(o.After, nation)
	if shown != nil && p.Brief(&p.realm.Person, shown) {
		o.brief(p)
	} else {
		o.report(p)
	}
	out := p.Mailed(o.digest(mail), &mail.Page)
	out.Files = o.Turn.Enclosed(nation)
	return out
}

// Facts are what Report says, as data.
func (o Phase) Facts(nation int) game.Facts {
	return factsOf(o.After, nation, o.Before.State.Turn, func(p *page) {
		o.report(p)
		o.digest(newPage(o.After, nation)).Note(&p.Page)
	})
}

// report writes the mail phase for one realm.
func (o Phase) report(p *page) {
	p.Opening(roundTitle(o.Before), &p.realm.Person)
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
