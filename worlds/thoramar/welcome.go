package thoramar

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Welcome is the report 0 (decision 1): the capital and the ring around it,
// what the realm owns and is able to, how to send orders.
func (w *World) Welcome(realm int) game.Report {
	t := startTurn(w.rules, w.tables, w.state, game.Seed{})
	t.Watch.survey(t.Turn)
	t.weeks[0].record(t.Turn)
	t.weeks[0].letter(realmTags(len(t.state.Realms)))
	for i := range t.weeks[1:] { // nothing has moved
		t.weeks[i+1] = t.weeks[0]
	}
	p := newPage(newOutcome(w, t), realm)
	text := p.welcome(w.Title(p.words.book.Lang))
	return game.Report{
		Realm: realm, Name: game.ReportName(p.words.book.Lang), Text: text, Summary: p.greeting(),
		Files: cultureTexts(t, realm, func(r *Realm) bool { return r.TextTurn < w.state.Turn }),
	}
}

func (p *page) welcome(title string) []byte {
	p.sentence(phrase.P("report.head", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name), phrase.Str("player", p.r.Player)))
	p.out = append(p.out, '\n')
	p.prose(phrase.P("welcome.title", phrase.Str("title", title)))
	p.out = append(p.out, '\n')
	p.title("welcome.view")
	p.sightings(&p.t.weeks[0])
	p.yields()
	p.statistics()
	p.capacities()
	p.money()
	p.armies()
	p.strengths()
	p.out = append(p.t.legend(p.out, p.realm, p.words.book), '\n')
	p.prose(phrase.P("legend.settings"))
	p.out = append(p.out, '\n')
	p.howTo()
	p.out = append(p.out, '\n')
	return p.end()
}

// howTo tells in two lines how orders are sent.
func (p *page) howTo() {
	p.prose(phrase.P("welcome.orders", phrase.Num("realm", p.realm), phrase.Num("turn", p.o.turn)))
	p.prose(phrase.P("welcome.send"))
}

// greeting is the mail's body that goes with report 0.
func (p *page) greeting() []byte {
	p.out, p.unbroken = nil, true
	p.prose(phrase.P("welcome.greeting", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name), phrase.Str("player", p.r.Player)))
	p.out = append(p.out, '\n')
	p.prose(phrase.P("welcome.file"))
	p.prose(phrase.P("welcome.gold", phrase.Num("gold", p.r.Gold)))
	p.out = append(p.out, '\n')
	p.howTo()
	return p.out
}
