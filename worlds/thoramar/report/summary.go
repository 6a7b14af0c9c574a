package report

import (
	"weltentor/orders/phrase"
)

// summaryEvents is how many events a summary tells before it counts the rest. Fights of the reader's it tells all; they
// leave the others half of that.
const summaryEvents = 12

// longFights is up to how many fights of the reader's have a line for each army; more have a line each.
const longFights = 6

// summary is what a person reads first: what happened, what is left. It tells
// nothing the report does not; what comes next and by when the letter adds.
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

// routine are the phases whose events a summary only counts unless something is lost: orders that were done.
var routine = map[string]bool{
	"settings": true, "build": true, "recruit": true, "plans": true, "specials": true, "tactics": true, "crews": true,
	"blessings": true, "refill": true,
}

// trifles are events of other phases that it only counts: halts on the march, plunder that came to nothing.
var trifles = map[string]bool{
	"held-up": true, "plunder-weak": true, "plunder-treaty": true, "out-of-points": true, "march-losses": true,
	"step-unknown": true, "step-steep": true, "step-water": true, "step-land": true,
	"step-road": true,
	"boarded":   true, "embark-waits": true, "embark-taken": true, "landing-steep": true,
}

// standing tells what the realm owns now, and what it should look at.
func (p *page) standing() {
	fields, before := len(p.o.land[p.realm]), p.o.owned[p.realm]
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

// undone tells which orders were not done, that none came, and who has written.
func (p *page) undone() {
	start := len(p.Out)
	if s := p.t.Sheets[p.realm]; !s.Came && !s.Away && !p.o.Inherited(p.realm) {
		p.Say("", "summary.no-orders")
	}
	p.Undone("letter.refused", p.o.Refused(p.realm), p.o.Written(p.realm))
	p.Letters(p.realm, p.t.Letters, func(n int) string { return p.t.State.Realms[n].Name })
	if len(p.Out) > start {
		p.Out = append(p.Out, '\n')
	}
}
