package kolonien

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// page is a report being written for one realm over a world.
type page struct {
	frame.Page
	w     *World
	realm *realm.Realm
}

func (w *World) page(realm int) *page {
	r := &w.state.Realms[realm-1]
	return &page{Page: frame.Page{Book: w.rules.Words(r.Lang)}, w: w, realm: r}
}

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int) game.Report {
	p := w.page(realm)
	return p.Welcome(realm, w.welcome(p), "report-end")
}

// Facts are those of Welcome, as things are now.
func (w *World) Facts(realm int) game.Facts { return w.facts(realm, w.state.Turn-1, w.welcome) }

// facts are what write tells a realm.
func (w *World) facts(realm, turn int, write func(*page) []byte) game.Facts {
	if w.state.Realm(realm) == nil {
		return game.Facts{}
	}
	p := w.page(realm)
	return frame.Facts(&p.Page, w.rules.Book, &p.realm.Person, turn, w.Title(p.realm.Lang), func() { write(p) })
}

// welcome writes what greets a realm but for its end, and gives the body of its mail.
func (w *World) welcome(p *page) (summary []byte) {
	s := w.page(p.realm.Number)
	s.Broad = true
	greeting := []phrase.Phrase{
		phrase.P("welcome", phrase.Str("name", p.realm.Name), phrase.Num("realm", p.realm.Number),
			phrase.Num("years", w.tables.Rules.Years)),
		phrase.P("welcome-home", phrase.Num("home", p.realm.Home),
			phrase.Num("sea", w.state.Areas[p.realm.Home-1].Beside[0]), phrase.Num("ducats", p.realm.Ducats))}
	for _, what := range greeting {
		p.Line("", what)
		s.Line("", what)
	}
	p.FactPart("welcome", "report-welcome", greeting...)
	p.standing()
	p.nations()
	p.chart()
	p.explained()
	return s.Out
}

// Report tells one realm the year: what was refused, what happened, combats
// round by round, what it has, what it sees, the map, the letters.
func (o *outcome) Report(realm int) game.Report {
	p := o.After.page(realm)
	return p.Report(realm, o.report(p))
}

// Facts are what Report tells, as data.
func (o *outcome) Facts(realm int) game.Facts {
	return o.After.facts(realm, o.Before.state.Turn, o.report)
}

// report writes the year for one realm, and gives the body of its mail.
func (o *outcome) report(p *page) (summary []byte) {
	p.Opening(o.Before.title(), &p.realm.Person)
	if undone := o.Refused(p.realm.Number); len(undone) > 0 {
		p.Title("report-refused")
		p.Refused("  ", undone, o.Written(p.realm.Number), false)
	}
	p.Title("report-events")
	o.happened(p)
	p.standing()
	p.sightings()
	p.nations()
	if !p.realm.NoMap {
		p.chart()
	}
	p.Post(p.realm.Number, o.Letters(), stamps, func(n int) string { return p.w.state.Realm(n).Name })
	p.Blank()
	p.Say("", "report-end")
	return o.body(p.realm.Number)
}

// happened writes the events the realm is told; how a combat ended is said before its rounds.
func (o *outcome) happened(p *page) {
	told := o.Told(p.realm.Number)
	for i, e := range told {
		what := from(p.realm.Number, e.Phrase)
		p.event(what)
		p.FactEvent(e, what)
		p.paid(e)
		if e.Code == "combat" || e.Code == "sea-combat" {
			p.Line("    ", p.ended(told[i:]))
		}
	}
	if len(told) == 0 {
		p.Say("  ", "report-quiet")
	}
}

// protocol tells whether a sentence is a part of a combat's protocol.
func protocol(code string) bool {
	return strings.HasPrefix(code, "roster") || strings.HasPrefix(code, "sea.") || strings.HasPrefix(code, "combat.")
}

// event writes what happened; the rounds of a combat are indented.
func (p *page) event(what phrase.Phrase) {
	indent := "  "
	switch code := what.Code; {
	case code == "combat" || code == "sea-combat":
		p.Blank()
	case code == "combat.round", code == "combat.won", strings.HasPrefix(code, "roster"):
		indent = "    "
	case code == "combat.bonus":
		indent = "          "
	case protocol(code):
		indent = "      "
	}
	p.Line(indent, what)
}

// stamps stand above letters.
var stamps = frame.Stamps{Title: "report-letters", Rumour: "letter-rumour", All: "letter-all", From: "letter-from"}
