package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// Week is a turn that was played, and the positions before and after it.
type Week struct {
	Before, After realm.Position
	Turn          *turn.Turn
	*frame.Played
}

// Telling tells the realms about the turn.
func (o Week) Telling() frame.Reporter {
	return frame.Telling[*page]{Turn: o.Turn.Number, Title: Title(o.After), Write: o.write,
		Page: func(n int) *page { return newPage(o.After, n) }, Brief: o.brief, Digest: o.digest}
}

// write writes the report on a page.
func (o Week) write(p *page) {
	p.Begin(o.Refused(p.realm), o.Written(p.realm), phrase.P("report.turn", num("turn", o.Turn.Number)))
	p.Events(o.Told(p.realm), "battle", "rows.round")
	p.purse(o.Turn.Purses[p.realm])
	p.standing()
	p.Post("report.letters", p.realm, o.Letters(), func(n int) string { return p.s.Realms[n].Name })
	p.End("report.end")
}

// InProtocol reports whether a code belongs to the protocol of a battle.
func InProtocol(code string) bool { return strings.HasPrefix(code, "rows.") }
