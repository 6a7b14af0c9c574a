package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// Week is a turn that was played, and the positions before and after it.
type Week struct {
	Before, After realm.Position
	Turn          *turn.Turn
	*frame.Played
}

// Report tells one realm about the turn, whole.
func (o Week) Report(whose int) game.Report { return o.report(whose, o.write) }

// report is what write writes for a realm, with its mail.
func (o Week) report(whose int, write func(*page)) game.Report {
	p, mail := newPage(o.After, whose), newPage(o.After, whose)
	write(p)
	return p.Mailed(o.digest(mail), &mail.Page)
}

// Facts is the report of a realm as data.
func (o Week) Facts(whose int) game.Facts {
	return factsOf(o.After, whose, o.Turn.Number, func(p *page) {
		o.write(p)
		o.digest(newPage(o.After, whose)).Note(&p.Page)
	})
}

// write writes the report on a page.
func (o Week) write(p *page) {
	p.Begin(&p.r.Person, o.Refused(p.realm), o.Written(p.realm), phrase.P("report.turn", num("turn", o.Turn.Number)))
	p.Events(o.Told(p.realm), "battle", "rows.round")
	p.purse(o.Turn.Purses[p.realm])
	p.standing()
	p.Post("report.letters", p.realm, o.Letters(), func(n int) string { return p.s.Realms[n].Name })
	p.End("report.end")
}

// InProtocol reports whether a code belongs to the protocol of a battle.
func InProtocol(code string) bool { return strings.HasPrefix(code, "rows.") }
