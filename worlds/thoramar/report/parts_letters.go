package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// letters writes the messages, rumours first and the rest in the order of realms. Texts are indented, so that none can
// pass for a part of the report. It returns how many it had room for.
func (p parts) letters() int { return p.Post("", p.a.t.Letters, p.a.nameOf) }

const indent = "  "

// strengths are a part of the facts.
const (
	strengthPart  = "strengths"
	strengthTitle = "report.strengths"
)

// strengths lists the fighting strength of each kind of army that can be raised, seven a line, and the terrains in
// which the realm's men are spared. A short list has one strength if all are alike.
func (p parts) strengths(short bool) {
	p.Say("", strengthTitle)
	list, alike, percent := p.a.strengths(), true, int64(0)
	for _, s := range list {
		alike, percent = alike && (percent == 0 || percent == s.percent), s.percent
	}
	if alike && short {
		p.Say(indent, "short.strengths-alike", phrase.Num("percent", percent))
		list = nil
	}
	for i, s := range list {
		p.Out = append(append(p.Out, indent...), s.unit...)
		p.Out = append(frame.AppendRight(p.Out, s.percent, 4), '%')
		if i%7 == 6 || i == len(list)-1 {
			p.Out = append(p.Out, '\n')
		}
	}
	p.Line("", sparedRow(p.a))
	for _, row := range ownRows(p.Book, p.a) {
		p.Line("", row)
	}
	p.Out = append(p.Out, '\n')
}
