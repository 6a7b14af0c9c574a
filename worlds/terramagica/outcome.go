package terramagica

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a resolved turn.
type outcome struct {
	frame.Outcome[*World]
	t *turn
}

// Resolve plays the turn on a copy of the world.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := w.newTurn(sheets, seed)
	t.play()
	return newOutcome(w, t)
}

func newOutcome(w *World, t *turn) game.Outcome {
	for realm := range t.sheets {
		t.Undone(realm, w.rules.Language(), t.sheets[realm], t.sheets[realm].Problems, t.Refused[realm])
	}
	t.Refused[0] = frame.Undone(masterless(t.master.Lines), t.master.Problems)
	next := &World{rules: w.rules, tables: w.tables, state: t.state}
	return frame.Close(&t.Turn, w, next, func(o frame.Outcome[*World]) game.Outcome { return &outcome{o, t} })
}

// Report tells one realm the turn.
func (o *outcome) Report(realm int) game.Report { return o.write(newPage(o.After, realm)) }

// Facts is the report of a realm as data.
func (o *outcome) Facts(realm int) game.Facts { return o.After.facts(realm, o.t.Number, o.write) }

// write writes the report on a page.
func (o *outcome) write(p *page) game.Report {
	p.Begin(&p.r.Person, o.Refused(p.realm), phrase.P("report.turn", num("turn", o.t.Number)))
	p.Events(o.Told(p.realm), "battle", "rows.round")
	p.purse(o.t.purses[p.realm])
	p.standing()
	p.Post(p.realm, o.Letters(), stamps, func(n int) string { return p.s.Realms[n].Name })
	p.End("report.end")
	return p.Report(p.realm, o.summary(p.realm))
}

// summary is what a person reads first: what the game master changed, where there was fighting, what was won
// and lost, and what is left.
func (o *outcome) summary(realm int) []byte {
	p := newPage(o.After, realm)
	p.Broad = true
	p.Say("", "summary.turn", num("turn", o.t.Number))
	p.Failed("summary.refused", o.Refused(realm))
	for _, e := range o.Told(realm) {
		if inSummary[e.Code] || e.Phase == game.EditPhase {
			p.Line("", e.Phrase)
		}
	}
	p.Say("", "summary.realm", num("provinces", p.s.owned(realm)), num("people", p.s.peopleOf(realm)),
		num("gold", p.r.Gold), num("mana", p.r.Mana))
	return p.Out
}

// inSummary are the events a summary tells.
var inSummary = map[string]bool{
	"battle": true, "army-fell": true, "retreats": true, "routed-there": true, "conquered": true,
	"conquered.own": true, "conquered.lost": true, "plundered": true, "plundered.own": true, "plundered.lost": true,
	"home-lost": true, "home-lost.own": true,
	"home-chosen": true, "drowned": true, "will-drown": true, "upkeep-short": true, "realm-fallen": true,
	"winner":        true,
	"end-provinces": true, "end-home": true, "end-turns": true, "turn-missed": true,
}
