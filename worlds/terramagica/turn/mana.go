package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/order"
)

// charge gives armies mana for this week's battles (§11.3). It is paid in advance.
func charge(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.ManaOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		r, limit := &t.State.Realms[whose], t.Tables.Rules.ManaMost
		args := []phrase.Arg{a.Arg(), phrase.Num("mana", o.Points), phrase.Num("have", r.Mana),
			phrase.Num("most", limit)}
		switch {
		case o.Points > limit:
			t.Refuse(whose, at, phrase.P("mana-most", args...))
		case o.Points > r.Mana:
			t.Refuse(whose, at, phrase.P("mana-short", args...))
		default:
			r.Mana -= o.Points
			a.Mana = o.Points
			t.did(whose, at, phrase.P("mana-given", args...))
			if t.receipt != nil {
				t.receipt.hinges.mana += o.Points
			}
			t.bill(at, Mana, o.Points, false) // it comes back if the army has no battle
		}
	})
}

// refund returns the mana of armies that had no battle.
func refund(t *Turn) {
	for _, a := range t.State.All() {
		if a.Mana > 0 && t.War.Fought[a] == 0 {
			t.State.Realms[a.Realm].Mana += a.Mana
			t.Tell(phrase.P("mana-back", a.Arg(), phrase.Num("mana", a.Mana)), a.Realm)
		}
		a.Mana = 0
	}
}
