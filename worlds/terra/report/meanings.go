package report

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// meanings are what events mean to the reader.
var meanings = frame.Meanings{
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

// hear tells the chronicler of an event. Not each means the same each time.
func hear(t *frame.Text, what phrase.Phrase) {
	m := meanings[what.Code]
	switch what.Code {
	case "result", "result-wild":
		m = verdicts[what.Arg("verdict").S]
	case "army-lost":
		if what.Arg("status").N == 0 {
			m = armyGone
		}
	}
	t.Tale.Hear(m, what)
}
