package turn

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
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
		switch {
		case near == 0:
			t.Accept(at, phrase.P("contact-never", args...))
		case far == 0:
			t.Accept(at, phrase.P("contact-near", args...))
		default:
			t.Accept(at, phrase.P("contact", args...))
		}
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
	for _, f := range t.InForce {
		if f.Line == at.Line {
			return true
		}
	}
	return false
}
