package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// summaryEvents is how many events a summary tells before it refers to the report.
const summaryEvents = 12

// summary is what a person reads first: what happened, what is left. It tells
// nothing the report does not; what comes next and by when the letter adds.
func (p *page) summary() []byte {
	p.Out, p.Broad = p.body[:0], true
	p.Say("", "summary.greeting", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name),
		phrase.Str("title", p.t.rules.title(p.Book.Lang, p.t.Number)))
	p.Out = append(p.Out, '\n')
	if p.r.Fallen {
		p.Say("", "summary.fallen")
		p.Out = append(p.Out, '\n')
	}
	p.happened()
	p.standing()
	p.body = p.Out
	return p.Out
}

// weighty are the phases whose events a person wants to know at once: fights,
// shots, plunder, revolts, conquest, destruction, the year's settlement, a fall, and what
// the game master changed by hand.
var weighty = map[string]bool{
	game.EditPhase: true,
	"treaties":     true, "standing": true, "move": true, "shots": true, "plunder": true,
	"conquest": true, "destruction": true, "revolts": true, "sorcery": true, "harvest": true, "deserted": true,
	"fallen": true,
}

// trifles are events of those phases that can wait for the report: halts on
// the march, plunder that came to nothing.
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
	if s := p.t.Sheets[p.realm]; !s.Came && !s.Away && !p.o.Inherited(p.realm) {
		p.Say("", "summary.no-orders")
	}
	if n := len(p.o.Refused(p.realm)); n > 0 {
		p.Say("", "summary.refused", phrase.Num("n", n))
	}
	letters := 0
	for i := range p.t.Letters {
		if p.t.Letters[i].Reaches(p.realm) {
			letters++
		}
	}
	if letters > 0 {
		p.Say("", "summary.letters", phrase.Num("n", letters))
	}
}
