package fight

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Tactics gives armies their row and tactic (rules §28.2) for this turn, as $A gives them their plan. Of two lines for
// one army the later one counts.
func Tactics(t *realm.Turn) {
	for number := range t.Sheets {
		rulekit.Each(t.Sheets[number].Lines, func(at orders.Position, o realm.TacticOrder) { rank(t, number, at, o) })
	}
}

// rank carries out one line of $T.
func rank(t *realm.Turn, number int, at orders.Position, o realm.TacticOrder) {
	army := phrase.Str("army", o.Army.String())
	a := t.State.Army(number, o.Army)
	switch deep := t.Tables.Rules.RowsDeep; {
	case t.Tables.Battle != tables.InRows:
		t.Refuse(number, at, phrase.P("no-rows", army))
	case a == nil:
		t.Refuse(number, at, phrase.P("no-such-army", army))
	case a.Formation():
		t.Refuse(number, at, phrase.P("formation-in-rows", army))
	case a.Name.Gifted() || a.Name.Type == 'D':
		t.Refuse(number, at, phrase.P("never-in-rows", army))
	case o.Row > deep:
		t.Refuse(number, at, phrase.P("row-too-deep", army, phrase.Num("row", o.Row), phrase.Num("deep", deep)))
	default:
		a.March.Ranks = &o
		t.Accept(at, phrase.P("takes-row", army, phrase.Num("row", o.Row), phrase.Key("tactic", o.Tactic.Key())))
		t.Accept(at, foreseeContact(t, o))
	}
}

// foreseeContact says in which round an army, in its row and with its tactic, first strikes a foe that holds: one in
// the foremost row, and one in the last. Nobody knows in advance where the foe will be (rules §28.10).
func foreseeContact(t *realm.Turn, o realm.TacticOrder) phrase.Phrase {
	n := &t.Tables.Rules
	own := battlelines.Stack{Row: o.Row, Tactic: o.Tactic}
	own.Unit.Speed, own.Unit.Range = limbs(n, o.Army.Unit)
	contact := func(row int) int {
		return battlelines.FirstContact([]battlelines.Stack{own}, []battlelines.Stack{{Row: row, Tactic: battlelines.Hold}}, rowRules(n))
	}
	near, far := contact(1), contact(n.RowsDeep)
	args := []phrase.Arg{phrase.Str("army", o.Army.String()), phrase.Num("near", near), phrase.Num("far", far),
		phrase.Num("row", n.RowsDeep)}
	switch {
	case o.Tactic == battlelines.Flee:
		return phrase.P("contact-flight", args...)
	case near == 0:
		return phrase.P("contact-never", args...)
	case far == 0:
		return phrase.P("contact-near", args...)
	}
	return phrase.P("contact", args...)
}

// ranks returns the row and tactic of an army, from its line. Without a line the row is the foremost, or that of
// ranged weapons. The tactic is a charge with an attacking order (the formation's, for a member); otherwise the army
// holds.
func ranks(t *realm.Turn, f *Fighter) (row int, tactic battlelines.Tactic) {
	if m := f.Army.March; m != nil && m.Ranks != nil {
		return m.Ranks.Row, m.Ranks.Tactic
	}
	tactic = battlelines.Hold
	if f.Body.Attacks() {
		tactic = battlelines.Charge
	}
	return UsualRow(&t.Tables.Rules, f.Army), tactic
}

// UsualRow is the row of an army without a line.
func UsualRow(n *tables.Numbers, a *realm.Army) int {
	if a.Ranged() {
		return n.RowsRanged
	}
	return n.RowsFront
}

// InNoRow reports whether an army is never in a row: formations, whose members are, and those who have no place in
// one.
func InNoRow(a *realm.Army) bool { return a.Formation() || a.Name.Gifted() || a.Name.Type == 'D' }
