package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/thoramar/realm"
)

const tacticExample = "K.M 1 3 Sturmangriff"

// tactics are lines of $T: `[Typ].[Klasse] [ID] [Reihe] [Taktik]`. Armies keep them.
var tactics = part.New[realm.TacticOrder](parts.With(part.Kinds{"tactic": tacticPart}),
	tacticExample, tacticExample, "R.L 2 10 Flucht")

var tacticPart = &part.Kind[battlelines.Tactic]{
	Tokens: "@Word", Wants: "tactic", Form: "tactic=Sturmangriff/Charge|Vorruecken/Advance|Halten/Hold|Flucht/Flight",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) battlelines.Tactic {
		var all []string
		for _, tactic := range battlelines.Tactics {
			words := realm.TacticWords[tactic]
			if orders.Among(t[0].Value, words) {
				return tactic
			}
			all = append(all, words...)
		}
		r.Bad(t[0], orders.Guessed("order.tactic", orders.Nearest(t[0].Value, all),
			phrase.Str("got", orders.Clip(t[0].Value))))
		return battlelines.Hold
	},
}
