package order

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
	"weltentor/worlds/thoramar/realm"
)

// TacticLine is a line of $T: `[Typ].[Klasse] [ID] [Reihe] [Taktik]`.
type TacticLine struct {
	Unit   orders.Token `parser:"@Word" want:"unit"`
	ID     orders.Token `parser:"@Number" want:"army-id"`
	Row    orders.Token `parser:"@Number" want:"row"`
	Tactic orders.Token `parser:"@Word" want:"tactic"`
}

const tacticExample = "K.M 1 3 Sturmangriff"

var tacticGrammar = orders.NewGrammar[TacticLine](orders.LettersOnly, tacticExample)

// deepest is the greatest number of a row in any world; how deep the rows of a
// world are, its tables say.
const deepest = 10

// readTactic reads a line of $T.
func readTactic(text string) (orders.Order, []orders.Problem) {
	o, problems := readLine(tacticGrammar, text, tacticExample, func(r *reading, l *TacticLine) orders.Order {
		return realm.TacticOrder{
			Army:   r.army(l.Unit, l.ID),
			Row:    int(r.number(l.Row, "order.row", 1, deepest)),
			Tactic: r.tactic(l.Tactic),
		}
	})
	orders.SpeakExamples(problems, map[string]string{tacticExample: tacticTerm})
	return o, problems
}

func (r *reading) tactic(t orders.Token) rows.Tactic {
	if t.Value == "" {
		return rows.Hold
	}
	var all []string
	for _, tactic := range rows.Tactics {
		words := realm.TacticWords[tactic]
		if orders.Among(t.Value, words) {
			return tactic
		}
		all = append(all, words...)
	}
	r.bad(t, orders.Guessed("order.tactic", orders.Nearest(t.Value, all), phrase.Str("got", orders.Clip(t.Value))))
	return rows.Hold
}
