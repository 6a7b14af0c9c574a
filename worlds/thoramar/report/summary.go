package report

import (
	"weltentor/orders/phrase"
)

// summaryEvents is how many events a summary reports before it only counts the rest. It reports all of the reader's
// fights, and then only half as many others.
const summaryEvents = 12

// longFights is up to how many of the reader's fights have a line for each army. If there are more, each has one line.
const longFights = 6

// summary is what a person reads first: what happened, and what is left. It says nothing that is not in the report.
// The letter adds what comes next, and when.
func (p *page) summary() []byte {
	p.Out, p.Broad = p.body[:0], true
	p.Say("", "summary.greeting", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name),
		phrase.Str("title", TitleOf(p.o.After.Rules, p.Book.Lang, p.t.Number)))
	p.Out = append(p.Out, '\n')
	if p.r.Fallen {
		p.Say("", "summary.fallen")
		p.Out = append(p.Out, '\n')
	}
	p.happened()
	p.undone()
	p.standing()
	p.body = p.Out
	return p.Out
}

// routine are the phases whose events a summary only counts unless something is lost: orders that were carried out.
var routine = map[string]bool{
	"settings": true, "build": true, "recruit": true, "plans": true, "specials": true, "tactics": true, "crews": true,
	"blessings": true, "refill": true,
}

// trifles are events of other phases that it only counts: halts on the march, plundering without result.
var trifles = map[string]bool{
	"held-up": true, "plunder-weak": true, "plunder-treaty": true, "out-of-points": true, "march-losses": true,
	"step-unknown": true, "step-steep": true, "step-water": true, "step-land": true,
	"step-road": true,
	"boarded":   true, "embark-waits": true, "embark-taken": true, "landing-steep": true,
}

// standing says what the realm owns now, and what needs attention.
func (p *page) standing() {
	fields, before := len(p.o.land[p.realm]), len(p.o.before[p.realm])
	buildings := 0
	for _, at := range p.o.land[p.realm] {
		if p.t.State.Fields[at].Building != nil {
			buildings++
		}
	}
	p.Say("", "summary.own", phrase.Num("fields", fields), phrase.Num("buildings", buildings),
		phrase.Num("armies", len(p.t.State.Armies[p.realm])-len(p.t.State.OfType(p.realm, 'V'))))
	if fields > before {
		p.Say("", "summary.fields-won", phrase.Num("n", fields-before))
	}
	if fields < before {
		p.Say("", "summary.fields-lost", phrase.Num("n", before-fields))
	}
	var income int64
	for _, gold := range p.t.Income[p.realm] {
		income += gold
	}
	p.Say("", "summary.gold", phrase.Num("gold", p.r.Gold), phrase.Num("income", income))
}

// undone says which orders were not carried out, or that armies stayed because none came, and who has written.
func (p *page) undone() {
	start := len(p.Out)
	if s := p.t.Sheets[p.realm]; !s.Came && !s.Away && !p.o.Inherited(p.realm) && len(p.t.State.Armies[p.realm]) > 0 {
		p.Say("", "summary.no-orders")
	}
	p.Undone("letter.refused", p.o.Refused(p.realm), p.o.Written(p.realm))
	p.Letters(p.realm, p.t.Letters, stamps, func(n int) string { return p.t.State.Realms[n].Name })
	if len(p.Out) > start {
		p.Out = append(p.Out, '\n')
	}
}
