package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// meanings are what events mean to the reader.
var meanings = map[string]frame.Meaning{
	"won": {Weight: 9}, "won.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "end-conquest": {Weight: 8},
	"end-rounds": {Weight: 8}, "end-master": {Weight: 8}, "last-round": {Weight: 6},
	"nation-fell":     {Weight: 7, Tale: "nation-fell", Grave: true},
	"nation-fell.own": {Tone: game.Loss, Weight: 9, Tale: "we-fell", Grave: true},
	"field-won":       {Tone: game.Gain, Weight: 6, Tale: "land-won"},
	"field-lost":      {Tone: game.Loss, Weight: 7, Tale: "land-lost"}, "contested": {Weight: 4},
	"spoils": {Tone: game.Gain, Weight: 4}, "ransom": {Tone: game.Loss, Weight: 4},
	"ransom-short": {Tone: game.Loss, Weight: 5}, "army-lost": {Tone: game.Loss, Weight: 4},
	"garrison-lost": {Tone: game.Loss, Weight: 3}, "garrison-beaten": {Tone: game.Loss, Weight: 5},
	"retreated":  {Tone: game.Loss, Weight: 4, Tale: "gave-way"},
	"driven-off": {Tone: game.Loss, Weight: 6, Tale: "driven"},
	"intruded":   {Tone: game.Warn, Weight: 5, Tale: "intruded"}, "came-back": {Tone: game.Gain, Weight: 3},
	"stands-by": {Weight: 2}, "no-orders": {Tone: game.Warn, Weight: 7, Tale: "silent"},
	"list-missing-own": {Tone: game.Warn, Weight: 6}, "words-differed": {Tone: game.Warn, Weight: 6},
	"not-told": {Tone: game.Warn, Weight: 6}, "not-told-own": {Tone: game.Warn, Weight: 6},
	"not-told-other": {Weight: 4}, "unanswered-own": {Tone: game.Warn, Weight: 5}, "unanswered-other": {Weight: 4},
	"may-stake": {Tone: game.Warn, Weight: 3}, "income": {Tone: game.Gain, Weight: 2},
	"foraged":      {Tone: game.Gain, Weight: 2, Tale: "foraged"},
	"paired-table": {Tone: game.Warn, Weight: 5, Tale: "closed-gates"}, "paired-computed": {Weight: 4},
	"paired-mercenaries": {Tone: game.Warn, Weight: 4},
}

// How a battle ended, and an army that has nothing left.
var (
	verdicts = map[string]frame.Meaning{"verdict.victory": {Weight: 5, Tale: "table-won"},
		"verdict.defeat": {Weight: 5, Tale: "table-lost"}, "verdict.draw": {Weight: 4, Tale: "table-drawn"}}
	armyGone = frame.Meaning{Tone: game.Loss, Weight: 8, Tale: "army-lost", Grave: true}
)

// teller says what the chronicler hears of an event that does not mean the same each time.
func (p *page) teller(what phrase.Phrase) (frame.Meaning, []phrase.Arg) {
	switch what.Code {
	case "result", "result-wild":
		return verdicts[what.Arg("verdict").S], nil
	case "army-lost":
		if what.Arg("status").N == 0 {
			return armyGone, nil
		}
	}
	return meanings[what.Code], nil
}

// weigh notes what an event tells of a battle. Those of a phase of orders are still to be fought.
func (p *page) weigh(e *game.FactEvent, what phrase.Phrase) {
	switch {
	case heads(what.Code):
		b := p.NewBattle(e)
		b.Equal = what.Code == "paired-mercenaries"
	case strings.HasPrefix(what.Code, "result"):
		p.result(e, what)
	case what.Code == "drawn" || what.Code == "gives-up" || strings.HasPrefix(what.Code, "staked"):
		p.early = append(p.early, e.Said) // the result follows
	case len(p.Facts.Battles) > 0 && below(what.Code):
		p.side(&p.Facts.Battles[len(p.Facts.Battles)-1], e, what)
	}
}

// sides are the sides of a battle in sentences.
var sides = []string{"side.attacker", "side.first", "side.defender", "side.second"}

// side notes a sentence below that of a pairing: who fights there, or what else is said of it.
func (p *page) side(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	if what.Code == "side-strengths" {
		b.Sides[0].Strength, b.Sides[1].Strength = what.Arg("own").N, what.Arg("other").N
	}
	code, _, _ := strings.Cut(what.Code, ".")
	code = strings.TrimSuffix(strings.TrimPrefix(code, "side-"), "-led")
	if !slices.Contains([]string{"army", "garrison", "wild", "mercenaries"}, code) {
		b.Course = append(b.Course, e.Said)
		return
	}
	f := game.FactFighter{Realm: int(what.Arg("realm").N), Kind: code, Strength: what.Arg("status").N}
	switch code {
	case "army":
		f.Name, f.Kind = strconv.FormatInt(what.Arg("army").N, 10), ""
	case "wild":
		f.Kind = "garrison"
	}
	s := &b.Sides[max(slices.Index(sides, what.Arg("side").S), 0)/2]
	s.Armies = append(s.Armies, f)
	if s.Realm = f.Realm; what.Arg("leader").N > 0 {
		s.Realm = int(what.Arg("leader").N)
	}
}

// result notes how a battle ended, with the victory points of both sides.
func (p *page) result(e *game.FactEvent, what phrase.Phrase) {
	b := p.NewBattle(e)
	b.Equal = true
	b.Course, p.early = p.early, nil
	b.Sides[0].Realm, b.Sides[1].Realm = p.realm.Number, p.called(what.Arg("opponent").S)
	for i, told := range [2][2]string{{"own", "goals"}, {"other", "theirs"}} {
		for k, code := range [2]string{"factor.points", "factor.goals"} {
			if n := what.Arg(told[k]).N; n != 0 {
				b.Sides[i].Factors = append(b.Sides[i].Factors, game.FactFactor{Code: code, Name: p.Book.T(code), Amount: n})
			}
		}
	}
	b.Won = slices.Index([]string{"verdict.draw", "verdict.victory", "verdict.defeat"}, what.Arg("verdict").S)
	if e.Weight = 5; b.Won > 0 {
		p.Ended(b, e)
	}
}

// called is the number of the nation of a name; 0: there is none.
func (p *page) called(name string) int {
	return 1 + slices.IndexFunc(p.at.State.Realms, func(r realm.Realm) bool { return name != "" && r.Name == name })
}
