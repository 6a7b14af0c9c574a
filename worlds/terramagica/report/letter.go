package report

import (
	"bytes"
	"strconv"
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
func (o Week) Report(whose int) game.Report { return o.write(newPage(o.After, whose)) }

// Facts is the report of a realm as data.
func (o Week) Facts(whose int) game.Facts { return factsOf(o.After, whose, o.Turn.Number, o.write) }

// write writes the report on a page.
func (o Week) write(p *page) game.Report {
	p.Begin(&p.r.Person, o.Refused(p.realm), o.Written(p.realm), phrase.P("report.turn", num("turn", o.Turn.Number)))
	p.Events(o.Told(p.realm), "battle", "rows.round")
	p.purse(o.Turn.Purses[p.realm])
	p.standing()
	p.Post(p.realm, o.Letters(), stamps, func(n int) string { return p.s.Realms[n].Name })
	p.End("report.end")
	return p.Report(p.realm, o.summary(p.realm))
}

// summary is what a person reads first. It begins with the game master's changes, how fights ended and what they cost,
// what changed hands, and what failed. Then come what was not done, who has written, gold, mana and the place.
func (o Week) summary(whose int) []byte {
	p := newPage(o.After, whose)
	p.Broad = true
	p.Say("", "summary.turn", num("turn", o.Turn.Number))
	p.Blank()
	var rest, money []*game.Event
	for _, e := range o.Told(whose) {
		switch {
		case e.Phase == game.EditPhase || inSummary[e.Code]:
			p.Line("", e.Phrase)
		case fightEnds[e.Code]:
			p.Line("  ", e.Phrase)
		case lost(e.Phrase, whose): // its sentence brings its own indentation
			p.Line("", e.Phrase)
		case e.Code == "income" || e.Code == "upkeep":
			money = append(money, e)
		case !InProtocol(e.Code):
			rest = append(rest, e)
		}
	}
	p.Counted(rest)
	p.Undone("letter.refused", o.Refused(whose), o.Written(whose))
	p.Letters(whose, o.Letters(), stamps, func(n int) string { return p.s.Realms[n].Name })
	if !bytes.HasSuffix(p.Out, []byte("\n\n")) {
		p.Blank()
	}
	for _, e := range money {
		p.Line("", e.Phrase)
	}
	p.Say("", "summary.realm", num("provinces", p.s.Owned(whose)), num("people", p.s.PeopleOf(whose)),
		num("gold", p.r.Gold), num("mana", p.r.Mana))
	p.Ranked(Standings(o.After), whose)
	return p.Out
}

// InProtocol reports whether a code belongs to the protocol of a battle. A summary has only its end and the reader's
// losses.
func InProtocol(code string) bool { return strings.HasPrefix(code, "rows.") }

// lost reports whether a line at the end of a protocol says that a realm lost men, or that they fled.
func lost(what phrase.Phrase, whose int) bool {
	if !strings.HasPrefix(what.Arg("army").S, strconv.Itoa(whose)+".") {
		return false
	}
	return what.Code == "rows.gone" || what.Code == "rows.fled" ||
		what.Code == "rows.stands" && what.Arg("men").N < what.Arg("before").N
}

// fightEnds are the events that say how a fight ended, and for whom.
var fightEnds = map[string]bool{
	"rows.attackers-won": true, "rows.defenders-won": true, "rows.drawn": true, "wall-fallen": true, "army-fell": true,
	"retreats": true, "routed-there": true,
}

// inSummary are the events that a summary shows.
var inSummary = map[string]bool{
	"battle": true, "stays-out": true, "conquered": true,
	"conquered.own": true, "conquered.lost": true, "plundered": true, "plundered.own": true, "plundered.lost": true,
	"home-lost": true, "home-lost.own": true,
	"home-chosen": true, "drowned": true, "will-drown": true, "upkeep-short": true, "realm-fallen": true,
	"winner":        true,
	"end-provinces": true, "end-home": true, "end-turns": true, "turn-missed": true,
	"army-gone": true, "deserted": true, "march-ends": true, "march-ends-sea": true, "takes-next": true,
	"not-first": true, "holds-not-beaten": true, "holds-not-routed": true, "recruited-fewer": true,
}
