package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// forecast says for each attack when the armies can meet. It names the rounds in which the first stack reaches a foe
// that holds in row 1, and one in the last row. Nobody knows what the foe will really do (§7).
func forecast(t *Turn, whose int) {
	tell := func(at orders.Position, name string) {
		a := t.State.Army(whose, name)
		if a == nil {
			return
		}
		near, far := fight.Contact(t.War, a, 1), fight.Contact(t.War, a, t.Tables.Battle.Rows)
		args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Num("near", near), phrase.Num("far", far),
			phrase.Num("row", t.Tables.Battle.Rows)}
		code := "contact"
		switch {
		case near == 0:
			code = "contact-never"
		case far == 0:
			code = "contact-near"
		}
		t.Accept(at, phrase.P(code, args...))
	}
	ordersOf(t, func(r int, at orders.Position, o order.StatusOrder) {
		if r == whose && o.Stance == realm.Hostile && counted(t, at) {
			tell(at, o.Army)
			odds(t, at, t.State.Army(whose, o.Army), o.Target.Realm)
		}
	})
	ordersOf(t, func(r int, at orders.Position, o order.ConquestOrder) {
		if a := t.State.Army(whose, o.Army); r == whose && counted(t, at) && t.War.Acting[a] {
			tell(at, o.Army)
			odds(t, at, a, t.State.Province(a.At).Owner)
		}
	})
}

// counted reports whether the line was not refused.
func counted(t *Turn, at orders.Position) bool {
	return slices.ContainsFunc(t.InForce, func(f game.InForce) bool { return f.Line == at.Line })
}
