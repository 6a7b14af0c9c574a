package terra

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// page is a report being written for one realm over a world.
type page struct {
	frame.Page
	w     *World
	realm *realm.Realm
	view  game.View
	seen  []bool
}

func (w *World) page(realm int) *page {
	r, view := &w.state.Realms[realm-1], w.view(realm)
	return &page{Page: frame.Page{Book: w.rules.Words(r.Lang), Places: view}, w: w, realm: r, view: view,
		seen: w.seen(realm)}
}

// end closes the report.
func (p *page) end() {
	p.Blank()
	p.Say("", "report-end")
}

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int) game.Report {
	p := w.page(realm)
	return p.Welcome(realm, w.welcome(p), "report-end")
}

// Facts are those of Welcome, as things are now.
func (w *World) Facts(nation int) game.Facts { return w.facts(nation, w.state.Turn-1, w.welcome) }

// facts are what write tells a nation; lines that were not done are in their order, whether a part was or not.
func (w *World) facts(nation, turn int, write func(*page) []byte) (told game.Facts) {
	if w.state.Realm(nation) != nil {
		p := w.page(nation)
		told = frame.Facts(&p.Page, w.rules.Book, &p.realm.Person, turn, w.Title(p.realm.Lang), func() { write(p) })
		slices.SortStableFunc(told.Refused, func(a, b game.FactRefused) int { return cmp.Compare(a.Line, b.Line) })
	}
	return told
}

// welcome writes what greets a realm but for its end, and gives the body of its mail.
func (w *World) welcome(p *page) (summary []byte) {
	realm, code := p.realm.Number, "welcome"
	if p.realm.King {
		code = "welcome-king"
	}
	n := &w.tables.Rules
	s := w.page(realm)
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

// body writes what a realm has and sees, and what all know.
func (p *page) body() {
	p.armies()
	p.fields()
	p.sightings()
	p.nations()
	p.money()
	if !p.realm.NoMap {
		p.chart()
	}
}

// Report tells one realm the mail phase: what was refused, what happened, what it
// has, what it sees, the nations, the map, the letters.
func (o *outcome) Report(realm int) game.Report {
	p := o.After.page(realm)
	report := p.Report(realm, o.report(p))
	report.Files = o.turn.enclosed(realm)
	return report
}

// Facts are what Report tells, as data.
func (o *outcome) Facts(nation int) game.Facts {
	return o.After.facts(nation, o.Before.state.Turn, o.report)
}

// report writes the mail phase for one realm, and gives the body of its mail.
func (o *outcome) report(p *page) (summary []byte) {
	p.Opening(o.Before.title(), &p.realm.Person)
	none, inPart := o.refusals(p.realm.Number)
	if len(none) > 0 {
		p.Title("report-refused")
		p.Refused("  ", none, o.Written(p.realm.Number), false)
	}
	if len(inPart) > 0 {
		p.Title("report-in-part")
		p.Refused("  ", inPart, o.Written(p.realm.Number), true)
	}
	o.happened(p)
	p.pendings()
	p.body()
	p.Post(p.realm.Number, o.Letters(), stamps, func(n int) string { return p.w.state.Realm(n).Name })
	p.end()
	return o.body(p.realm.Number)
}

// refusals lists the lines of a realm that do not count, and those of which a part does: its army
// has a command by them.
func (o *outcome) refusals(realm int) (none, inPart []orders.Problem) {
	for _, p := range o.Refused(realm) {
		if slices.ContainsFunc(o.turn.plans,
			func(x plan) bool { return x.unit.Realm == realm && x.at.Line == p.Line }) {
			inPart = append(inPart, p)
		} else {
			none = append(none, p)
		}
	}
	return none, inPart
}

// happened writes the events the realm is told.
func (o *outcome) happened(p *page) {
	p.Title("report-events")
	told := o.told(p.realm.Number)
	for _, e := range told {
		p.FactEvent(e, e.Phrase)
		if heads(e.Code) {
			p.Blank()
		}
		p.Line(indent(e.Code), e.Phrase)
	}
	if len(told) == 0 {
		p.Say("  ", "report-quiet")
	}
}

// stamps stand above letters.
var stamps = frame.Stamps{Title: "report-letters", Rumour: "letter-rumour", All: "letter-all", From: "letter-from"}
