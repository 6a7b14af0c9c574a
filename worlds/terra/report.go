package terra

import (
	"cmp"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// lineWidth is the most characters of a report's line.
const lineWidth = 78

// page is a report being written for one realm over a world.
type page struct {
	w     *World
	book  *phrase.Book
	realm *realm.Realm
	view  game.View
	seen  []bool
	out   []byte
	width int // of its lines; 0: those of a file
}

func (w *World) page(realm int) *page {
	r := &w.state.Realms[realm-1]
	return &page{w: w, book: w.rules.Words(r.Lang), realm: r, view: w.view(realm), seen: w.seen(realm)}
}

// line writes a sentence, wrapped, behind an indent.
func (p *page) line(indent string, what phrase.Phrase) {
	p.text(indent, string(p.book.Append(nil, what, p.view)))
}

func (p *page) say(indent, code string, args ...phrase.Arg) { p.line(indent, phrase.P(code, args...)) }

// text writes a text, wrapped at blanks.
func (p *page) text(indent, text string) {
	p.out = game.AppendWrapped(p.out, indent, text, cmp.Or(p.width, lineWidth))
}

// title writes a head with a line under it.
func (p *page) title(code string) { p.out = game.AppendTitle(p.out, p.book.T(code)) }

// end closes the report.
func (p *page) end() { p.out = append(p.out, "\n"+p.book.T("report-end")+"\n"...) }

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int) game.Report {
	p := w.page(realm)
	code := "welcome"
	if p.realm.King {
		code = "welcome-king"
	}
	n := &w.tables.Rules
	s := w.page(realm)
	s.width = game.Unbroken
	for _, to := range []*page{p, s} {
		to.say("", code, phrase.Str("name", p.realm.Name), phrase.Num("realm", realm), phrase.Num("rounds", n.Rounds), phrase.Num("treasury", p.realm.Treasury))
		to.say("", "welcome-table", phrase.Num("table", n.Table), phrase.Num("size", n.ArmySize))
		if !p.realm.King && n.Table > 0 {
			to.say("", "welcome-lists", phrase.Num("armies", len(p.realm.Armies)))
		}
	}
	p.body()
	p.out = append(p.out, '\n')
	p.say("", "legend.map")
	p.title("legend.title")
	p.legend()
	p.end()
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: s.out}
}

// body writes what a realm has and sees, and what all know.
func (p *page) body() {
	p.armies()
	p.fields()
	p.sightings()
	p.nations()
	if !p.realm.NoMap {
		p.chart()
	}
}

// Report tells one realm the mail phase: what was refused, what happened, what it
// has, what it sees, the nations, the map, the letters.
func (o *outcome) Report(realm int) game.Report {
	p := o.next.page(realm)
	p.line("", o.before.title())
	p.say("", "report-realm", phrase.Num("realm", realm), phrase.Str("name", p.realm.Name))
	if refused := o.Refused(realm); len(refused) > 0 {
		p.title("report-refused")
		for _, r := range refused {
			p.say("  ", "report-line", phrase.Num("line", r.Line), phrase.Str("what", p.book.Say(r.What)))
		}
	}
	p.title("report-events")
	summary := o.happened(p)
	p.body()
	o.mail(p)
	p.end()
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: summary, Files: o.turn.enclosed(realm)}
}

// happened writes the events the realm is told.
func (o *outcome) happened(p *page) []byte {
	s := o.next.page(p.realm.Number)
	s.width = game.Unbroken
	s.line("", o.before.title())
	quiet := true
	for _, e := range o.turn.events {
		if !e.For(p.realm.Number) {
			continue
		}
		quiet = false
		for _, to := range []*page{p, s} {
			if heads(e.Code) {
				to.out = append(to.out, '\n')
			}
			to.line(indent(e.Code), e.Phrase)
		}
	}
	if quiet {
		p.say("  ", "report-quiet")
		s.say("  ", "report-quiet")
	}
	return s.out
}

// heads tells whether a sentence begins what is told of a pairing.
func heads(code string) bool { return strings.HasPrefix(code, "paired-") }

// indent sets in what is told of a pairing below its head.
func indent(code string) string {
	for _, part := range []string{"side-", "battlefield", "bonus", "limit-", "list-enclosed", "list-missing"} {
		if strings.HasPrefix(code, part) {
			return "    "
		}
	}
	return "  "
}

// mail writes the letters: rumours first. Texts are quoted, so that none can pass for
// a part of the report.
func (o *outcome) mail(p *page) {
	first := true
	for i := range o.turn.letters {
		l := &o.turn.letters[i]
		if !l.reaches(p.realm.Number) {
			continue
		}
		if first {
			p.title("report-letters")
			first = false
		}
		switch {
		case l.from == 0:
			p.say("", "letter-rumour")
		case l.to == 0:
			p.say("", "letter-all", o.turn.realmArgs(l.from)...)
		default:
			p.say("", "letter-from", o.turn.realmArgs(l.from)...)
		}
		p.out = game.AppendQuoted(p.out, l.text, lineWidth)
	}
}
