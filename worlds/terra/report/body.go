package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// readers are the sentences that are different for a reader whom they concern: one whose number is in the argument
// realm, or who leads a side.
var readers = frame.Readers{
	"side-army":            {"realm": "side-army.own"},
	"side-garrison":        {"realm": "side-garrison.own"},
	"side-garrison-led":    {"realm": "side-garrison-led.own", "leader": "side-garrison-led.you"},
	"side-wild-led":        {"leader": "side-wild-led.you"},
	"side-mercenaries-led": {"leader": "side-mercenaries-led.you"},
	"nation-fell":          {"realm": "nation-fell.own"},
	"won":                  {"realm": "won.own"},
}

// told returns the events that a nation is told, in the nation's own words: they say "you" of the nation itself.
func (o Phase) told(nation int) []*game.Event {
	told := o.Told(nation)
	for i, e := range told {
		seen := *e
		seen.Phrase = readers.Read(e.Phrase, func(a phrase.Arg) bool { return int(a.N) == nation })
		told[i] = &seen
	}
	return told
}

// Course reports whether a sentence is about the course of a battle: what is set up for the table, or how a result was
// computed. Only the report has it.
func Course(code string) bool {
	return slices.Contains([]string{"side-strengths", "side-supported", "battlefield", "bonus", "limit-characters",
		"limit-mounted", "list-enclosed", "drawn", "gives-up"}, code)
}

// pending is a battle at the table whose result the reader must report. It says against whom, and shows the line for
// it.
type pending struct{ against, line phrase.Phrase }

// toReport lists the battles to report in the phase of results that has begun. head explains the letters in their
// lines.
func (p *page) toReport() (head phrase.Phrase, list []pending) {
	eachToTell(p.at, p.realm.Number, func(b *realm.Battle, against []phrase.Arg) {
		number := phrase.Num("battle", b.Number)
		list = append(list, pending{phrase.P("report-against", against...), phrase.P("report-type", number)})
	})
	return phrase.P("report-tell", phrase.Num("n", len(list))), list
}

// pendings writes the battles to report into the report.
func (p *page) pendings() {
	head, list := p.toReport()
	if len(list) == 0 {
		return
	}
	p.Title("report-to-tell")
	p.Line("  ", head)
	for _, b := range list {
		p.Line("    ", b.against)
		p.Line("      ", b.line)
		p.FactPart("to-tell", "report-to-tell", b.against, b.line)
	}
}

// heads reports whether a sentence is the first one about a pairing.
func heads(code string) bool { return strings.HasPrefix(code, "paired-") }

// below reports whether a sentence is about a pairing, and so set in further, below its first one.
func below(code string) bool {
	return slices.ContainsFunc([]string{"side-", "battlefield", "bonus", "limit-", "list-enclosed", "list-missing"},
		func(part string) bool { return strings.HasPrefix(code, part) })
}
