package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// letters writes the messages: what `$S info` asked for, then those of others,
// rumours first, the rest in the order of realms. Texts are indented, so that
// none can pass for a part of the report.
func (p *page) letters() {
	p.title("report.messages")
	if p.t.info[p.realm] {
		p.strengths()
	}
	for i := range p.t.letters {
		l := &p.t.letters[i]
		if !l.reaches(p.realm) {
			continue
		}
		if p.over(len(p.out) + len(l.text)) {
			break
		}
		name := p.t.state.Realms[l.from].Name
		switch l.kind {
		case rumour:
			p.sentence(phrase.P("report.message-rumour"))
		case announcement:
			p.sentence(phrase.P("report.message-all", phrase.Num("realm", l.from), phrase.Str("name", name)))
		case private:
			p.sentence(phrase.P("report.message-from", phrase.Num("realm", l.from), phrase.Str("name", name)))
		}
		p.out = appendWrapped(p.out, indent+orders.Legible(l.text), indent)
		p.out = append(p.out, '\n')
	}
}

// reaches tells whether the letter is in the realm's report.
func (l *letter) reaches(realm int) bool {
	return l.to == realm || l.to == 0 && l.from != realm
}

const indent = "  "

// strengths tells the fighting strength of each kind of army that can be
// raised, seven a line, and the terrains the realm's men are spared in.
func (p *page) strengths() {
	p.sentence(phrase.P("report.strengths"))
	n := 0
	for i := range p.t.tables.Unit {
		row := &p.t.tables.Unit[i]
		if p.t.tables.rowOf(p.realm, row.unit()).Cost == 0 {
			continue
		}
		p.out = append(p.out, indent...)
		p.out = append(p.out, row.Unit...)
		p.out = appendRight(p.out, p.t.strength(p.realm, row.unit()), 4)
		p.out = append(p.out, '%')
		if n++; n%7 == 0 {
			p.out = append(p.out, '\n')
		}
	}
	if n%7 != 0 {
		p.out = append(p.out, '\n')
	}
	var spared []string
	for i := range p.t.tables.Terrain {
		if p.t.spared(p.realm, uint8(i)) {
			spared = append(spared, p.t.tables.Terrain[i].Code)
		}
	}
	if len(spared) == 0 {
		p.sentence(phrase.P("report.spared-none"))
	} else {
		p.sentence(phrase.P("report.spared", phrase.Str("list", strings.Join(spared, ", "))))
	}
	p.ownNumbers()
	p.out = append(p.out, '\n')
}
