package terramagica

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// forecast tells of each attack when the armies can meet: the round in which the
// first of its stacks reaches a foe that stands in row 1 and holds, and one in the
// last row. What the foe really does nobody knows (§7).
func forecast(t *turn, whose int) {
	tell := func(at orders.Position, name string) {
		a := t.State.army(whose, name)
		if a == nil {
			return
		}
		near, far := contact(t.war, a, 1), contact(t.war, a, t.Tables.Battle.Rows)
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
	ordersOf(t, func(r int, at orders.Position, o StatusOrder) {
		if r == whose && o.Stance == Hostile && counted(t, at) {
			tell(at, o.Army)
			odds(t, at, t.State.army(whose, o.Army), o.Target.Realm)
		}
	})
	ordersOf(t, func(r int, at orders.Position, o ConquestOrder) {
		if a := t.State.army(whose, o.Army); r == whose && counted(t, at) && t.war.acting[a] {
			tell(at, o.Army)
			odds(t, at, a, t.State.province(a.At).Owner)
		}
	})
}

// counts tells whether the line was not refused.
func counted(t *turn, at orders.Position) bool {
	for _, f := range t.InForce {
		if f.Line == at.Line {
			return true
		}
	}
	return false
}

// contact is the first round in which an attacking army and a foe that holds in a
// row can strike each other; 0 none.
func contact(w *war, a *Army, row int) int {
	var own []rows.Stack
	for i := range a.Stacks {
		own = append(own, field(w, a, &a.Stacks[i], rows.Attackers))
	}
	return rows.FirstContact(own, []rows.Stack{{Row: row, Tactic: rows.Hold}}, &w.Tables.Battle)
}
