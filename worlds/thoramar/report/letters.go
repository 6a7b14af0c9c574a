package report

import (
	"strings"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// letters writes the messages: what `$S info` asked for, then those of others, rumours first and the rest in the order
// of realms. The title is there even without one. Texts are indented, so that none can pass for a part of the report.
func (p *page) letters() {
	if p.t.Info[p.realm] && p.Shown == nil {
		p.strengths()
	}
	p.Post("", p.realm, p.t.Letters, func(realm int) string { return p.t.State.Realms[realm].Name })
}

const indent = "  "

// strengths are a part of the facts.
const (
	strengthPart  = "strengths"
	strengthTitle = "report.strengths"
)

// strengths lists the fighting strength of each kind of army that can be raised, seven a line, and the terrains in
// which the realm's men are spared.
func (p *page) strengths() {
	p.Say("", strengthTitle)
	n := 0
	if percent, alike := p.alikeStrength(); alike && p.Shown != nil {
		p.Say(indent, "short.strengths-alike", phrase.Num("percent", percent))
	} else {
		n = p.strengthRows()
	}
	if n%7 != 0 {
		p.Out = append(p.Out, '\n')
	}
	p.spared()
	p.ownNumbers()
	p.Out = append(p.Out, '\n')
}

// alikeStrength reports whether all kinds of army are equally strong, and how strong.
func (p *page) alikeStrength() (percent int64, alike bool) {
	alike = true
	for i := range p.t.Tables.Unit {
		u := p.t.Tables.Unit[i].Letters()
		if p.t.Tables.RowOf(p.realm, u).Cost == 0 {
			continue
		}
		strength := p.t.Strength(p.realm, u)
		alike, percent = alike && (percent == 0 || percent == strength), strength
	}
	return percent, alike
}

// strengthRows writes the strengths, seven a line, and returns how many.
func (p *page) strengthRows() (n int) {
	for i := range p.t.Tables.Unit {
		row := &p.t.Tables.Unit[i]
		if p.t.Tables.RowOf(p.realm, row.Letters()).Cost == 0 {
			continue
		}
		strength := p.t.Strength(p.realm, row.Letters())
		p.Out = append(p.Out, indent...)
		p.Out = append(p.Out, row.Unit...)
		p.Out = frame.AppendRight(p.Out, strength, 4)
		if p.Notes != nil {
			if p.Facts.Realm.Values == nil {
				p.Facts.Realm.Values = map[string]int64{}
			}
			p.Facts.Realm.Values["strength."+row.Unit] = strength
		}
		p.Out = append(p.Out, '%')
		if n++; n%7 == 0 {
			p.Out = append(p.Out, '\n')
		}
	}
	return n
}

// spared names the terrains in which the realm's men are spared.
func (p *page) spared() {
	var spared []string
	for i := range p.t.Tables.Terrain {
		if p.t.Spared(p.realm, uint8(i)) {
			spared = append(spared, p.t.Tables.Terrain[i].Code)
		}
	}
	if len(spared) == 0 {
		p.row(strengthPart, strengthTitle, "report.spared-none")
	} else {
		p.row(strengthPart, strengthTitle, "report.spared", phrase.Str("list", strings.Join(spared, ", ")))
	}
}
