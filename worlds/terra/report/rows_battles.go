package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
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

// sides are the sides of a battle in sentences.
var sides = []string{"side.attacker", "side.first", "side.defender", "side.second"}

// pairingRows say who fights whom, and what else there is to know of it.
func pairingRows(r *frame.Reader, told []phrase.Phrase) []phrase.Phrase {
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
			args[len(args)-2+at].S = r.Words(phrase.P("short."+what.Code, what.Args...))
		case "side-strengths":
			rest = append(rest, phrase.P("short.strengths", what.Args...))
		case "bonus":
			favoured = what.Arg("side")
			chosen = append(chosen, r.Book.T("short."+what.Arg("bonus").S))
		default:
			rest = append(rest, what)
		}
	}
	if len(chosen) > 0 {
		code := "short.chooses"
		if favoured.S == own {
			code = "short.you-choose"
		}
		rest = append(rest, phrase.P(code, phrase.Key("side", "short."+favoured.S), phrase.Str("list", both(r.Book, chosen))))
	}
	return append([]phrase.Phrase{phrase.P("short."+head.Code, args...)}, rest...)
}

// both joins words as in "zone and deployment".
func both(book *phrase.Book, words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + book.T("short.and") + words[last]
}
