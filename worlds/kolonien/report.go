package kolonien

import (
	"cmp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// lineWidth is the most characters of a report's line.
const lineWidth = 78

// page is a report being written for one realm over a world.
type page struct {
	w     *World
	book  *phrase.Book
	realm *realm.Realm
	out   []byte
	width int // of its lines; 0: those of a file
}

func (w *World) page(realm int) *page {
	r := &w.state.Realms[realm-1]
	return &page{w: w, book: w.rules.Words(r.Lang), realm: r}
}

// line writes a sentence, wrapped, behind an indent.
func (p *page) line(indent string, what phrase.Phrase) { p.text(indent, p.book.Say(what)) }

func (p *page) say(indent, code string, args ...phrase.Arg) { p.line(indent, phrase.P(code, args...)) }

// text writes a text, wrapped at blanks.
func (p *page) text(indent, text string) {
	p.out = game.AppendWrapped(p.out, indent, text, cmp.Or(p.width, lineWidth))
}

// title writes a head with a line under it.
func (p *page) title(code string) { p.out = game.AppendTitle(p.out, p.book.T(code)) }

// Welcome tells a realm that has just joined where it is and what it has.
func (w *World) Welcome(realm int) game.Report {
	p := w.page(realm)
	n := &w.tables.Rules
	s := w.page(realm)
	s.width = game.Unbroken
	for _, to := range []*page{p, s} {
		to.say("", "welcome", phrase.Str("name", p.realm.Name), phrase.Num("realm", realm), phrase.Num("years", n.Years))
		to.say("", "welcome-home", phrase.Num("home", p.realm.Home), phrase.Num("sea", w.state.Areas[p.realm.Home-1].Beside[0]), phrase.Num("ducats", p.realm.Ducats))
	}
	p.standing()
	p.nations()
	p.chart()
	p.out = append(p.out, '\n')
	p.say("", "legend.map")
	p.title("legend.title")
	p.legend()
	p.out = append(p.out, "\n"+p.book.T("report-end")+"\n"...)
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: s.out}
}

// Report tells one realm the year: what was refused, what happened, combats
// round by round, what it has, what it sees, the map, the letters.
func (o *outcome) Report(realm int) game.Report {
	p := o.next.page(realm)
	p.line("", o.before.title())
	p.say("", "report-realm", phrase.Num("realm", realm), phrase.Str("name", p.realm.Name))
	if refused := o.Refused(realm); len(refused) > 0 {
		p.title("report-refused")
		for _, r := range refused {
			p.say("  ", "report-line", phrase.Num("line", r.Line), phrase.Str("what", p.book.Say(orders.Brief(r.What))))
		}
	}
	p.title("report-events")
	summary := o.happened(p)
	p.standing()
	p.sightings()
	p.nations()
	if !p.realm.NoMap {
		p.chart()
	}
	o.mail(p)
	p.out = append(p.out, "\n"+p.book.T("report-end")+"\n"...)
	return game.Report{Realm: realm, Name: game.ReportName(p.book.Lang), Text: p.out, Summary: summary}
}

// happened writes the events the realm is told; the summary leaves the rounds out.
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
		p.event(e.Phrase)
		if !detail(e.Code) {
			s.event(e.Phrase)
		}
	}
	if quiet {
		p.say("  ", "report-quiet")
		s.say("  ", "report-quiet")
	}
	return s.out
}

// protocol tells whether a sentence is a part of a combat's protocol.
func protocol(code string) bool {
	return strings.HasPrefix(code, "roster") || strings.HasPrefix(code, "sea.") || strings.HasPrefix(code, "combat.")
}

// detail tells whether it is one that a summary leaves out: not who has won, nor which
// leader is lost.
func detail(code string) bool {
	return protocol(code) && code != "combat.won" && code != "combat.leader-lost" && code != "combat.no-refuge"
}

// event writes what happened; the rounds of a combat are indented.
func (p *page) event(what phrase.Phrase) {
	indent := "  "
	switch code := what.Code; {
	case code == "combat" || code == "sea-combat":
		p.out = append(p.out, '\n')
	case code == "combat.round", code == "combat.won", strings.HasPrefix(code, "roster"):
		indent = "    "
	case code == "combat.bonus":
		indent = "          "
	case protocol(code):
		indent = "      "
	}
	p.line(indent, what)
}

// mail writes the letters: rumours first. Texts are indented, so that none can
// pass for a part of the report.
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
