package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// tidings are what a nation is told, by where a short report has it.
type tidings struct {
	table, computed [][]phrase.Phrase // battles to be fought: the sentences about each
	stakes          []phrase.Phrase
	results         []phrase.Phrase
	steps           []phrase.Phrase // of own armies
	others          []phrase.Phrase
	money           []phrase.Phrase
}

// The events about the treasury and relief, and those about an army's way.
var (
	paying = map[string]bool{"income": true, "income-contested": true, "income-cut": true, "relieved": true,
		"relief-foreign": true, "relief-none": true, "foraged": true, "forage-cut": true, "spoils": true, "ransom": true,
		"ransom-short": true, "staked": true, "stake-kept": true}
	wayside = map[string]bool{"moved": true, "delayed": true, "met": true, "caught": true, "stopped": true, "lapsed": true,
		"stands-by": true, "supports": true}
)

// sorted puts what is told where it belongs. How a result was computed is in the full report alone.
func sorted(told []*game.Event) (t tidings) {
	var battle *[][]phrase.Phrase
	for _, e := range told {
		switch {
		case heads(e.Code):
			if battle = &t.table; e.Code == "paired-computed" {
				battle = &t.computed
			}
			*battle = append(*battle, []phrase.Phrase{e.Phrase})
		case battle != nil && below(e.Code):
			last := &(*battle)[len(*battle)-1]
			*last = append(*last, e.Phrase)
		case e.Code == "may-stake":
			t.stakes = append(t.stakes, e.Phrase)
		case strings.HasPrefix(e.Code, "result"):
			t.results = append(t.results, e.Phrase)
		case Course(e.Code), e.Code == "nothing-to-tell" && slices.ContainsFunc(told,
			func(e *game.Event) bool { return e.Code == "plays-not" }): // which says it, too
		case paying[e.Code]:
			t.money = append(t.money, e.Phrase)
		case wayside[e.Code]:
			t.steps = append(t.steps, e.Phrase)
		default:
			t.others = append(t.others, e.Phrase)
		}
	}
	return t
}

// fights writes the battles of the phase: those at the table first, with the lines to report them. It reports whether there
// are any.
func (p *page) fights(t tidings) bool {
	head, list := p.toReport()
	if len(t.table)+len(t.computed)+len(t.results)+len(list) == 0 {
		return false
	}
	p.Title("short.battles")
	for _, what := range t.results {
		p.Line("  ", what)
	}
	for _, b := range slices.Concat(t.table, t.computed) {
		p.Paragraph("  ", p.pairing(b))
	}
	for _, s := range t.stakes {
		p.Say("  ", "short.may-stake", s.Args...)
		p.Say("      ", "short.stake", s.Args...)
	}
	if len(list) > 0 {
		p.Line("  ", head)
	}
	for _, b := range list {
		p.Line("      ", b.line)
	}
	return true
}

// pairing says who fights whom, and what else there is to know of it.
func (p *page) pairing(told []phrase.Phrase) []phrase.Phrase {
	head := told[0]
	args := append(slices.Clone(head.Args), phrase.Str("first", ""), phrase.Str("second", ""))
	var rest []phrase.Phrase
	var chosen []string
	own, favoured := "", phrase.Arg{}
	for _, what := range told[1:] {
		side := what.Arg("side").S
		code, _, _ := strings.Cut(what.Code, ".")
		switch code {
		case "side-army", "side-garrison", "side-garrison-led", "side-wild", "side-wild-led", "side-mercenaries", "side-mercenaries-led":
			if strings.HasSuffix(what.Code, ".own") || strings.HasSuffix(what.Code, ".you") {
				own = side
			}
			at := max(slices.Index(sides, side), 0) / 2
			args[len(args)-2+at].S = p.say(phrase.P("short."+what.Code, what.Args...))
		case "side-strengths":
			rest = append(rest, phrase.P("short.strengths", what.Args...))
		case "battlefield":
			rest = append(rest, p.battlefield(what))
		case "bonus":
			favoured = what.Arg("side")
			chosen = append(chosen, p.Book.T("short."+what.Arg("bonus").S))
		default:
			rest = append(rest, what)
		}
	}
	if len(chosen) > 0 {
		code := "short.chooses"
		if favoured.S == own {
			code = "short.you-choose"
		}
		rest = append(rest, phrase.P(code, phrase.Key("side", "short."+favoured.S), phrase.Str("list", p.both(chosen))))
	}
	return append([]phrase.Phrase{phrase.P("short."+head.Code, args...)}, rest...)
}

// both joins words as in "zone and deployment".
func (p *page) both(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + p.Book.T("short.and") + words[last]
}

// battlefield says which map is played on, and what is on it the first time.
func (p *page) battlefield(what phrase.Phrase) phrase.Phrase {
	ground := p.Book.T(what.Arg("ground").S)
	if p.News(game.Fact{Subject: what.Arg("ground").S, Value: ground}) {
		return what
	}
	name, _, _ := strings.Cut(ground, ":")
	return phrase.P("short.battlefield", what.Arg("map"), phrase.Str("ground", name))
}

// happenings writes what happened but for battles and money: the ways of armies first, each in a paragraph. If nothing
// did, and battles are above, there is no such part.
func (p *page) happenings(t tidings, fought bool) {
	title := len(p.Out)
	p.Title("report-events")
	start := len(p.Out)
	var armies []int64
	ways := map[int64][]phrase.Phrase{}
	for _, what := range t.steps {
		army := what.Arg("army").N
		if !slices.Contains(armies, army) {
			armies = append(armies, army)
		}
		ways[army] = append(ways[army], what)
	}
	slices.Sort(armies)
	for _, army := range armies {
		p.Paragraph("  ", p.march(ways[army]))
	}
	for _, what := range t.others {
		p.Line("  ", what)
	}
	switch {
	case len(p.Out) > start:
	case fought:
		p.Out = p.Out[:title]
	default:
		p.Say("  ", "report-quiet")
	}
}

// march puts the steps of an army that follow each other into one sentence.
func (p *page) march(way []phrase.Phrase) (out []phrase.Phrase) {
	for i := 0; i < len(way); i++ {
		if way[i].Code != "moved" {
			out = append(out, way[i])
			continue
		}
		first := way[i]
		var fields, times []string
		for ; i < len(way) && way[i].Code == "moved"; i++ {
			fields = append(fields, p.Place(way[i].Arg("field").N))
			times = append(times, p.say(phrase.P("short.time", way[i].Arg("time"))))
		}
		i--
		out = append(out, phrase.P("short.moved", first.Arg("army"), first.Arg("from"),
			phrase.Str("fields", strings.Join(fields, ", ")), phrase.Str("times", strings.Join(times, ", "))))
	}
	return out
}
